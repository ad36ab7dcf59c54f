import { screen, within } from '@testing-library/react'
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
  InvoicePeriodBeginDate: '2024-06-04',
  InvoicePeriodEndDate: '2024-07-03',
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
const rules = [
  { Id: 4, Name: 'Acme', PayeeName: 'Summit Advisors', Active: true },
  { Id: 5, Name: 'Acme of old', PayeeName: 'Summit Advisors', Active: false },
]
const generate = 'POST /billing/5/snapshots/71/commission/generate'
const answers = {
  ...groupAnswers(5),
  'GET /billing/5/snapshots': page([snapshot]),
  'GET /billing/5/snapshots/71': valid(snapshot),
  'GET /billing/5/snapshots/71/commission/statements': valid([]),
  'GET /commission/rules': page(rules),
}

async function openPanel() {
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: /Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Generate Commission Statement' }))
  return { user, panel: await screen.findByRole('dialog', { name: 'Generate Commission Statement' }) }
}

it('generates the statement of a snapshot by a rule that is found by typing, for the month of the snapshot', async () => {
  const calls = stubCalls({ ...answers, [generate]: valid({ Id: 1 }) })
  const { user, panel } = await openPanel()
  expect(await within(panel).findByRole('combobox', { name: 'Month' })).toHaveValue('July')
  expect(within(panel).getByRole('combobox', { name: 'Year' })).toHaveValue('2024')
  await user.type(within(panel).getByRole('combobox', { name: 'Commission Rule' }), 'acm')
  const found = await screen.findByRole('option', { name: 'Acme (Summit Advisors)' }, { timeout: 3000 })
  expect(screen.queryByRole('option', { name: /of old/ })).toBeNull()
  await user.click(found)
  await user.click(within(panel).getByRole('button', { name: 'Generate Statement' }))
  expect(await screen.findByText('The commission statement has been created.')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'View statement' })).toBeVisible()
  expect(calls.last('GET /commission/rules').url.searchParams.get('Term')).toBe('acm')
  expect(calls.last(generate).body).toEqual({
    CommissionRuleId: 4,
    RuleName: 'Acme',
    BillingPeriod: '2024-07-03',
  })
})

it('says when no rule is found, and puts refusals under their fields', async () => {
  const reason = 'There are no billable line items for this rule and billing period.'
  const calls = stubCalls({
    ...answers,
    'GET /commission/rules': page([]),
    [generate]: refused([
      { Key: 'BillingPeriod', Message: reason },
      { Key: 'CommissionRuleId', Message: 'Commission Rule is required.' },
    ]),
  })
  const { user, panel } = await openPanel()
  await user.type(await within(panel).findByRole('combobox', { name: 'Commission Rule' }), 'zzz')
  expect(await screen.findByText('No rules matched your search.', {}, { timeout: 3000 })).toBeVisible()
  await user.click(within(panel).getByRole('combobox', { name: 'Month' }))
  await user.click(await screen.findByRole('option', { name: 'June' }))
  await user.click(within(panel).getByRole('button', { name: 'Generate Statement' }))
  expect(await within(panel).findByText(/“zzz” is not in the list/)).toBeVisible()
  expect(calls.of(generate)).toEqual([])
  await user.clear(within(panel).getByRole('combobox', { name: 'Commission Rule' }))
  await user.click(within(panel).getByRole('button', { name: 'Generate Statement' }))
  expect(await within(panel).findByText(reason)).toBeVisible()
  expect(within(panel).getByText('Commission Rule is required.')).toBeVisible()
})

it('is not offered to those who may not make statements', async () => {
  stubCalls(answers)
  const { user } = await renderRoute(address, { can: ['ViewBilling', 'EditBilling'] })
  await user.click(await screen.findByRole('button', { name: /Actions for/ }))
  expect(await screen.findByRole('menuitem', { name: 'Regenerate Snapshot' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Generate Commission Statement' })).toBeNull()
})

it('names the statements that have the lines already', async () => {
  const statement = {
    Id: 1,
    Name: 'Acme - July 2024',
    PayeeName: 'Summit Advisors',
    CommissionRuleId: 4,
    RuleName: 'Acme',
    BillingPeriod: '2024-07-03',
    TotalPayoutAmount: 317,
    AmountDue: 317,
    CreatedOn: '2024-07-20T16:00:00.000Z',
    CreatedAt: '2024-07-20T16:00:00.000Z',
    HasBill: false,
  }
  stubCalls({ ...answers, 'GET /billing/5/snapshots/71/commission/statements': valid([statement]) })
  const { panel } = await openPanel()
  const table = await within(panel).findByRole('region', { name: 'Commission statements' })
  expect(within(table).getByText('Acme - July 2024')).toBeVisible()
})
