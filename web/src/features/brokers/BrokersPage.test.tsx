import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'

const meridian = { Id: 13, Name: 'Meridian Benefits' }
const juniper = { Id: 10, Name: 'Juniper Benefit Advisors', MasterBroker: meridian, EmployerGroups: 20, Users: 1 }
const alderway = { Id: 1, Name: 'Alderway Benefits', MasterBroker: null, EmployerGroups: 0, Users: 0 }
const days = valid([
  { Name: '3', Value: 3 },
  { Name: '4', Value: 4 },
])
const record = {
  ...juniper,
  MasterBrokerId: 13,
  ProcessDependentsInCensus: true,
  SendWelcomeEmails: null,
  RequirePatientMfa: false,
  InvoicePeriodStartDay: 4,
  InvoicePeriodEndDay: 3,
  InvoiceGracePeriod: 10,
  BillingLookbackMonths: 3,
  EmployerGroupIds: [1],
  UserIds: [3],
  Version: 4,
}
const lists = {
  'GET /brokers/search': page([juniper, alderway], 61),
  'GET /brokers': valid([meridian, { Id: 10, Name: 'Juniper Benefit Advisors' }]),
  'GET /lists/billing/invoice-period-days': days,
  'GET /employers': valid([
    { Id: 1, Name: 'Harborline Logistics', GroupId: '10551' },
    { Id: 2, Name: 'Kestrel Freight', GroupId: '10662' },
  ]),
  'GET /users': page([
    { Id: 3, FullName: 'Sunniva Prewitt', Email: 'sunniva@example.com', RoleId: 2 },
    { Id: 4, FullName: 'Hollis Yarrow', Email: 'hollis@example.com', RoleId: 3 },
    { Id: 5, FullName: 'Dana Reyes', Email: 'dana@example.com', RoleId: 1 },
  ]),
}

