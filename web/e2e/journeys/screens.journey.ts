/**
 * Each role at every screen of groups, members, contacts, notes, users and brokers, the history, the own account and what is new:
 * what the role may see is there and works, what it may not see is not.
 */
import { expect } from 'vitest'
import { AccountPage } from '../pages/AccountPage'
import { BrokersPage } from '../pages/BrokersPage'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { MembersPage, updated } from '../pages/MembersPage'
import { UsersPage } from '../pages/UsersPage'
import { journey } from '../support/journey'
import { letterTo } from '../support/mail'
import { openOffice, people, roleIds, type Office } from '../support/office'
import type { Program } from '../support/program'
import type { Visitor } from '../support/visitor'

interface Sees {
  role: string
  roleId: number
  /** In the name of everything that the journey has for itself. */
  word: string
  /** Everything, and to change it. */
  administers: boolean
  /** The pages of users and brokers. */
  manages: boolean
}

const administrator: Sees = {
  role: 'Administrator',
  roleId: roleIds.administrator,
  word: 'Quernmoor',
  administers: true,
  manages: true,
}
const brokerAdministrator: Sees = {
  role: 'Broker Administrator',
  roleId: roleIds.brokerAdministrator,
  word: 'Saltwick',
  administers: false,
  manages: true,
}
const accountManager: Sees = {
  role: 'Account Manager',
  roleId: roleIds.accountManager,
  word: 'Ferrybeck',
  administers: false,
  manages: false,
}
const groupUser: Sees = {
  role: 'Group User',
  roleId: roleIds.groupUser,
  word: 'Otterburn',
  administers: false,
  manages: false,
}

/** Somebody of a role before his office. */
interface Visit {
  program: Program
  visitor: Visitor
  office: Office
  sees: Sees
}

async function groups({ visitor, office, sees }: Visit): Promise<void> {
  const page = new GroupsPage(visitor)
  const further = [
    ...(sees.manages ? ['Users', 'Brokers'] : []),
    ...(sees.administers ? ['API Services', 'API Tokens', 'Audit'] : []),
  ]
  // The groups have no invoice access, and who has one group only is not led to a list of nothing.
  const invoices = sees.roleId === roleIds.groupUser ? [] : ['Invoices']
  await expect
    .poll(() => page.entries())
    .toEqual([
      'Home',
      'Employer Groups',
      'Members',
      'Census Files',
      ...(sees.administers ? ['Billing Runs'] : []),
      ...invoices,
      ...(sees.manages ? ['Commission'] : []),
      ...further,
    ])
  // Who has one group only is led to it.
  if (sees.roleId === roleIds.groupUser) return page.heading(office.group).waitFor()
  await page.find('Search name, group ID or broker', office.broker)
  await page.listed('1–2 of 2 groups')
  expect(Object.keys(await page.addresses()).sort()).toEqual([office.group, office.branch])
  for (const action of ['New Group', `Actions for ${office.group}`])
    await expect.poll(() => page.button(action).count(), { message: action }).toBe(sees.administers ? 1 : 0)
  await visitor.look('groups')
  if (sees.administers) {
    await page.rowAction(office.group, 'Edit Group')
    const panel = await page.panel('Edit Group')
    await expect.poll(() => panel.field('Name').inputValue()).toBe(office.group)
    await visitor.look('edit group')
    await panel.press('Cancel')
    await panel.closed()
  }
  await page.page.getByRole('link', { name: office.group, exact: true }).click()
  await page.heading(office.group).waitFor()
}

/** The cards that everybody sees, and those of administrators. */
const cards = ['Group Users', 'Info', 'Latest Census Files', 'Twelve months', 'Utilization Reports']
const cardsOfAdministrators = [
  'Alerts',
  'Contacts',
  'Current Pricing',
  'Latest Invoices',
  'Notes',
  'Until the first bill',
]

