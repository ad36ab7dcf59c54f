import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { groupAnswers } from '../../../testing/groups'
import { renderRoute } from '../../../testing/renderRoute'

const plan = {
  Id: 3,
  EmployerId: 7,
  Name: 'Medical PEPM',
  ApiServiceId: null,
  ApiServiceName: null,
  ErpCustomerId: null,
  ErpCustomerName: null,
  ErpDefaultInvoiceTermId: null,
  GenerateInvoice: true,
  SendInvoice: true,
  InvoiceRecipientEmailAddresses: '',
  Active: true,
  ExpirationDate: null,
  BillingType: 2,
  Version: 5,
}
const line = {
  Id: 9,
  BillingInvoiceId: 3,
  InvoiceId: 3,
  Name: 'Virtual Care PEPM',
  BillingType: 2,
  BillingPeriod: 0,
  BillingPricingOptionId: 4,
  IncludeAllMembers: true,
  IgnoreCreditsAndDebts: false,
  ReferenceId: null,
  Rate: 12.5,
  IsBilled: false,
  Version: 6,
}
const drivers = {
  ...line,
  Id: 10,
  Name: 'Drivers',
  IncludeAllMembers: false,
  ReferenceId: 'DRIVERS',
  BillingPricingOptionId: 5,
  Rate: 9,
}
const nights = { ...line, Id: 11, Name: 'After-hours Consult Fees', BillingType: 3, BillingPeriod: 1 }
const option = {
  Id: 4,
  EmployerId: 7,
  Name: 'Virtual Care PEPM',
  Rate: 12.5,
  IsArchived: false,
  RateChangeDisabled: true,
  CreatedOn: '2022-01-01T15:00:00Z',
  Version: 1,
}

const calls = {
  ...groupAnswers(7),
  'GET /billing/7/invoices/search': page([plan], 1, 25),
  'GET /billing/7/invoices/3': valid(plan),
  'GET /billing/7/invoices/3/line-items': valid([line, drivers, nights]),
  'GET /billing/lists/billing-periods': valid(['Current Month', 'Previous Month', 'Next Month']),
  'GET /billing/7/pricing': page([option], 1, 1000),
  'GET /billing/7/pricing/5': valid({ ...option, Id: 5, Name: 'Drivers rate 2024', Rate: 9, IsArchived: true }),
  'GET /billing/7/billing-codes': valid(['DRIVERS', 'OFFICE']),
  'GET /api-services': page([]),
}
const lines = '/employers/7/billing/plans?panel=plan.3.lines'

it('lists what a plan bills: type, month, members and rate', async () => {
  stubCalls(calls)
  await renderRoute(lines)
  const panel = await screen.findByRole('dialog', { name: 'Edit Plan' })
  const first = await within(panel).findByRole('row', { name: /Virtual Care PEPM/ })
  await within(first).findByText('Current Month')
  expect(
    within(first)
      .getAllByRole('cell')
      .slice(0, 5)
      .map((cell) => cell.textContent),
  ).toEqual(['Virtual Care PEPM', 'PEPM', 'Current Month', 'All', '$12.50'])
  expect(within(panel).getByRole('row', { name: /Drivers/ })).toHaveTextContent('DRIVERS')
})

it('finds line items by reference', async () => {
  stubCalls(calls)
  const { user } = await renderRoute(lines)
  await user.type(await screen.findByPlaceholderText('Filter...'), 'driv')
  expect(screen.getByText('1 of 3 line items')).toBeVisible()
  expect(screen.queryByRole('row', { name: /Virtual Care/ })).toBeNull()
})

