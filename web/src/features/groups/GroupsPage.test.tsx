import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { groupAnswers } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'
import { wholeGroup } from '../../testing/wholeGroup'

const juniper = { Id: 10, Name: 'Juniper Benefit Advisors' }
const meridian = { Id: 13, Name: 'Meridian Benefits' }
const harborline = {
  Id: 7,
  Name: 'Harborline Logistics',
  GroupId: '10551',
  Broker: juniper,
  EffectiveDate: '2022-01-01',
  TerminationDate: null,
  RenewalDate: null,
  Status: 1,
  StatusName: 'In-Active',
  StatusColor: '#dc3545',
  ActiveMembers: 412,
  TotalMembers: 587,
}
const broker = {
  ...juniper,
  ProcessDependentsInCensus: null,
  SendWelcomeEmails: false,
  RequirePatientMfa: null,
  Version: 1,
}
const lists = {
  'GET /employers/search': page([harborline], 142),
  'GET /employers/next-group-id': valid('15214'),
  'GET /brokers': valid([juniper, meridian]),
  'GET /brokers/10': valid(broker),
  'GET /benefits/services': valid([]),
  'GET /api-services': refused([{ Key: '', Message: 'No.' }], 500),
}

it('lists groups 24 to a page, each leading to its overview, an In-Active one as Inactive', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/employers')
  const row = await screen.findByRole('row', { name: /Harborline/ })
  expect(within(row).getByRole('link', { name: 'Harborline Logistics' })).toHaveAttribute('href', '/employers/7')
  expect(within(row).getByText('Inactive')).toBeVisible()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Group ID',
    'Broker',
    'Effective Date',
    'Termination Date',
    'Renewal Date',
    'Status',
    'Actions',
  ])
  expect(screen.getByRole('searchbox', { name: 'Search name, group ID or broker' })).toBeVisible()
  expect(Object.fromEntries(calls.last('GET /employers/search').url.searchParams)).toEqual({
    Page: '1',
    PerPage: '24',
    OrderBy: 'Id',
    OrderDesc: 'false',
  })
})

it('who belongs to one group is led straight to it', async () => {
  stubCalls({
    ...lists,
    'GET /employers/search': page([harborline], 1),
    'GET /employers/7': valid(harborline),
    'GET /employers/7/members/count': valid({ TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 }),
  })
  const { router } = await renderRoute('/employers', { can: ['ViewGroups'] })
  await waitFor(() => expect(router.state.location.pathname).toBe('/employers/7'))
})

