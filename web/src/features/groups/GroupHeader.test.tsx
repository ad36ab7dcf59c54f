import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { businessDay, changeDay, date } from '../../lib/format/dates'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { emptyCards } from '../../testing/groups'
import type { Action } from '../../session/session'
import { me, renderRoute } from '../../testing/renderRoute'
import { wholeGroup } from '../../testing/wholeGroup'
import { terminationDate } from './GroupActions'

const alertNote = {
  Id: 3,
  NoteId: 3,
  EmployerGroupId: 7,
  NoteType: 1,
  Body: 'Do not bill terminated drivers before the union file arrives. Expected by 12/02; ask payroll if it is late.',
  Note: '',
  CreatedOn: '2026-11-16T15:00:00Z',
  CreatedBy: 'Dana Reyes',
  UpdatedOn: '2026-11-16T15:00:00Z',
  Version: 1,
}
const calls = {
  ...emptyCards(7),
  'GET /employers/7': valid(wholeGroup(7)),
  'GET /employers/7/members/count': valid({ TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 }),
  'GET /employers/7/notes/alerts': valid([alertNote]),
  'GET /invoices': page([]),
  'GET /census/files': page([]),
  'GET /billing/7/pricing': page([]),
  'GET /employees/search': page([]),
}

async function openMenu(address = '/employers/7') {
  const shown = await renderRoute(address)
  await shown.user.click(await screen.findByRole('button', { name: 'More for Harborline Logistics' }))
  return shown
}

it('offers administrators what can be done to a group', async () => {
  stubCalls(calls)
  const { user } = await openMenu()
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Add Contact',
    'Add Note',
    'Sync Insurance',
    'Terminate Group',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Add Note' }))
  expect(await screen.findByRole('dialog', { name: 'Create Note' })).toBeVisible()
})

it('the roster is downloaded from the head, too', async () => {
  stubCalls(calls)
  const { user } = await renderRoute('/employers/7')
  await user.click(await screen.findByRole('button', { name: 'Download Census' }))
  expect(await screen.findByRole('dialog', { name: 'Download Member Census' })).toBeVisible()
})