async function overview({ visitor, office, sees }: Visit): Promise<void> {
  const page = new GroupPage(visitor)
  const tabs = sees.administers
    ? ['Overview', 'Members', 'Billing', 'Invoices', 'Census Files', 'History']
    : ['Overview', 'Members', 'Census Files']
  expect(await page.tabs(office.group)).toEqual(tabs)
  await expect.poll(() => page.cards()).toEqual([...cards, ...(sees.administers ? cardsOfAdministrators : [])].sort())
  await visitor.page.getByRole('term').filter({ hasText: 'In-Active Members' }).waitFor()
  await page.card('Group Users').getByText(people.colleague).waitFor()
  await expect
    .poll(() =>
      page
        .card('Group Users')
        .getByRole('link', { name: `Edit User ${people.colleague}` })
        .count(),
    )
    .toBe(sees.manages ? 1 : 0)
  await expect.poll(() => page.card('Info').getByText('Medical copay').count()).toBe(sees.administers ? 1 : 0)
  for (const action of ['Download Census', `More for ${office.group}`])
    await expect.poll(() => page.button(action).count(), { message: action }).toBe(sees.administers ? 1 : 0)
  // The head's and that of the card.
  await expect.poll(() => page.button('Edit').count()).toBe(sees.administers ? 2 : 0)
  await visitor.look('overview')
}

async function contactsAndNotes({ visitor, office, sees }: Visit): Promise<void> {
  const page = new GroupPage(visitor)
  if (!sees.administers) {
    for (const list of ['contacts', 'notes', 'notes/alerts'])
      expect((await visitor.context.request.get(`/api/v1${office.at}/${list}`)).status(), list).toBe(403)
    return
  }
  await page.card('Alerts').getByText(people.alert).waitFor()
  await page.button(`Edit ${people.contact}`).click()
  const contact = await page.panel('Edit Contact')
  await expect.poll(() => contact.field('Department').inputValue()).toBe('Payroll')
  await visitor.look('edit contact')
  await contact.fill({ Department: 'Benefits desk' })
  await contact.press('Save contact')
  await page.noticed('The contact has been updated.')
  await page.card('Contacts').getByText('Benefits desk').waitFor()
  await page.noteAction(people.note, 'Edit')
  const note = await page.panel('Edit Note')
  await expect.poll(() => note.field('Note').inputValue()).toBe(people.note)
  await visitor.look('edit note')
  await note.tab('History')
  await note.root.getByText('Note added', { exact: true }).waitFor()
  await note.press('Done')
  await note.closed()
}

async function editGroup({ visitor, sees }: Visit): Promise<void> {
  if (!sees.administers) return
  const page = new GroupPage(visitor)
  await page.button('Edit').first().click()
  const panel = await page.panel('Edit Group')
  await panel.switchOn('Collect insurance')
  await panel.press('Save group')
  await page.noticed('The group has been updated successfully!')
}

async function members({ visitor, office, sees }: Visit): Promise<void> {
  const page = new MembersPage(visitor)
  await new GroupPage(visitor).openTab(office.group, 'Members')
  await page.listed('1–2 of 2 members')
  await expect.poll(() => page.names()).toEqual([people.stays.listed, people.leaves.listed])
  await visitor.look('members')
  await page.expand(people.stays.name)
  await visitor.page.getByRole('region', { name: 'Status history' }).getByText('Active', { exact: true }).waitFor()
  await visitor.page.getByText(`${sees.word}-0`, { exact: true }).waitFor()
  const fresh = await page.openPanel('New Member', 'Create Member')
  await fresh.field('First name').waitFor()
  await expect.poll(() => page.box(fresh, 'Override effective date').count()).toBe(sees.administers ? 1 : 0)
  await fresh.press('Cancel')
  await fresh.closed()
  const panel = await page.edit(people.stays.name)
  await expect.poll(() => panel.field('Unique ID').isDisabled()).toBe(true)
  await expect.poll(() => panel.root.getByRole('tab', { name: 'History' }).count()).toBe(sees.administers ? 1 : 0)
  await visitor.look('edit member')
  await panel.fill({ City: 'Sarasota' })
  await page.save(panel, updated)
  await page.row(people.stays.listed).getByText('Sarasota').waitFor()
}

