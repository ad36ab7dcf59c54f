import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { groupAnswers } from '../../../testing/groups'
import { renderRoute } from '../../../testing/renderRoute'

const address = '/employers/5/billing/plans'
const line = {
  Id: 1,
  Name: 'Virtual Care PEPM',
  BillableYear: 2026,
  BillableMonth: 11,
  BillableMonthName: 'November',
  BillableQuantity: 1,
  BillingType: 2,
  ReferenceId: null,
  IsCredit: false,
  IsCorrection: false,
  Rate: 12.5,
  LineItemTotalDollars: 12.5,
}
const november = {
  Id: 71,
  BillingPlan: { Id: 3, Name: 'Medical PEPM' },
  EmployerId: 5,
  CreatedOn: '2026-11-04T07:00:00Z',
  ComputedOn: '2026-11-04T07:00:00Z',
  InvoicePeriodBeginDate: '2026-10-04',
  InvoicePeriodEndDate: '2026-11-03',
  InvoiceTotalDollars: 12.5,
  InErp: true,
  ErpInvoiceUrl: 'https://erp.example.com/71',
  OutOfDate: false,
  PaymentStatusText: 'Open',
  PaymentStatusColor: '#007bff',
  LineItems: [line],
  LineItemSnapshots: [line],
  OutsideLookBack: [],
}
const december = {
  ...november,
  Id: 80,
  InvoicePeriodBeginDate: '2026-11-04',
  InvoicePeriodEndDate: '2026-12-03',
  InvoiceTotalDollars: 25,
  InErp: false,
  ErpInvoiceUrl: null,
  PaymentStatusText: 'Unknown',
}
const plan = {
  Id: 3,
  EmployerId: 5,
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
const named = {
  Employee: { EmployeeId: 1, FirstName: 'Dov', LastName: 'Abernathy' },
  FilteredStatusChanges: [{ Status: 0, ChangeDate: '2022-01-01' }],
}
const lists = {
  ...groupAnswers(5),
  'GET /billing/5/invoices/search': page([plan]),
  'GET /billing/5/invoices/3/snapshots': valid([december, november]),
  'GET /billing/5/snapshots/71/commission/statements': valid([]),
  'GET /billing/5/snapshots/80/commission/statements': valid([]),
  'GET /billing/5/snapshots/71': valid({
    ...november,
    LineItems: [{ ...line, ActiveEmployeeData: [named], InActiveEmployeeData: [] }],
  }),
}

async function opened(answers: Parameters<typeof stubCalls>[0] = {}) {
  const calls = stubCalls({ ...lists, ...answers })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'View Snapshots' }))
  const panel = await screen.findByRole('dialog', { name: 'Invoice Snapshots' })
  await within(panel).findByRole('button', { name: 'November 2026' })
  return { calls, user, panel }
}

it('lists the snapshots of a plan with period and total, and what can be done with each', async () => {
  const { user, panel } = await opened()
  const cells = within(panel)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    )
  expect(cells).toEqual([
    ['December 2026', '$25.00', '-', 'Unknown'],
    ['November 2026', '$12.50', 'View in ERP »', 'Open'],
  ])
  await user.click(within(panel).getByRole('button', { name: 'Actions for November 2026' }))
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual(['Regenerate snapshot', 'Sync line items with ERP', 'Sync payment status', 'See members'])
})

it('the members stand in the place of the list, with a way back', async () => {
  const { user, panel } = await opened()
  await user.click(within(panel).getByRole('button', { name: 'Actions for November 2026' }))
  await user.click(await screen.findByRole('menuitem', { name: 'See members' }))
  expect(await within(panel).findByText('Abernathy, Dov')).toBeVisible()
  expect(within(panel).queryByRole('button', { name: 'December 2026' })).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Back' }))
  expect(await within(panel).findByRole('button', { name: 'December 2026' })).toBeVisible()
})

it('one snapshot is looked at alone, and synced from there', async () => {
  const { calls, user, panel } = await opened({
    'POST /billing/5/snapshots/71/sync-status': valid({
      PaymentStatusText: 'Paid',
      PaymentStatusColor: '#28a745',
      Balance: 0,
      LastSyncedOn: null,
    }),
  })
  await user.click(within(panel).getByRole('button', { name: 'November 2026' }))
  expect(within(panel).queryByRole('button', { name: 'December 2026' })).toBeNull()
  expect(within(panel).getByText('10/04/2026 – 11/03/2026')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Sync payment status' }))
  expect(await screen.findByText('The payment status has been synced.')).toBeVisible()
  await waitFor(() => expect(calls.of('GET /billing/5/invoices/3/snapshots').length).toBeGreaterThan(1))
  await user.click(within(panel).getByRole('button', { name: 'All snapshots' }))
  expect(within(panel).getByRole('button', { name: 'December 2026' })).toBeVisible()
})

it('line items are synced after asking, and only of what is in the ERP', async () => {
  const { calls, user, panel } = await opened({
    'POST /billing/5/snapshots/71/erp/invoice/line-items': valid(november),
  })
  await user.click(within(panel).getByRole('button', { name: 'December 2026' }))
  expect(within(panel).getByRole('button', { name: 'Sync line items with ERP' })).toBeDisabled()
  await user.click(within(panel).getByRole('button', { name: 'All snapshots' }))
  await user.click(within(panel).getByRole('button', { name: 'November 2026' }))
  await user.click(within(panel).getByRole('button', { name: 'Sync line items with ERP' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Update Invoice' })).getByRole('button', {
      name: 'Update Invoice',
    }),
  )
  expect(await screen.findByText('The invoice has been updated successfully!')).toBeVisible()
  expect(calls.of('POST /billing/5/snapshots/71/erp/invoice/line-items')).toHaveLength(1)
})

it('opens from the editor of the plan too, from either of its tabs', async () => {
  stubCalls({
    ...lists,
    'GET /billing/5/invoices/3': valid(plan),
    'GET /billing/5/invoices/3/line-items': valid([]),
    'GET /billing/lists/billing-periods': valid([]),
    'GET /erp/services': valid([]),
  })
  const { user } = await renderRoute(`${address}?panel=plan.3`)
  const editor = await screen.findByRole('dialog', { name: 'Edit Plan' })
  await user.click(within(editor).getByRole('tab', { name: 'Line Items' }))
  await user.click(within(editor).getByRole('button', { name: 'View Snapshots' }))
  expect(
    await within(await screen.findByRole('dialog', { name: 'Invoice Snapshots' })).findByRole('button', {
      name: 'November 2026',
    }),
  ).toBeVisible()
})