it('who may not edit groups sees neither New Group nor the row menus, and no link opens the editor', async () => {
  stubCalls(lists)
  await renderRoute('/employers?panel=group.7', { can: ['ViewGroups'] })
  await screen.findByRole('row', { name: /Harborline/ })
  expect(screen.queryByRole('button', { name: 'New Group' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a new group starts with the suggested Group ID and the usual settings, and names its pricing after itself', async () => {
  const calls = stubCalls({ ...lists, ...groupAnswers(8), 'POST /employers': valid({ Id: 8 }) })
  const { user, router } = await renderRoute('/employers?panel=group')
  const panel = await screen.findByRole('dialog', { name: 'Create Group' })
  expect(await within(panel).findByRole('textbox', { name: 'Group ID' })).toHaveValue('15214')
  expect(await within(panel).findByText('No ERP systems configured.')).toBeVisible()
  await user.type(within(panel).getByRole('textbox', { name: 'Name' }), 'Vale Freight')
  await user.tab()
  expect(within(panel).getByRole('textbox', { name: 'Default pricing group name' })).toHaveValue(
    'Vale Freight Standard Pricing',
  )
  await user.click(within(panel).getByRole('button', { name: 'Create group' }))
  expect(await screen.findByText('The group was created successfully!')).toBeVisible()
  await waitFor(() => expect(router.state.location.pathname).toBe('/employers/8'))
  expect(calls.last('POST /employers').body).toMatchObject({
    Name: 'Vale Freight',
    GroupId: '15214',
    SendWelcomeEmails: true,
    ExplicitImport: true,
    ProcessDependentsInCensus: false,
    EnableInvoiceAccess: false,
    UtilizationMemberSource: 0,
    DefaultPricingGroupRate: 49,
    DefaultAfterHoursFee: 5,
    EffectiveDate: null,
    Version: null,
  })
})

it('the master broker is another than the broker, and what the broker decides is locked', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/employers?panel=group')
  const panel = await screen.findByRole('dialog', { name: 'Create Group' })
  const broker = await within(panel).findByRole('combobox', { name: 'Broker' })
  await user.click(broker)
  await user.click(await within(choicesOf(broker)).findByText('Juniper Benefit Advisors'))
  expect(await within(panel).findByText('This option is overridden at the broker level.')).toBeVisible()
  const emails = within(panel).getByRole('switch', { name: /Send welcome emails/ })
  expect(emails).toBeDisabled()
  expect(emails.closest('[data-span]')?.querySelector('svg')).toBeInTheDocument()
  expect(emails).not.toBeChecked()
  const master = within(panel).getByRole('combobox', { name: /Master broker/ })
  await user.click(master)
  expect(await within(choicesOf(master)).findByText('Meridian Benefits')).toBeVisible()
  expect(within(choicesOf(master)).queryByText('Juniper Benefit Advisors')).toBeNull()
})

const edited = {
  ...lists,
  'GET /employers/7/contacts': valid([]),
  'GET /billing/7/pricing': page([]),
  'PUT /employers/7': valid(wholeGroup(7)),
}
const ended = { ...wholeGroup(7), Status: 1, StatusName: 'In-Active', TerminationDate: '2026-07-20' }

it('an active group is not ended by its editor, which says where it is', async () => {
  stubCalls({ ...edited, 'GET /employers/7': valid(wholeGroup(7)) })
  await renderRoute('/employers?panel=group.7')
  const panel = await screen.findByRole('dialog', { name: 'Edit Group' })
  expect(await within(panel).findByText(/ended with its members by Terminate Group/)).toBeVisible()
  expect(within(panel).queryByRole('radio', { name: 'In-Active' })).toBeNull()
})

it('making a group Active again takes its termination date and asks about the members that ended with it', async () => {
  const calls = stubCalls({
    ...edited,
    'GET /employers/7': valid(ended),
    'GET /employers/7/reactivation': valid({ EndedMembers: 412, EffectiveDate: '2026-08-01' }),
  })
  const { user } = await renderRoute('/employers?panel=group.7')
  const panel = await screen.findByRole('dialog', { name: 'Edit Group' })
  await user.click(await within(panel).findByRole('radio', { name: 'Active' }))
  expect(within(panel).getByText(/its termination date 07\/20\/2026 is taken away/)).toBeVisible()
  expect(within(panel).getByRole('textbox', { name: /Termination date/ })).toHaveValue('')
  const question = await within(panel).findByRole('radiogroup', { name: '412 members ended with the group' })
  expect(within(question).getByRole('radio', { name: 'Leave ended' })).not.toBeChecked()
  await user.click(within(question).getByRole('radio', { name: 'Bring back' }))
  expect(within(panel).getByRole('textbox', { name: 'Active again from' })).toHaveValue('08/01/2026')
  await user.click(within(panel).getByRole('button', { name: 'Save group' }))
  await waitFor(() => expect(calls.of('PUT /employers/7')).toHaveLength(1))
  expect(calls.last('PUT /employers/7').body).toMatchObject({
    Status: 0,
    TerminationDate: null,
    BringBackMembers: true,
    MembersEffectiveDate: '2026-08-01',
  })
})

it('a group that stays In-Active says nothing of its members', async () => {
  const calls = stubCalls({ ...edited, 'GET /employers/7': valid(ended) })
  const { user } = await renderRoute('/employers?panel=group.7')
  const panel = await screen.findByRole('dialog', { name: 'Edit Group' })
  await user.type(await within(panel).findByRole('textbox', { name: /Tax ID number/ }), '1')
  await user.click(within(panel).getByRole('button', { name: 'Save group' }))
  await waitFor(() => expect(calls.of('PUT /employers/7')).toHaveLength(1))
  expect(calls.last('PUT /employers/7').body).toMatchObject({
    Status: 1,
    TerminationDate: '2026-07-20',
    BringBackMembers: null,
    MembersEffectiveDate: null,
  })
})

function choicesOf(combobox: HTMLElement): HTMLElement {
  const list = document.getElementById(combobox.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error('The choices are not open.')
  return list
}