it('lists brokers with their master broker and counts, 24 to a page', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/brokers')
  const row = await screen.findByRole('row', { name: /Juniper/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(expect.arrayContaining(['Juniper Benefit Advisors', 'Meridian Benefits', '20', '1']))
  expect(within(screen.getByRole('row', { name: /Alderway/ })).getByText('-')).toBeVisible()
  expect(Object.fromEntries(calls.last('GET /brokers/search').url.searchParams)).toEqual({
    Page: '1',
    PerPage: '24',
    OrderBy: 'Id',
    OrderDesc: 'false',
  })
  expect(screen.getByText(/of 61 brokers/)).toBeVisible()
})

it('who may not edit brokers sees neither New Broker nor the row menus, and no link opens the editor', async () => {
  stubCalls(lists)
  await renderRoute('/brokers?panel=broker.10', { can: ['ViewBrokers'] })
  await screen.findByRole('row', { name: /Juniper/ })
  expect(screen.queryByRole('button', { name: 'New Broker' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a row opens to its groups and users, each with a filter', async () => {
  stubCalls({
    ...lists,
    'GET /brokers/10/employers': valid([
      { Id: 1, Name: 'Harborline Logistics', GroupId: '10551' },
      { Id: 2, Name: 'Kestrel Freight', GroupId: '10662' },
    ]),
    'GET /brokers/10/users': valid([{ Id: 3, FullName: 'Sunniva Prewitt', Email: 'sunniva@example.com' }]),
  })
  const { user, router } = await renderRoute('/brokers')
  const toggle = await screen.findByRole('button', { name: 'Details of Juniper Benefit Advisors' })
  await user.click(toggle)
  expect(await screen.findByText('Harborline Logistics')).toBeVisible()
  expect(screen.getByText('sunniva@example.com')).toBeVisible()
  expect(router.state.location.search).toEqual({ row: '10' })
  await user.type(screen.getByRole('textbox', { name: 'Filter Employer Groups' }), '10662')
  expect(screen.queryByText('Harborline Logistics')).toBeNull()
  expect(screen.getByText('Kestrel Freight')).toBeVisible()
})

it('creates a broker with the usual period and says so', async () => {
  const calls = stubCalls({ ...lists, 'POST /brokers': valid({ ...record, Id: 62 }) })
  const { user, router } = await renderRoute('/brokers')
  await user.click(await screen.findByRole('button', { name: 'New Broker' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Broker' })
  await user.type(within(panel).getByRole('textbox', { name: 'Name' }), 'Vale & Sons')
  await user.click(within(within(panel).getByRole('radiogroup', { name: 'Send welcome emails' })).getByText('No'))
  await user.click(within(panel).getByRole('button', { name: 'Save broker' }))
  expect(await screen.findByText('The broker has been created successfully!')).toBeVisible()
  expect(calls.last('POST /brokers').body).toEqual({
    Name: 'Vale & Sons',
    MasterBrokerId: null,
    ProcessDependentsInCensus: null,
    SendWelcomeEmails: false,
    RequirePatientMfa: null,
    InvoicePeriodStartDay: 4,
    InvoicePeriodEndDay: 3,
    InvoiceGracePeriod: 0,
    BillingLookbackMonths: 3,
    EmployerGroupIds: null,
    UserIds: null,
    Version: null,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({})
  expect(calls.of('GET /brokers/search').length).toBeGreaterThan(1)
})

it('edits with the version that was read, offers every master but itself, and shows errors under the fields', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /brokers/10': valid(record),
    'PUT /brokers/10': refused([{ Key: 'InvoiceGracePeriod', Message: 'Enter 0 to 90 days.' }]),
  })
  const { user } = await renderRoute('/brokers?panel=broker.10')
  const panel = await screen.findByRole('dialog', { name: 'Edit Broker' })
  const name = await within(panel).findByRole('textbox', { name: 'Name' })
  expect(name).toHaveValue('Juniper Benefit Advisors')
  await user.click(within(panel).getByRole('combobox', { name: /Master broker/ }))
  expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toContain(
    'Meridian Benefits',
  )
  expect(screen.queryByRole('option', { name: 'Juniper Benefit Advisors', hidden: true })).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Save broker' }))
  expect(await within(panel).findByText('Enter 0 to 90 days.')).toBeVisible()
  expect(within(panel).getByRole('textbox', { name: /Grace period/ })).toHaveFocus()
  expect(calls.last('PUT /brokers/10').body).toMatchObject({
    Name: 'Juniper Benefit Advisors',
    MasterBrokerId: 13,
    Version: 4,
  })
})

it('gives groups and users to a broker, and sends only what was touched', async () => {
  const calls = stubCalls({ ...lists, 'GET /brokers/10': valid(record), 'PUT /brokers/10': valid(record) })
  const { user } = await renderRoute('/brokers?panel=broker.10')
  const panel = await screen.findByRole('dialog', { name: 'Edit Broker' })
  expect(await within(panel).findByText('Harborline Logistics (10551)')).toBeVisible()
  await user.click(within(panel).getByRole('combobox', { name: /users/i }))
  expect(screen.queryByRole('option', { name: /Dana Reyes/, hidden: true })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'Hollis Yarrow (hollis@example.com)' }))
  await user.click(within(panel).getByRole('button', { name: 'Save broker' }))
  expect(await screen.findByText('The broker has been updated successfully!')).toBeVisible()
  expect(calls.last('PUT /brokers/10').body).toMatchObject({ EmployerGroupIds: null, UserIds: [3, 4], Version: 4 })
})

it('a number that is emptied is asked for, not replaced by the usual one', async () => {
  const calls = stubCalls({ ...lists, 'GET /brokers/10': valid(record) })
  const { user } = await renderRoute('/brokers?panel=broker.10')
  const panel = await screen.findByRole('dialog', { name: 'Edit Broker' })
  const grace = await within(panel).findByRole('textbox', { name: /Grace period/ })
  const back = within(panel).getByRole('textbox', { name: /Correct bills/ })
  await user.clear(grace)
  await user.clear(back)
  await user.click(within(panel).getByRole('button', { name: 'Save broker' }))
  await waitFor(() => expect(grace).toHaveAccessibleDescription('Invoice Grace Period is required.'))
  expect(back).toHaveAccessibleDescription('Billing Look-back is required.')
  expect(calls.of('PUT /brokers/10')).toHaveLength(0)
})

it('says who decides where the broker leaves a setting unset', async () => {
  stubCalls(lists)
  await renderRoute('/brokers?panel=broker')
  expect(
    await screen.findByText(
      "Yes or No is in force for every group of the broker. Left unset, the group's master broker decides, else the group itself.",
    ),
  ).toBeVisible()
})

it('offers every user, however many there are', async () => {
  const person = (Id: number) => ({ Id, FullName: `Person ${Id}`, Email: `p${Id}@example.com`, RoleId: 3 })
  const all = Array.from({ length: 1003 }, (_, index) => person(index + 1))
  const calls = stubCalls({
    ...lists,
    'GET /brokers/10': valid({ ...record, UserIds: [1002] }),
    'GET /users': (request) => {
      const from = (Number(new URL(request.url).searchParams.get('Page')) - 1) * 1000
      return page(all.slice(from, from + 1000), all.length, 1000)(request)
    },
  })
  const { user } = await renderRoute('/brokers?panel=broker.10')
  const panel = await screen.findByRole('dialog', { name: 'Edit Broker' })
  expect(await within(panel).findByText('Person 1002 (p1002@example.com)')).toBeVisible()
  await user.click(within(panel).getByRole('combobox', { name: /users/i }))
  await user.keyboard('1003')
  expect(await screen.findByRole('option', { name: 'Person 1003 (p1003@example.com)' })).toBeVisible()
  expect(calls.of('GET /users').map(({ url }) => url.searchParams.get('Page'))).toEqual(['1', '2'])
})

it('choices that do not load are not taken for none', async () => {
  const broken = refused([{ Key: '', Message: 'Out of order.' }], 500)
  stubCalls({ ...lists, 'GET /brokers/10': valid(record), 'GET /brokers': broken, 'GET /users': broken })
  await renderRoute('/brokers?panel=broker.10')
  const panel = await screen.findByRole('dialog', { name: 'Edit Broker' })
  await waitFor(() => expect(within(panel).getAllByText(/The choices did not load: Out of order\./)).toHaveLength(2))
})

it('is no page for who may not see brokers, and asks the server for none', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/brokers', { can: ['ViewGroups'] })
  expect(await screen.findByText('There is no such page')).toBeVisible()
  expect(calls.of('GET /brokers/search')).toHaveLength(0)
})
