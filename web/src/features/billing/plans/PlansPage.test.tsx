import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'

const group = {
  Id: 7,
  GroupId: '10551',
  Name: 'Harborline Logistics',
  Broker: { Id: 10, Name: 'Juniper' },
  EffectiveDate: '2022-01-01',
  Status: 0,
  StatusName: 'Active',
  StatusColor: '#28a745',
  AllowManualAdds: false,
  EnableInvoiceAccess: false,
  Version: 3,
}
const medical = {
  Id: 3,
  EmployerId: 7,
  Name: 'Medical PEPM',
  ApiServiceId: 1,
  ApiServiceName: 'NetSuite production',
  ErpCustomerId: '447',
  ErpCustomerName: 'Harborline',
  ErpDefaultInvoiceTermId: '8',
  GenerateInvoice: true,
  SendInvoice: true,
  InvoiceRecipientEmailAddresses: '',
  Active: true,
  ExpirationDate: null,
  BillingType: 2,
  Version: 5,
}
const calls = {
  'GET /employers/7': valid(group),
  'GET /employers/7/members/count': valid({ TotalMembers: 0, ActiveMembers: 0, InActiveMembers: 0 }),
  'GET /billing/7/invoices/search': page([medical], 1, 25),
  'GET /billing/7/invoices/3': valid(medical),
  'GET /billing/7/invoices/3/line-items': valid([]),
  'GET /erp/terms': valid([
    { Id: '8', Name: 'Net 30' },
    { Id: '9', Name: 'Due on receipt' },
  ]),
  'GET /api-services': valid({ Data: [{ Id: 1, Name: 'NetSuite production' }], TotalRecords: 1, TotalPages: 1 }),
}

