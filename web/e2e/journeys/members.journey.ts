/** The members of a group: made, changed, ended and activated again, welcomed, listed in a census; and two people at one of them. */
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { created, MembersPage, updated } from '../pages/MembersPage'
import type { Panel } from '../pages/Panel'
import { journey } from '../support/journey'
import { letterTo } from '../support/mail'
import { effectiveOfToday, firstOfThisMonth, today } from '../support/months'
import type { Visitor } from '../support/visitor'

const group = 'Tern Island Ferries'
const imogen = { firstName: 'Imogen', lastName: 'Dunmore', born: '05/14/1988', since: '01/15/2024' }
const name = 'Imogene Dunmore'
/** As the list writes it. */
const listed = 'Dunmore, Imogene'
const email = 'imogene.dunmore@example.com'

/** A new group, so that no other journey minds; it welcomes nobody by itself. */
async function openMembers(visitor: Visitor): Promise<MembersPage> {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const groups = new GroupsPage(visitor)
  await groups.open()
  await groups.create({
    name: group,
    code: 'TERN-1',
    broker: 'Juniper Benefit Advisors',
    effective: firstOfThisMonth(),
    rate: '20.00',
  })
  await groups.openGroup(group)
  const page = new GroupPage(visitor)
  await page.openTab(group, 'Members')
  await visitor.page.getByText('No results to display.').waitFor()
  await page.switchOff(group, 'Send welcome emails')
  return new MembersPage(visitor)
}

async function makeTwice(visitor: Visitor, members: MembersPage): Promise<void> {
  const first = await members.compose(imogen)
  await expect.poll(() => first.field('Pricing group').inputValue()).toBe(`${group} Standard Pricing · $20.00`)
  await visitor.look('create member')
  await members.save(first, created)
  await members.listed('1–1 of 1 member')
  const second = await members.compose(imogen)
  await second.press('Save member')
  const agree = members.box(second, 'This is not a duplicate, save it anyway')
  await agree.waitFor()
  await second.root.getByText('It appears this member already exists in our system').waitFor()
  await visitor.look('duplicate warning')
  await agree.check()
  await members.save(second, created)
  await members.listed('1–2 of 2 members')
}

async function editLast(visitor: Visitor, members: MembersPage): Promise<void> {
  await visitor.page.getByRole('button', { name: 'Actions for Imogen Dunmore' }).last().click()
  await visitor.page.getByRole('menuitem', { name: 'Edit Member' }).press('Enter')
  const panel = await members.panel('Edit Member')
  await panel.field('First name').waitFor()
  await expect.poll(() => panel.field('Unique ID').isDisabled()).toBe(true)
  await typeTheState(visitor, panel)
  await panel.press('Unlock')
  await panel.fill({ 'First name': 'Imogene', 'Unique ID': 'TIF-20450', 'Email address': `${email}@` })
  await panel.press('Save member')
  await panel.root.getByText('1 field needs attention').last().waitFor()
  await visitor.look('edit member')
  await panel.fill({ 'Email address': email })
  await members.save(panel, updated)
  await members.row(listed).filter({ hasText: email }).waitFor()
}

/** Enter and Tab take what is marked and save nothing; what is no state is said, and stands until it is mended. */
async function typeTheState(visitor: Visitor, panel: Panel): Promise<void> {
  const state = panel.field('State')
  await state.fill('kansas')
  await visitor.look('states that match')
  await state.press('Enter')
  expect(await state.inputValue()).toBe('Kansas')
  await state.fill('Texaz')
  await panel.press('Save member')
  await panel.root.getByText('“Texaz” is not in the list.').first().waitFor()
  expect(await panel.root.isVisible()).toBe(true)
  await state.fill('texas')
  await state.press('Tab')
  expect(await state.inputValue()).toBe('Texas')
}

/** A search that was not asked yet stays behind when one goes to another page. */
async function leaveWhileTyping(members: MembersPage): Promise<void> {
  await members.search('Search members', 'zebra')
  await members.go('Brokers')
  await members.page.waitForFunction(
    (since) => performance.now() - since > 600,
    await members.page.evaluate(() => performance.now()),
  )
  expect(new URL(members.page.url()).search).toBe('')
  await members.page.goBack()
  await members.row(listed).first().waitFor()
}