async function panelsOfMembers({ program, visitor, sees }: Visit): Promise<void> {
  const page = new MembersPage(visitor)
  const welcome = await page.openAction('Send Welcome Emails')
  await welcome.root.getByText('Only active members with an email address will be shown below.').waitFor()
  await page.box(welcome, new RegExp(people.stays.name)).check()
  await welcome.press('Send Emails (1)')
  await page.noticed('The welcome emails have been sent successfully!')
  expect(await letterTo(program, `thea@${sees.word.toLowerCase()}.example`)).toContain('Thea')
  await page.rowAction(people.leaves.name, 'Terminate Member')
  const status = await page.panel('Change Status')
  await status.root.getByText(`${people.leaves.name} becomes In-Active`).waitFor()
  await expect.poll(() => page.box(status, 'Override effective date').count()).toBe(sees.administers ? 1 : 0)
  await visitor.look('change status')
  await status.press('Terminate Member')
  await status.closed()
  await page.noticed("The member's status has been updated successfully!")
  await page.shows(people.leaves.listed, 'In-Active')
  const census = await page.openAction('Download Member Census')
  const lines = await page.census(census)
  expect(lines).toHaveLength(3)
  for (const id of [`${sees.word}-0`, `${sees.word}-1`])
    expect(
      lines.filter((line) => line.includes(id)),
      id,
    ).toHaveLength(1)
  await census.close()
  if (sees.administers) await (await page.openPanel('Download Census', 'Download Member Census')).close()
}

async function allMembers({ visitor, office, sees }: Visit): Promise<void> {
  const page = new MembersPage(visitor)
  await page.go('Members')
  await page.find('Search member or group', sees.word)
  await page.listed('1–2 of 2 members')
  expect(await page.groupsShown()).toEqual([office.group])
  for (const action of ['New Member', `Actions for ${people.stays.name}`])
    expect(await page.button(action).count(), action).toBe(0)
  await page.expand(people.stays.name)
  await visitor.page.getByRole('region', { name: 'Status history' }).waitFor()
  await visitor.look('all members')
}

async function users({ visitor, office, sees }: Visit): Promise<void> {
  const page = new UsersPage(visitor)
  if (!sees.manages) return isNoPage(visitor, '/users?expandeduserid=1')
  await page.open()
  await page.find('Search name, email or broker', office.broker)
  await page.listed(sees.administers ? '1–1 of 1 user' : '1–2 of 2 users')
  expect(await page.offered(people.colleague)).toEqual([
    'Edit User',
    'Send Password Reset',
    ...(sees.administers ? ['Impersonate User', 'Reset Second Factor'] : []),
  ])
  const panel = await page.edit(people.colleague)
  await expect.poll(() => panel.field('Broker').count()).toBe(sees.administers ? 1 : 0)
  await expect.poll(() => panel.root.getByRole('tab', { name: 'History' }).count()).toBe(sees.administers ? 1 : 0)
  await visitor.look('edit user')
  await panel.fill({ 'Phone number': '8135550142' })
  await panel.press('Save user')
  await page.noticed('The user was updated successfully!')
  await page.row(people.colleague).getByText('(813) 555-0142').waitFor()
  await expect.poll(() => page.button('More actions').count()).toBe(sees.administers ? 1 : 0)
  if (!sees.administers) return
  await page.button('More actions').click()
  await visitor.page.getByRole('menuitem', { name: 'Security' }).click()
  const security = await page.panel('Security')
  await security.root.getByRole('checkbox', { name: 'Group User' }).waitFor()
  await visitor.look('security')
  await security.press('Cancel')
  await security.closed()
}