it('billing starts with the plans, 25 to a page; a plan without an end says so', async () => {
  const made = stubCalls(calls)
  const { router } = await renderRoute('/employers/7/billing')
  const row = await screen.findByRole('row', { name: /Medical PEPM/ })
  expect(within(row).getByText('No expiration.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/employers/7/billing/plans')
  expect(made.last('GET /billing/7/invoices/search').url.searchParams.get('PerPage')).toBe('25')
})

it('those who may not see billing find no page there', async () => {
  stubCalls(calls)
  await renderRoute('/employers/7/billing/plans', { can: ['ViewGroups'] })
  expect(await screen.findByText('There is no such page')).toBeVisible()
})

it('a new plan reopens in the editor half a second after it was created', async () => {
  const made = stubCalls({ ...calls, 'POST /billing/7/invoices': valid(medical) })
  const { user, router } = await renderRoute('/employers/7/billing/plans?panel=plan')
  const panel = await screen.findByRole('dialog', { name: 'Create Plan' })
  expect(within(panel).getByRole('combobox', { name: /ERP customer/ })).toBeDisabled()
  expect(within(panel).getByRole('combobox', { name: /Default invoice terms/ })).toBeDisabled()
  expect(within(panel).getByRole('combobox', { name: 'Billing type' })).toHaveValue('PEPM')
  await user.type(within(panel).getByRole('textbox', { name: 'Name' }), 'Medical PEPM')
  await user.type(within(panel).getByRole('textbox', { name: /PO number/ }), 'BT-7731')
  await user.click(within(panel).getByRole('button', { name: 'Create plan' }))
  expect(await screen.findByText('The billing plan has been created.')).toBeVisible()
  expect(made.last('POST /billing/7/invoices').body).toMatchObject({
    Name: 'Medical PEPM',
    BillingType: 2,
    PurchaseOrderNumber: 'BT-7731',
    ApiServiceId: null,
    GenerateInvoice: true,
    SendInvoice: true,
    Active: true,
    Version: null,
  })
  expect(await screen.findByRole('dialog', { name: 'Edit Plan' })).toBeVisible()
  await waitFor(() => expect(router.state.location.search).toEqual({ panel: 'plan.3.lines' }))
})

it.each(['plan.abc', 'plan.00', 'plan.3.other', 'plan.3.lines.9', 'plan-snapshots.abc'])(
  'an address with %s names no plan, and opens no form for a new one',
  async (panel) => {
    stubCalls(calls)
    await renderRoute(`/employers/7/billing/plans?panel=${panel}`)
    expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent('There is no such billing plan')
  },
)

it('taking the ERP account away takes customer and terms with it', async () => {
  const made = stubCalls({ ...calls, 'PUT /billing/7/invoices/3': valid(medical) })
  const { user } = await renderRoute('/employers/7/billing/plans?panel=plan.3')
  const panel = await screen.findByRole('dialog', { name: 'Edit Plan' })
  const account = await within(panel).findByRole('combobox', { name: /ERP account/ })
  await waitFor(() => expect(account).toHaveValue('NetSuite production'))
  await user.click(within(panel).getByLabelText('Clear ERP account'))
  expect(within(panel).getByRole('combobox', { name: /ERP customer/ })).toBeDisabled()
  await user.click(within(panel).getByRole('button', { name: 'Save plan' }))
  expect(await screen.findByText('The billing plan has been updated.')).toBeVisible()
  expect(made.last('PUT /billing/7/invoices/3').body).toMatchObject({
    ApiServiceId: null,
    ErpCustomerId: '',
    ErpCustomerName: '',
    ErpDefaultInvoiceTermId: '',
    Version: 5,
  })
})

it('without any ERP account, or when they do not load, it says that none is configured', async () => {
  stubCalls({ ...calls, 'GET /api-services': refused([{ Key: '', Message: 'No.' }], 500) })
  await renderRoute('/employers/7/billing/plans?panel=plan')
  expect(await screen.findByText('No ERP systems configured.')).toBeVisible()
})

it('the ERP account offers its terms, and its customers to one who types', async () => {
  const made = stubCalls({
    ...calls,
    'GET /api-services': valid({
      Data: [
        { Id: 1, Name: 'NetSuite production' },
        { Id: 2, Name: 'Books' },
      ],
      TotalRecords: 2,
      TotalPages: 1,
    }),
    'GET /erp/customers': (request) =>
      (request.url.endsWith('Term=zz') ? valid([]) : valid([{ Id: '61', DisplayName: 'Harbor Bakery' }]))(request),
    'PUT /billing/7/invoices/3': valid(medical),
  })
  const { user } = await renderRoute('/employers/7/billing/plans?panel=plan.3')
  const panel = await screen.findByRole('dialog', { name: 'Edit Plan' })
  const field = (name: RegExp) => within(panel).getByRole('combobox', { name })
  await waitFor(() => expect(field(/Default invoice terms/)).toHaveValue('Net 30'))
  expect(field(/ERP customer/)).toHaveValue('Harborline')
  await user.click(field(/ERP account/))
  await user.click(await screen.findByRole('option', { name: 'Books' }))
  await waitFor(() => expect(field(/ERP customer/)).toHaveValue(''))
  expect(field(/Default invoice terms/)).toHaveValue('')
  await user.type(field(/ERP customer/), 'zz')
  expect(await screen.findByText('No customer records matched your search.', {}, { timeout: 3000 })).toBeVisible()
  await user.clear(field(/ERP customer/))
  await user.type(field(/ERP customer/), 'har')
  await user.click(await screen.findByRole('option', { name: 'Harbor Bakery' }, { timeout: 3000 }))
  expect(made.last('GET /erp/customers').url.search).toBe('?ApiServiceId=2&Term=har')
  expect(made.last('GET /erp/terms').url.search).toBe('?ApiServiceId=2')
  await user.click(field(/Default invoice terms/))
  await user.click(await screen.findByRole('option', { name: 'Due on receipt' }))
  await user.click(within(panel).getByRole('button', { name: 'Save plan' }))
  expect(await screen.findByText('The billing plan has been updated.')).toBeVisible()
  expect(made.last('PUT /billing/7/invoices/3').body).toMatchObject({
    ApiServiceId: 2,
    ErpCustomerId: '61',
    ErpCustomerName: 'Harbor Bakery',
    ErpDefaultInvoiceTermId: '9',
  })
})

it('the customer that was created stands in the field, in the place of what was searched for', async () => {
  stubCalls({
    ...calls,
    'GET /erp/customers': valid([]),
    'POST /erp/customers': valid({ Id: '61', DisplayName: 'Harbor Bakery' }),
  })
  const { user } = await renderRoute('/employers/7/billing/plans?panel=plan.3')
  const panel = await screen.findByRole('dialog', { name: 'Edit Plan' })
  const customer = within(panel).getByRole('combobox', { name: /ERP customer/ })
  await waitFor(() => expect(customer).toHaveValue('Harborline'))
  await user.clear(customer)
  await user.type(customer, 'zz')
  expect(await screen.findByText('No customer records matched your search.', {}, { timeout: 3000 })).toBeVisible()
  await user.click(within(panel).getByLabelText('Clear ERP customer'))
  await user.type(customer, 'zz')
  expect(await screen.findByText('No customer records matched your search.', {}, { timeout: 3000 })).toBeVisible()
  await user.click(await within(panel).findByRole('button', { name: /Use or create the customer/ }))
  await waitFor(() => expect(customer).toHaveValue('Harbor Bakery'))
  expect(customer).not.toHaveAccessibleDescription(/is not in the list/)
})
