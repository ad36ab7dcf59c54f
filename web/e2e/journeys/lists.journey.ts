/** What all lists share: rows that open, columns that have room, files, and saved views. */
import type { APIRequestContext } from 'playwright-core'
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { ListScreen } from '../pages/ListScreen'
import { journey } from '../support/journey'
import { firstOfLastMonth, firstOfNextMonth } from '../support/months'
import { post, signedIn } from '../support/office'

const lists = [
  '/employers',
  '/members',
  '/users',
  '/brokers',
  '/census-files',
  '/audit',
  '/invoices',
  '/billing-runs',
  '/settings/api-services',
  '/settings/api-tokens',
  '/commission/rules',
  '/commission/snapshots',
]
const listsOfGroup = [
  'members',
  'census-files',
  'invoices',
  'billing/plans',
  'billing/snapshots',
  'billing/pricing',
  'billing/pricing-groups',
]

/** A row of one line is no higher, in pixels. */
const oneLine = 40

/** At most so many of the cells of a list may be cut at 1440 pixels. */
const cutAtMost = 0.1

journey('each list shows its cells whole and gives what it shows as a file', async ({ program, visitor }) => {
  const api = await signedIn(program)
  await makeStatements(api)
  const run = await startRun(api)
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const screen = new ListScreen(visitor)
  await screen.open('/employers')
  const group = (await screen.page.getByRole('link', { name: 'Harborline Logistics' }).getAttribute('href')) ?? ''
  for (const address of [...lists, `/billing-runs/${run}`, ...listsOfGroup.map((list) => `${group}/${list}`)]) {
    await screen.open(address)
    await screen.rows.first().waitFor()
    const shown = await screen.rows.count()
    const { all, cut } = await screen.cells()
    expect(all, `${address} has cells to measure`).toBeGreaterThanOrEqual(shown)
    expect(cut.length, `${address} cuts ${cut.slice(0, 5).join(' | ')}`).toBeLessThanOrEqual(all * cutAtMost)
    const [heads = '', ...rows] = await screen.csv()
    expect(heads.split(','), address).toEqual(withFacts(address, await screen.heads()))
    expect(rows.length, `${address} has its rows in its file`).toBeGreaterThanOrEqual(shown)
  }
  await screen.open(`${group}/members`)
  const heights = await screen.heights()
  expect(heights.filter((height) => height <= oneLine).length, 'members on one line').toBeGreaterThan(
    heights.length / 2,
  )
  await post(api, `billing-runs/${run}/cancel`, {})
  await api.dispose()
})

/** The facts that a column of a list shows beside its own, each a column of the file. */
const facts: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  members: { Name: ['Status', 'Employee'] },
  '/members': { Name: ['Status', 'Employee'], Group: ['Group ID'] },
  '/audit': { Record: ['Group'] },
  '/commission/snapshots': { Name: ['Number'] },
  'census-files': { Status: ['Step', 'Errors'] },
  invoices: { 'In ERP System': ['ERP State', 'Still to Send'] },
}

/** The headings of the file of a list: those of the screen, each with its facts behind it. */
function withFacts(address: string, heads: readonly string[]): string[] {
  const ofList = facts[address] ?? facts[address.split('/').at(-1) ?? '']
  return heads.flatMap((head) => [head, ...(ofList?.[head] ?? [])])
}

/** The demonstration has rules of commission and no statements: each of last month is made. */
async function makeStatements(api: APIRequestContext): Promise<void> {
  const { Value } = (await (await api.get('/api/v1/commission/rules')).json()) as {
    Value: { Data: { Id: number; Name: string }[] }
  }
  const rules = Value.Data.filter(({ Name }) => Name.endsWith(', per member'))
  expect(rules.length).toBeGreaterThan(0)
  for (const { Id } of rules)
    await post(api, 'commission/snapshots', { CommissionRuleId: Id, BillingPeriod: monthOf(firstOfLastMonth()) })
}

/** Starts the run of next month, in which all plans have a draft, and waits for these; gives its id. */
async function startRun(api: APIRequestContext): Promise<number> {
  const run = await post(api, 'billing-runs', { BillingPeriod: monthOf(firstOfNextMonth()) })
  const state = async () => {
    const { Value } = (await (await api.get(`/api/v1/billing-runs/${run}`)).json()) as { Value: { State: string } }
    return Value.State
  }
  await expect.poll(state).toBe('Drafted')
  return run
}

/** `2026-11`, as calls take it. */
function monthOf(day: string): string {
  const [month = '', , year = ''] = day.split('/')
  return `${year}-${month}`
}

journey('a view of a list is saved by name, opened again and deleted', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const screen = new ListScreen(visitor)
  const { page } = screen
  await screen.open('/employers')
  await screen.button('Columns').click()
  await page.getByRole('checkbox', { name: 'Termination Date' }).click()
  await visitor.look('columns')
  await page.keyboard.press('Escape')
  await screen.open('/employers?q=harborline&sort=Name&desc=1')
  expect(await screen.heads()).not.toContain('Termination Date')
  const kept = await screen.csv()
  expect(kept[1]).toContain('Harborline Logistics')
  await screen.button('Views').click()
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('Juniper')
  await screen.button('Save View').click()
  await page.getByRole('button', { name: 'Juniper', exact: true }).waitFor()
  await visitor.look('views')

  await screen.open('/employers')
  await screen.button('Columns').click()
  await screen.button('Reset columns, order and size').click()
  await expect.poll(() => screen.heads()).toContain('Termination Date')
  await screen.button('Views').click()
  await page.getByRole('button', { name: 'Juniper', exact: true }).click()
  await page.getByRole('searchbox').and(page.locator('[value="harborline"]')).waitFor()
  await expect.poll(() => screen.heads()).not.toContain('Termination Date')
  expect(await screen.csv()).toEqual(kept)
  await screen.button('Views').click()
  await screen.button('Delete view Juniper').click()
  await page.getByText('No views are saved yet.').waitFor()
  await page.keyboard.press('Escape')

  // A click beside the name opens the row.
  await screen.open('/employers?q=copperline')
  await page
    .getByRole('row', { name: /^Copperline/ })
    .getByText('Juniper Benefit Advisors')
    .click()
  await screen.heading('Copperline Electric Co-op').waitFor()
})