it('a plan without line items says so, in both tabs, and leads to the first', async () => {
  const made = stubCalls({
    ...calls,
    'GET /billing/7/invoices/3/line-items': valid([]),
    'POST /billing/7/invoices/3/line-items': valid(line),
  })
  const { user } = await renderRoute('/employers/7/billing/plans?panel=plan.3')
  const panel = await screen.findByRole('dialog', { name: 'Edit Plan' })
  await user.click(await within(panel).findByRole('button', { name: 'Add a line item' }))
  expect(within(panel).getByText('No line items to show.')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'New Line Item' }))
  const editor = await screen.findByRole('dialog', { name: 'New Line Item' })
  await user.type(await within(editor).findByRole('textbox', { name: 'Name' }), 'Virtual Care PEPM')
  expect(within(editor).getByRole('combobox', { name: 'Billing type' })).toHaveValue('PEPM')
  expect(within(editor).getByRole('combobox', { name: 'Billing period' })).toHaveValue('Current Month')
  await user.click(within(editor).getByRole('combobox', { name: 'Pricing option' }))
  await user.click(await screen.findByRole('option', { name: 'Virtual Care PEPM · $12.50' }))
  await user.click(within(editor).getByRole('button', { name: 'Save line item' }))
  expect(await screen.findByText('The line item has been created.')).toBeVisible()
  expect(made.last('POST /billing/7/invoices/3/line-items').body).toEqual({
    Name: 'Virtual Care PEPM',
    BillingType: 2,
    BillingPeriod: 0,
    BillingPricingOptionId: 4,
    IncludeAllMembers: true,
    IgnoreCreditsAndDebts: false,
    ReferenceId: '',
    Version: null,
  })
  expect(made.last('GET /billing/7/pricing').url.searchParams.get('IncludeArchived')).toBe('false')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Line Item' })).toBeNull())
  expect(made.of('GET /billing/7/invoices/3/line-items').length).toBeGreaterThan(1)
})

it('a reference # is asked for only when not all members are included, and suggests those in use', async () => {
  const message = 'A reference # is required when not all members are included.'
  stubCalls({ ...calls, 'PUT /billing/7/invoices/3/line-items/9': refused([{ Key: 'ReferenceId', Message: message }]) })
  const { user } = await renderRoute(`${lines},line.9`)
  const editor = await screen.findByRole('dialog', { name: 'Update Line Item' })
  await within(editor).findByRole('radiogroup', { name: 'Include all members' })
  expect(within(editor).queryByLabelText('Reference #')).toBeNull()
  await user.click(within(editor).getByText('No'))
  const reference = within(editor).getByLabelText('Reference #', { selector: 'input' })
  await user.click(within(editor).getByRole('button', { name: 'Save line item' }))
  await waitFor(() => expect(reference).toHaveAccessibleDescription(message))
  await user.type(reference, 'off')
  await user.click(await screen.findByRole('option', { name: 'OFFICE' }))
  expect(reference).toHaveValue('OFFICE')
})

it('after hours the period is locked and the members are no question', async () => {
  const made = stubCalls({ ...calls, 'PUT /billing/7/invoices/3/line-items/10': valid(nights) })
  const { user } = await renderRoute(`${lines},line.10`)
  const editor = await screen.findByRole('dialog', { name: 'Update Line Item' })
  await user.click(await within(editor).findByRole('combobox', { name: 'Billing type' }))
  await user.click(await screen.findByRole('option', { name: 'After-hours Consult Fees' }))
  expect(within(editor).getByRole('combobox', { name: 'Billing period' })).toBeDisabled()
  expect(within(editor).getByRole('combobox', { name: 'Billing period' })).toHaveValue('Previous Month')
  for (const label of ['Include all members', 'Reference #', 'Ignore credits and debts'])
    expect(within(editor).queryByLabelText(label)).toBeNull()
  await user.click(within(editor).getByRole('button', { name: 'Save line item' }))
  expect(await screen.findByText('The line item has been updated.')).toBeVisible()
  expect(made.last('PUT /billing/7/invoices/3/line-items/10').body).toMatchObject({
    BillingType: 3,
    BillingPeriod: 1,
    IncludeAllMembers: true,
    ReferenceId: '',
    Version: 6,
  })
})

