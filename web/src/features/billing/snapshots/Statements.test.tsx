import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { groupAnswers } from '../../../testing/groups'
import { renderRoute } from '../../../testing/renderRoute'

const address = '/employers/5/billing/snapshots'
const snapshot = {
  Id: 71,
  BillingPlan: { Id: 3, Name: 'Medical PEPM' },
  EmployerId: 5,
  CreatedOn: '2026-07-04T07:00:00Z',
  ComputedOn: '2026-07-04T07:00:00Z',
  InvoicePeriodBeginDate: '2026-06-04',
  InvoicePeriodEndDate: '2026-07-03',
  InvoiceTotalDollars: 5182.5,
  InErp: false,
  ErpInvoiceUrl: null,
  OutOfDate: false,
  PaymentStatusText: 'Unknown',
  PaymentStatusColor: '#6c757d',
  LineItems: [],
  LineItemSnapshots: [],
  OutsideLookBack: [],
}
const acme = {
  Id: 1,
  Name: 'Acme - July 2026',
  PayeeName: 'Summit Advisors',
  CommissionRuleId: 4,
  RuleName: 'Acme',
  BillingPeriod: '2026-07-03',
  TotalPayoutAmount: 317,
  AmountDue: 317,
  CreatedOn: '2026-07-20T16:00:00.000Z',
  CreatedAt: '2026-07-20T16:00:00.000Z',
  HasBill: false,
}
const other = {
  ...acme,
  Id: 2,
  Name: 'Other - July 2026',
  RuleName: 'Other',
  PayeeName: 'Juniper',
  TotalPayoutAmount: 25.5,
  AmountDue: 25.5,
  HasBill: true,
}
const ofSnapshot = 'GET /billing/5/snapshots/71/commission/statements'
const answers = {
  ...groupAnswers(5),
  'GET /billing/5/snapshots': page([snapshot]),
  'GET /billing/5/snapshots/71': valid(snapshot),
  [ofSnapshot]: valid([acme, other]),
}

it('the open row of a snapshot lists the statements that use it', async () => {
  stubCalls(answers)
  await renderRoute(`${address}?row=71`)
  const table = await screen.findByRole('region', { name: 'Commission statements' })
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    )
  expect(cells).toEqual([
    ['Acme - July 2026', 'Summit Advisors', '$317.00', '07/20/2026'],
    ['Other - July 2026', 'Juniper', '$25.50', '07/20/2026'],
  ])
})

it('a statement is deleted there after a question, and the lists are asked for anew', async () => {
  let left = [acme]
  const calls = stubCalls({
    ...answers,
    [ofSnapshot]: (request) => valid(left)(request),
    'DELETE /commission/snapshots/1': (request) => {
      left = []
      return valid(null)(request)
    },
  })
  const { user } = await renderRoute(`${address}?row=71`)
  await user.click(await screen.findByRole('button', { name: 'Actions for Acme - July 2026' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const panel = await screen.findByRole('dialog', { name: 'Delete Statement' })
  expect(within(panel).getByText('Delete the commission statement Acme - July 2026 of $317.00?')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Delete Statement' }))
  expect(await screen.findByText('The commission statement has been deleted.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Commission statements' })).toBeNull())
  expect(calls.of('GET /billing/5/snapshots').length).toBeGreaterThan(1)
})

it('who is about to regenerate or delete reads beforehand what stands in the way, and can delete it there', async () => {
  stubCalls({
    ...answers,
    [ofSnapshot]: valid([acme]),
    'DELETE /commission/snapshots/1': refused([{ Key: '', Message: 'A bill exists in the ERP for this statement.' }]),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: /Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Regenerate Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Regenerate Snapshot' })
  expect(await within(panel).findByText(/A commission statement uses this snapshot\./)).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Actions for Acme - July 2026' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete Statement' })).getByRole('button', {
      name: 'Delete Statement',
    }),
  )
  expect(await screen.findByText('A bill exists in the ERP for this statement.')).toBeVisible()
})

it('a statement with a bill cannot be deleted, and nobody is sent to', async () => {
  stubCalls({ ...answers, [ofSnapshot]: valid([other]) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: /Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Delete Snapshot' })
  expect(await within(panel).findByText(/One with a bill in the ERP stays/)).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Actions for Other - July 2026' }))
  expect(await screen.findByText('A bill exists in the ERP for this statement.')).toBeVisible()
})