async function changeStatuses(visitor: Visitor, members: MembersPage): Promise<void> {
  const rule = effectiveOfToday()
  await members.change(
    name,
    'Terminate Member',
    `${name} becomes In-Active ${rule.atOnce ? 'immediately' : `on ${rule.day}`}`,
  )
  await members.shows(listed, rule.atOnce ? 'In-Active' : 'Pending In-Active')
  if (rule.atOnce) await members.change(name, 'Activate Member', `${name} becomes Active immediately`, today())
  else
    await members.change(
      name,
      'Undo Pending Status Change',
      `${name} does not become In-Active on ${rule.day} and stays Active.`,
    )
  await members.change(
    name,
    'Terminate Member',
    `${name} becomes In-Active immediately, as of 02/01/2025.`,
    '02/01/2025',
  )
  await members.shows(listed, 'In-Active')
  await members.change(name, 'Activate Member', `${name} becomes Active on 01/01/2199.`, '01/01/2199')
  await members.shows(listed, 'Pending Active')
  await members.change(
    name,
    'Undo Pending Status Change',
    `${name} does not become Active on 01/01/2199 and stays In-Active.`,
  )
  await members.change(name, 'Activate Member', `${name} becomes Active immediately, as of 03/01/2025.`, '03/01/2025')
  await members.expand(name)
  const history = visitor.page.getByRole('region', { name: 'Status history' }).getByRole('row')
  await history.nth(1).waitFor()
  const shown = await history.allTextContents()
  expect(shown.filter((row) => !row.includes('Undone')).slice(1)).toEqual([
    `Active03/01/2025${today()}`,
    `In-Active02/01/2025${today()}`,
    `Active01/15/2024${today()}`,
  ])
  expect(shown.filter((row) => row.includes('01/01/2199'))).toEqual([expect.stringContaining('Undone')])
  await visitor.look('status history')
  await members.button(`Details of ${name}`).click()
}

journey('a member is made, changed, ended and activated, welcomed and listed', async ({ visitor, program }) => {
  const members = await openMembers(visitor)
  await makeTwice(visitor, members)
  await editLast(visitor, members)
  await leaveWhileTyping(members)
  await changeStatuses(visitor, members)

  const welcome = await members.openAction('Send Welcome Emails')
  await welcome.root.getByRole('textbox', { name: 'Filter members' }).fill('imogene')
  await members.box(welcome, new RegExp(name)).waitFor()
  await members.box(welcome, 'Select all').check()
  await visitor.look('welcome emails')
  await welcome.press('Send Emails (1)')
  await welcome.closed()
  await members.noticed('The welcome emails have been sent successfully!')
  expect(await letterTo(program, email)).toContain('Imogene')
  const once = await members.openAction('Send Welcome Emails')
  await once.root.getByText(`Sent ${today()}`).waitFor()
  await expect.poll(() => members.box(once, new RegExp(name)).isDisabled()).toBe(true)
  await once.close()

  const census = await members.openAction('Download Member Census')
  await visitor.look('download census')
  const all = await members.census(census)
  expect(all).toHaveLength(3)
  expect(all.filter((line) => line.includes('TIF-20450'))).toEqual([expect.stringContaining('Dunmore')])
  await census.choose('Member status', 'In-Active')
  expect(await members.census(census)).toHaveLength(1)
  await census.close()
})

journey('two people at one member: the second is told, and overwrites knowingly', async ({ visitor, another }) => {
  visitor.expects(/status of 409/)
  const other = await another()
  const list = '/employers?q=Bluefern Dental Partners'
  const members: MembersPage[] = []
  for (const [index, who] of [other, visitor].entries()) {
    await new Gate(who).signIn('dana.reyes@demo.example', undefined, list)
    await new GroupsPage(who).openGroup('Bluefern Dental Partners')
    await new GroupPage(who).openTab('Bluefern Dental Partners', 'Members')
    members[index] = new MembersPage(who)
  }
  const [theirs, mine] = members
  if (!theirs || !mine) throw new Error('There are two of them.')
  const label =
    (await theirs.page
      .getByRole('button', { name: /^Details of / })
      .first()
      .getAttribute('aria-label')) ?? ''
  const person = label.replace('Details of ', '')
  const first = await theirs.edit(person)
  const second = await mine.edit(person)
  await first.fill({ City: 'Savannah' })
  await theirs.save(first, updated)
  await second.fill({ Unit: 'Apt 7' })
  await second.press('Save member')
  await second.root.getByText('Someone else has changed this.').waitFor()
  await second.root
    .getByText(/Dana Reyes/)
    .first()
    .waitFor()
  await visitor.look('someone else has changed it')
  await second.press('Save mine anyway')
  await second.closed()
  await mine.noticed(updated)
  const again = await theirs.edit(person)
  await expect.poll(() => again.field('City').inputValue()).toBe('Savannah')
  expect(await again.field('Unit').inputValue()).toBe('Apt 7')
})
