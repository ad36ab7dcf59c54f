import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'

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
  const calls = stubCalls({ ...lists, 'POST /employers': valid({ Id: 8 }) })
  const { user } = await renderRoute('/employers?panel=group')
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
  expect(emails).not.toBeChecked()
  const master = within(panel).getByRole('combobox', { name: /Master broker/ })
  await user.click(master)
  expect(await within(choicesOf(master)).findByText('Meridian Benefits')).toBeVisible()
  expect(within(choicesOf(master)).queryByText('Juniper Benefit Advisors')).toBeNull()
})

function choicesOf(combobox: HTMLElement): HTMLElement {
  const list = document.getElementById(combobox.getAttribute('aria-controls') ?? '')
  if (!list) throw new Error('The choices are not open.')
  return list
}