it('what a refused save says of a field goes when another type makes it optional or takes it away', async () => {
  const wrong = [
    { Key: 'Name', Message: 'Name is required.' },
    { Key: 'ReferenceId', Message: 'A reference # is required when not all members are included.' },
    { Key: 'BillingPricingOptionId', Message: 'Pricing Option is required.' },
  ]
  stubCalls({ ...calls, 'PUT /billing/7/invoices/3/line-items/10': refused(wrong) })
  const { user } = await renderRoute(`${lines},line.10`)
  const editor = await screen.findByRole('dialog', { name: 'Update Line Item' })
  await user.clear(await within(editor).findByRole('textbox', { name: 'Name' }))
  await user.click(within(editor).getByRole('button', { name: 'Save line item' }))
  expect(await within(editor).findByText('3 fields need attention', { selector: '[data-summed]' })).toBeVisible()
  await user.click(within(editor).getByRole('combobox', { name: 'Billing type' }))
  await user.click(await screen.findByRole('option', { name: 'After-hours Consult Fees' }))
  await waitFor(() =>
    expect(within(editor).getByText('1 field needs attention', { selector: '[data-summed]' })).toBeVisible(),
  )
  expect(within(editor).queryByText('Name is required.')).toBeNull()
})

it('an archived pricing option stays where it is in use', async () => {
  stubCalls(calls)
  await renderRoute(`${lines},line.10`)
  const editor = await screen.findByRole('dialog', { name: 'Update Line Item' })
  await waitFor(() =>
    expect(within(editor).getByRole('combobox', { name: 'Pricing option' })).toHaveValue(
      'Drivers rate 2024 · $9.00 (archived)',
    ),
  )
})

it('what bills hold cannot be changed, and it says what to do instead', async () => {
  stubCalls({ ...calls, 'GET /billing/7/invoices/3/line-items': valid([{ ...drivers, IsBilled: true }]) })
  await renderRoute(`${lines},line.10`)
  const editor = await screen.findByRole('dialog', { name: 'Update Line Item' })
  expect(await within(editor).findByText('Snapshots have billed this line item.')).toBeVisible()
  for (const label of ['Billing type', 'Billing period', 'Reference #'])
    expect(within(editor).getByLabelText(label, { selector: 'input:not([type=hidden])' })).toBeDisabled()
  expect(within(editor).getByRole('combobox', { name: 'Pricing option' })).toBeEnabled()
})

it('deleting asks first', async () => {
  const made = stubCalls({ ...calls, 'DELETE /billing/7/invoices/3/line-items/9': valid({}) })
  const { user } = await renderRoute(lines)
  await user.click(await screen.findByRole('button', { name: 'Delete Virtual Care PEPM' }))
  expect(await screen.findByText('Are you sure you want to delete this line item?')).toBeVisible()
  expect(made.of('DELETE /billing/7/invoices/3/line-items/9')).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Delete line item' }))
  expect(await screen.findByText('The line item has been deleted.')).toBeVisible()
  expect(made.of('DELETE /billing/7/invoices/3/line-items/9')).toHaveLength(1)
})

it('what was typed into the details is kept in the other tab, and closing asks about it', async () => {
  stubCalls(calls)
  const { user } = await renderRoute('/employers/7/billing/plans?panel=plan.3')
  const panel = await screen.findByRole('dialog', { name: 'Edit Plan' })
  await user.type(await within(panel).findByRole('textbox', { name: 'Name' }), ' 2027')
  await user.click(within(panel).getByRole('tab', { name: 'Line Items' }))
  expect(within(panel).getByText('The details are not saved yet.')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Done' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await user.click(within(panel).getByRole('tab', { name: 'Details' }))
  expect(within(panel).getByRole('textbox', { name: 'Name' })).toHaveValue('Medical PEPM 2027')
})

it('says when the line items do not load', async () => {
  stubCalls({
    ...calls,
    'GET /billing/7/invoices/3/line-items': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500),
  })
  await renderRoute(lines)
  expect(await screen.findByText('The line items did not load')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