it('offers others nothing, and asks for no alerts', async () => {
  const made = stubCalls(calls)
  await renderRoute('/employers/7', { can: ['ViewGroups', 'ViewMembers', 'ViewCensus', 'ViewUsers'] })
  expect(await screen.findByRole('region', { name: 'Group Users' })).toBeVisible()
  for (const name of ['Edit', 'Download Census', 'More for Harborline Logistics'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  for (const name of ['Contacts', 'Notes', 'Current Pricing']) expect(screen.queryByRole('region', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'History' })).toBeNull()
  expect(made.of('GET /employers/7/notes/alerts')).toHaveLength(0)
})

it.each(['contact', 'note', 'group', 'sync-insurance', 'terminate-group', 'census-download'])(
  'a link opens no panel for those who may not: %s',
  async (panel) => {
    stubCalls(calls)
    await renderRoute(`/employers/7?panel=${panel}`, { can: ['ViewGroups'] })
    expect(await screen.findByRole('region', { name: 'Info' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

it('shows an alert whole on the overview, and as a chip that leads there elsewhere', async () => {
  stubCalls(calls)
  const { user } = await renderRoute('/employers/7/members')
  await user.click(await screen.findByRole('link', { name: '1 alert' }))
  const alerts = await screen.findByRole('region', { name: 'Alerts' })
  expect(within(alerts).getByText('Do not bill terminated drivers before the union file arrives.')).toBeVisible()
  expect(within(alerts).getByText('Expected by 12/02; ask payroll if it is late.')).toBeVisible()
  expect(within(alerts).getByText('Dana Reyes · 11/16/2026')).toBeVisible()
  expect(screen.queryByRole('link', { name: '1 alert' })).toBeNull()
})

it('says what a termination ends before it does it, and reads everything anew afterwards', async () => {
  const made = stubCalls({ ...calls, 'POST /employers/7/terminate': valid(wholeGroup(7)), 'GET /auth/me': valid(null) })
  const { user } = await renderRoute('/employers/7?panel=terminate-group')
  const panel = await screen.findByRole('dialog', { name: 'Terminate Group' })
  expect(within(panel).getByText('Are you sure you want to terminate this group?')).toBeVisible()
  const from = date(changeDay(businessDay(new Date())))
  expect(
    await within(panel).findByText(`All 412 active members end on ${from}. Pending changes of status are cancelled.`),
  ).toBeVisible()
  await waitFor(() => expect(within(panel).getByRole('button', { name: 'Keep it' })).toHaveFocus())
  const before = made.of('GET /employers/7').length
  await user.click(within(panel).getByRole('button', { name: 'Terminate Group' }))
  expect(await screen.findByText('The group has been terminated.')).toBeVisible()
  expect(made.of('GET /employers/7').length).toBeGreaterThan(before)
})

it.each([
  [
    'is on its way',
    () => new Promise<Response>(() => {}),
    () => screen.findByRole('status', { name: 'Loading the number of members' }),
  ],
  [
    'did not load',
    refused([{ Key: '', Message: 'Out of order.' }], 500),
    () => screen.findByText('The number of members did not load'),
  ],
])('no group is terminated while the number of its members %s', async (_, answer, said) => {
  stubCalls({ ...calls, 'GET /employers/7/members/count': answer })
  await renderRoute('/employers/7?panel=terminate-group')
  const panel = await screen.findByRole('dialog', { name: 'Terminate Group' })
  expect(panel).toContainElement(await said())
  expect(within(panel).getByRole('button', { name: 'Terminate Group' })).toBeDisabled()
  expect(within(panel).queryByText(/active member/)).toBeNull()
})

it('a group without active members ends none', async () => {
  stubCalls({
    ...calls,
    'GET /employers/7/members/count': valid({ TotalMembers: 2, ActiveMembers: 0, InActiveMembers: 2 }),
  })
  await renderRoute('/employers/7?panel=terminate-group')
  expect(await screen.findByText('No member is active. Pending changes of status are cancelled.')).toBeVisible()
})

it.each([
  [null, '2022-01-01', '2026-11-22'],
  [null, '2027-01-01', '2027-01-01'],
  [null, '2026-11-22', '2026-11-22'],
  ['2026-12-31', '2022-01-01', '2026-12-31'],
])('a group with the termination date %s that began on %s ends on %s', (TerminationDate, EffectiveDate, expected) => {
  expect(terminationDate({ TerminationDate, EffectiveDate }, '2026-11-22')).toBe(expected)
})

it('the broker is a link for those only who see it in the list of brokers', async () => {
  const can: readonly Action[] = ['ViewGroups', 'ViewBrokers']
  const of = (Broker: { Id: number; Name: string }) => ({ can, as: { User: { ...me().User, RoleId: 2, Broker } } })
  stubCalls(calls)
  await renderRoute('/employers/7', of({ Id: 10, Name: 'Juniper Benefit Advisors' }))
  expect(await screen.findByRole('link', { name: 'Juniper Benefit Advisors' })).toHaveAttribute(
    'href',
    '/brokers?q=Juniper+Benefit+Advisors&row=10',
  )
  cleanup()
  await renderRoute('/employers/7', of({ Id: 13, Name: 'Meridian Benefits' }))
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Juniper Benefit Advisors' })).toBeNull()
})

it('alerts that do not load say so, whole and as a chip, and are asked again', async () => {
  let isBroken = true
  stubCalls({
    ...calls,
    'GET /employers/7/notes/alerts': (request) =>
      isBroken ? refused([{ Key: '', Message: 'Out of order.' }], 500)(request) : valid([alertNote])(request),
  })
  const { user } = await renderRoute('/employers/7/members')
  const again = await screen.findByRole('button', { name: 'Alerts did not load. Try again' })
  isBroken = false
  await user.click(again)
  expect(await screen.findByRole('link', { name: '1 alert' })).toBeVisible()
})

it('nor are they taken for none on the overview', async () => {
  stubCalls({ ...calls, 'GET /employers/7/notes/alerts': refused([{ Key: '', Message: 'Out of order.' }], 500) })
  await renderRoute('/employers/7')
  expect(await screen.findByText('The alerts did not load.')).toBeVisible()
})

it('a group that is in-active already cannot be terminated', async () => {
  stubCalls({ ...calls, 'GET /employers/7': valid({ ...wholeGroup(7), Status: 1, StatusName: 'In-Active' }) })
  await openMenu()
  expect(await screen.findByRole('menuitem', { name: /Terminate Group/ })).toBeDisabled()
  expect(screen.getByText('This group is in-active already.')).toBeVisible()
  expect(screen.getByText('Inactive')).toBeVisible()
  expect(screen.getByRole('menuitem', { name: 'Sync Insurance' })).toBeEnabled()
})

it('a sync of the insurance says that it worked and closes', async () => {
  const made = stubCalls({
    ...calls,
    'POST /employers/7/sync-insurance': valid({ Synced: 412, InsuranceSyncedOn: '2026-11-20T15:00:00Z' }),
  })
  const { user } = await renderRoute('/employers/7?panel=sync-insurance')
  const panel = await screen.findByRole('dialog', { name: 'Sync Insurance' })
  expect(within(panel).getByText('Are you sure you want to sync insurance for this group?')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Sync Insurance' }))
  expect(await screen.findByText('Insurance has been synced.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(made.of('POST /employers/7/sync-insurance')).toHaveLength(1)
})

it('one that fails says so in the words of the screen, with the reason in the panel', async () => {
  stubCalls({
    ...calls,
    'POST /employers/7/sync-insurance': refused([
      { Key: '', Message: 'The insurance of this group is being synced already.' },
    ]),
  })
  const { user } = await renderRoute('/employers/7?panel=sync-insurance')
  const panel = await screen.findByRole('dialog', { name: 'Sync Insurance' })
  await user.click(within(panel).getByRole('button', { name: 'Sync Insurance' }))
  expect(await screen.findByText('There was an issue syncing insurance.')).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(within(panel).getByText('The insurance of this group is being synced already.')).toBeVisible()
})

it('says beforehand when there is nothing to sync', async () => {
  stubCalls({
    ...calls,
    'GET /employers/7': valid({ ...wholeGroup(7), CollectInsurance: false }),
    'POST /employers/7/sync-insurance': valid({ Synced: 0, InsuranceSyncedOn: null }),
  })
  const { user } = await renderRoute('/employers/7?panel=sync-insurance')
  const panel = await screen.findByRole('dialog', { name: 'Sync Insurance' })
  expect(within(panel).getByText(/neither collects insurance nor bills it/)).toBeVisible()
  expect(within(panel).queryByText(/go to the patient platform/)).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Sync Insurance' }))
  expect(await screen.findByText('Insurance has been synced.')).toBeVisible()
})

const groupUser = (Id: number, FullName: string, Name: string, MayEdit: boolean) => ({
  Id,
  FirstName: '',
  LastName: '',
  FullName,
  Email: 'a@example.com',
  PhoneNumber: null,
  RoleId: 4,
  Role: { Id: 4, Name },
  Broker: null,
  IsDisabled: false,
  LastSignInOn: null,
  MayEdit,
  MayResetPassword: MayEdit,
})

it('the users of a group stand on its overview, with the editor of those that may be edited', async () => {
  const made = stubCalls({
    ...calls,
    'GET /users': page([
      groupUser(12, 'Owen Bracknell', 'Group User', true),
      groupUser(13, 'Sunniva Prewitt', 'Account Manager', false),
    ]),
  })
  await renderRoute('/employers/7')
  const card = await screen.findByRole('region', { name: 'Group Users' })
  expect(await within(card).findByText('Account Manager')).toBeVisible()
  expect(Object.fromEntries(made.last('GET /users').url.searchParams)).toEqual({
    EmployerIds: '7',
    PerPage: '24',
    OrderBy: 'Name',
  })
  expect(within(card).getByRole('link', { name: 'All Users' })).toHaveAttribute('href', '/users')
  expect(within(card).getByRole('link', { name: 'Edit User Owen Bracknell' })).toHaveAttribute(
    'href',
    '/users?expandeduserid=12',
  )
  expect(within(card).queryByRole('link', { name: 'Edit User Sunniva Prewitt' })).toBeNull()
})

it('others see the users without a way to edit them', async () => {
  // One's own name and phone, which are changed under the account.
  stubCalls({ ...calls, 'GET /users': page([groupUser(12, 'Owen Bracknell', 'Group User', true)]) })
  await renderRoute('/employers/7', { can: ['ViewGroups', 'ViewUsers'] })
  const card = await screen.findByRole('region', { name: 'Group Users' })
  expect(await within(card).findByText('Owen Bracknell')).toBeVisible()
  expect(within(card).queryByRole('link')).toBeNull()
})
