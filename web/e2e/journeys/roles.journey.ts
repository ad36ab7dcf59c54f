/** What each role sees of the portal, and that what is not one's own looks as if it did not exist. */
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { Screen } from '../pages/Screen'
import { journey } from '../support/journey'
import type { Visitor } from '../support/visitor'

const everybody = ['Home', 'Employer Groups', 'Members', 'Census Files', 'Invoices']

/** Of the first broker, with the users of the demonstration; and of another. */
const own = 'Harborline Logistics'
const foreign = 'Bluefern Dental Partners'

async function addressesForAdministrator(visitor: Visitor): Promise<Record<string, string>> {
  await new Gate(visitor).signIn('dana.reyes@demo.example', undefined, '/employers')
  return new GroupsPage(visitor).addresses()
}

async function seesOnlyItsOwn(visitor: Visitor, all: Record<string, string>): Promise<void> {
  visitor.expects(/status of 404/)
  const screen = new Screen(visitor)
  for (const below of ['', '/members/count'])
    expect(await statusOf(visitor, `${all[foreign]}${below}`), below).toBe(404)
  for (const page of ['', '/members', '/census-files', '/invoices']) {
    await visitor.page.goto(`${all[foreign]}${page}`)
    await screen.isMissing()
  }
  // Billing of all groups is for administrators alone.
  expect(await statusOf(visitor, '/billing-runs')).toBe(403)
  await visitor.page.goto(new URL('/billing-runs', visitor.program.address).href)
  await screen.isMissing()
  await visitor.look('a group of somebody else')
}

/** What the server answers to the visitor's own session: 404 for what is not his to see, 403 for what his role may never do. */
async function statusOf({ page }: Visitor, path: string): Promise<number> {
  return (await page.request.get(`/api/v1${path}`)).status()
}

/** The lists of all groups hold the given ones; a search for another finds nothing. */
async function listsOnly(visitor: Visitor, groups: readonly string[]): Promise<void> {
  const screen = new Screen(visitor)
  for (const entry of ['Members', 'Invoices']) {
    await screen.go(entry)
    const shown = await screen.groupsShown()
    expect(shown.length).toBeGreaterThan(0)
    expect(groups).toEqual(expect.arrayContaining(shown))
    await screen.search(entry === 'Members' ? 'Search member or group' : 'Search invoice or group', foreign)
    await visitor.page.getByText('No results to display.').waitFor()
  }
}

async function hasNoBilling(visitor: Visitor, all: Record<string, string>): Promise<void> {
  const page = new GroupPage(visitor)
  await visitor.page.goto(all[own] ?? '')
  await page.heading(own).waitFor()
  expect(await page.tabs(own)).toEqual(['Overview', 'Members', 'Invoices', 'Census Files'])
  expect(await page.button('Edit').count()).toBe(0)
  await visitor.look('own group')
  for (const group of [own, foreign])
    expect(await statusOf(visitor, `/billing${all[group]?.replace('/employers', '')}/snapshots`), group).toBe(403)
}

journey('an administrator sees everything', async ({ visitor }) => {
  const all = await addressesForAdministrator(visitor)
  const groups = new GroupsPage(visitor)
  await expect
    .poll(() => groups.entries())
    .toEqual([
      'Home',
      'Employer Groups',
      'Members',
      'Census Files',
      'Billing Runs',
      'Invoices',
      'Commission',
      'Users',
      'Brokers',
      'API Services',
      'API Tokens',
      'Audit',
    ])
  expect(Object.keys(all).length).toBeGreaterThanOrEqual(12)
  await groups.button('New Group').waitFor()
  const page = new GroupPage(visitor)
  await visitor.page.goto(all[own] ?? '')
  expect(await page.tabs(own)).toEqual(['Overview', 'Members', 'Billing', 'Invoices', 'Census Files', 'History'])
  await page.button('Edit').first().waitFor()
})

journey('a broker administrator sees the groups of its broker', async ({ visitor, another }) => {
  const all = await addressesForAdministrator(await another())
  await new Gate(visitor).signIn('sunniva.prewitt@demo.example', undefined, '/employers')
  const groups = new GroupsPage(visitor)
  await expect.poll(() => groups.entries()).toEqual([...everybody, 'Commission', 'Users', 'Brokers'])
  const names = Object.keys(await groups.addresses())
  expect(names).toContain(own)
  expect(names).not.toContain(foreign)
  expect(await groups.button('New Group').count()).toBe(0)
  await visitor.look('groups of the broker')
  await hasNoBilling(visitor, all)
  await groups.go('Brokers')
  await groups.row('Juniper Benefit Advisors').waitFor()
  expect(await groups.row('Coastal Plan Partners').count()).toBe(0)
  expect(await groups.button('New Broker').count()).toBe(0)
  await visitor.look('own broker')
  await listsOnly(visitor, names)
  await seesOnlyItsOwn(visitor, all)
})

journey('an account manager sees the groups given to it', async ({ visitor, another }) => {
  const all = await addressesForAdministrator(await another())
  await new Gate(visitor).signIn('hollis.yarrow@demo.example', undefined, '/employers')
  const groups = new GroupsPage(visitor)
  await expect.poll(() => groups.entries()).toEqual(everybody)
  const given = ['Copperline Electric Co-op', 'Granite Peak Outfitters', own]
  expect(Object.keys(await groups.addresses()).sort()).toEqual(given)
  await listsOnly(visitor, given)
  await hasNoBilling(visitor, all)
  await seesOnlyItsOwn(visitor, all)
})

journey('a group user sees one group and none of its money matters', async ({ visitor, another }) => {
  const all = await addressesForAdministrator(await another())
  await new Gate(visitor).signIn('mirela.varga@demo.example', undefined, '/employers')
  const groups = new GroupsPage(visitor)
  await expect.poll(() => groups.entries()).toEqual(everybody)
  await groups.heading(own).waitFor()
  expect(new URL(visitor.page.url()).pathname).toBe(all[own])
  await listsOnly(visitor, [own])
  await hasNoBilling(visitor, all)
  await seesOnlyItsOwn(visitor, all)
  await visitor.page.goto(`${all[own]}/billing/plans`)
  await groups.isMissing()
})