async function brokers({ visitor, office, sees }: Visit): Promise<void> {
  const page = new BrokersPage(visitor)
  if (!sees.manages) return isNoPage(visitor, '/brokers')
  await page.open()
  await page.find('Search brokers', office.broker)
  await page.listed('1–1 of 1 broker')
  for (const action of ['New Broker', `Actions for ${office.broker}`])
    await expect.poll(() => page.button(action).count(), { message: action }).toBe(sees.administers ? 1 : 0)
  await page.expand(office.broker)
  await page.below('Users').filter({ hasText: people.colleague }).waitFor()
  await page.below('Employer Groups').nth(1).waitFor()
  await visitor.look('expanded broker')
  await page.filter('Employer Groups', 'works')
  await expect
    .poll(() => page.below('Employer Groups').allTextContents())
    .toEqual([expect.stringContaining(office.branch)])
  if (!sees.administers) return
  const panel = await page.edit(office.broker)
  await visitor.look('edit broker')
  await panel.fill({ 'Grace period': '12' })
  await panel.pick('Send welcome emails', 'No')
  await page.save(panel)
  const again = await page.edit(office.broker)
  await expect.poll(() => again.field('Grace period').inputValue()).toBe('12 days')
  await again.tab('History')
  await again.root.getByText('Broker changed', { exact: true }).waitFor()
  await again.press('Done')
  await again.closed()
}

async function history({ visitor, office, sees }: Visit): Promise<void> {
  if (!sees.administers) {
    for (const path of [`${office.at}/history`, '/audit']) await isNoPage(visitor, path)
    return
  }
  const page = new GroupPage(visitor)
  await visitor.page.goto(office.at)
  await page.openTab(office.group, 'History')
  for (const text of ['Group created', 'Group changed']) await page.row(text).first().waitFor()
  await page.go('Audit')
  await page.find('Search action or user', sees.word)
  await page
    .row('Broker changed')
    .getByRole('button', { name: /^Details of / })
    .click()
  await visitor.page.getByText('Caused by').waitFor()
  await visitor.look('audit')
}

/** A page the role has not: neither its entry nor its address. */
async function isNoPage(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.goto(path)
  await new GroupsPage(visitor).isMissing()
}

async function account({ visitor, office, sees }: Visit): Promise<void> {
  const page = new AccountPage(visitor)
  await page.open()
  await visitor.page.getByRole('region', { name: 'You', exact: true }).getByText(sees.role, { exact: true }).waitFor()
  await visitor.page.getByRole('region', { name: 'Open sessions' }).getByText('This one').waitFor()
  const details = await page.openPanel('Edit', 'Your details')
  await details.fill({ 'First name': 'Inez' })
  await visitor.look('own details')
  await details.press('Save details')
  await page.noticed('Your details have been saved.')
  const word = await page.openPanel('Change password', 'Change password')
  await visitor.look('change password')
  await word.press('Cancel')
  await word.closed()
  await page.setUpSecondFactor(office.password)
  const key = await page.makeKey('Roster export')
  const answer = await visitor.context.request.get('/api/v1/employers/search?Page=1&PerPage=1', {
    headers: { authorization: `Bearer ${key}`, cookie: '' },
  })
  expect(answer.status()).toBe(200)
  await page.button('Revoke Roster export').click()
  await (await page.panel('Revoke access key')).press('Revoke key')
  await page.noticed('The access key has been revoked.')
}

async function whatIsNew({ visitor }: Visit): Promise<void> {
  const page = new AccountPage(visitor)
  await page.choose('Recent updates')
  const panel = await page.panel('Welcome back!')
  const guide = panel.root.getByRole('link', { name: 'Download the quickstart guide' })
  expect((await visitor.context.request.get((await guide.getAttribute('href')) ?? '')).headers()['content-type']).toBe(
    'application/pdf',
  )
  await visitor.look('what is new')
  await panel.close()
}

const screens = [
  groups,
  overview,
  contactsAndNotes,
  editGroup,
  members,
  panelsOfMembers,
  allMembers,
  users,
  brokers,
  history,
  account,
  whatIsNew,
]

journey.for([administrator, brokerAdministrator, accountManager, groupUser].map((sees) => [sees.role, sees] as const))(
  '%s: every screen of groups and people',
  async ([, sees], { program, visitor }) => {
    const office = await openOffice(program, sees.word, sees.roleId)
    await new Gate(visitor).signIn(office.email, office.password, '/employers')
    for (const screen of screens) await screen({ program, visitor, office, sees })
  },
)
