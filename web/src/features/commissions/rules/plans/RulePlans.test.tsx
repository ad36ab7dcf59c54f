import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { businessDay } from '../../../../lib/format/dates'
import { addMonths, day, monthOf } from '../../../../lib/format/months'
import { page, refused, stubCalls, valid } from '../../../../testing/calls'
import { planRow, plans, rule } from '../../../../testing/commissionRules'
import { renderRoute } from '../../../../testing/renderRoute'

const address = '/commission/rules?panel=rule.7.plans'
const lists = {
  'GET /commission/rules': page([rule]),
  'GET /commission/rules/7': valid(rule),
  'GET /commission/rules/7/plans': valid(plans),
  'GET /api-services': page([{ Id: 3, Name: 'Main books' }]),
  'GET /brokers/5/billing-plans': valid([
    ...plans.map((row) => ({ ...row, CommissionLineItemId: 0, CommissionPayoutRate: 0 })),
    planRow(0, { BillingLineItemId: 77, BillingLineItemName: 'Dental PEPM', CommissionPayoutRate: 0 }),
  ]),
}

const first = 'Payout rate of Virtual Care PEPM, Harborline Logistics'
const second = 'Payout rate of Vision PEPM, Harborline Logistics'

async function opened(calls: Parameters<typeof stubCalls>[0] = {}, further = '') {
  const stubbed = stubCalls({ ...lists, ...calls })
  const { user } = await renderRoute(`${address}${further}`)
  const panel = within(await screen.findByRole('dialog', { name: 'Commission Rule' }))
  await panel.findByRole('textbox', { name: first })
  return { calls: stubbed, user, panel }
}

it('shows the lines by employer with rates, payees and what is left', async () => {
  const { panel } = await opened()
  const employer = within(panel.getByRole('region', { name: 'Harborline Logistics' }))
  expect(employer.getByText('412 members')).toBeVisible()
  expect(employer.getAllByText('Medical · Redwood Partners')).toHaveLength(2)
  expect(employer.getByRole('textbox', { name: first })).toHaveValue('$2.00')
  expect(employer.getByText('2 payees · $0.50')).toBeVisible()
  expect(employer.getByText('$1.25')).toBeVisible()
  expect(panel.getByText('3 lines, 2 groups')).toBeVisible()
  expect(await panel.findByText('Redwood Rule 2026 · pays Redwood Brokerage · Main books')).toBeVisible()
})

it('Enter saves a payout that was changed, goes on to the next, and sends nothing for one that was not', async () => {
  const saved = planRow(21, { CommissionPayoutRate: 2.25, NetRate: 10.25 })
  const { calls, user, panel } = await opened({ 'PUT /commission/rules/7/plans/21': valid(saved) })
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('{Enter}')
  expect(panel.getByRole('textbox', { name: second })).toHaveFocus()
  expect(calls.of('PUT /commission/rules/7/plans/21')).toHaveLength(0)
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('2x.25{Enter}')
  expect(await screen.findByText('The payout rate has been updated')).toBeVisible()
  expect(calls.last('PUT /commission/rules/7/plans/21').body).toEqual({ Id: 21, PayoutRate: 2.25, EffectiveFrom: null })
  expect(panel.getByRole('textbox', { name: first })).toHaveValue('$2.25')
  expect(panel.getByText('$10.25')).toBeVisible()
  expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled()
})

it('what other rules say of a line is asked again once its payout was saved', async () => {
  const other = { ...rule, Id: 8, Name: 'Other Rule' }
  const { calls, user, panel } = await opened(
    {
      'GET /commission/rules': page([rule, other]),
      'GET /commission/rules/8/plans': valid([planRow(51)]),
      'PUT /commission/rules/7/plans/21': valid(planRow(21, { CommissionPayoutRate: 3, NetRate: 9.5 })),
    },
    '&row=8',
  )
  await waitFor(() => expect(calls.of('GET /commission/rules/8/plans')).toHaveLength(1))
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('3{Enter}')
  await waitFor(() => expect(calls.of('GET /commission/rules/8/plans')).toHaveLength(2))
  expect(calls.of('GET /commission/rules/7/plans')).toHaveLength(1)
})

it('Save sends all changed payouts at once, from the chosen month', async () => {
  const { calls, user, panel } = await opened({
    'PUT /commission/rules/7/plans/bulk': valid([
      planRow(21, { CommissionPayoutRate: 3, NetRate: 9.5 }),
      planRow(22, { CommissionPayoutRate: 0.5, NetRate: 1 }),
    ]),
  })
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('3')
  await user.click(panel.getByRole('textbox', { name: second }))
  await user.keyboard('.5')
  await user.click(panel.getByRole('combobox', { name: 'Rates from' }))
  const months = await screen.findAllByRole('option')
  expect(months[0]).toHaveTextContent('All months')
  await user.click(months.at(-1) ?? document.body)
  await user.click(panel.getByRole('button', { name: 'Save 2 rates' }))
  expect(await screen.findByText('The plans for this commission rule have been updated.')).toBeVisible()
  const body = calls.last('PUT /commission/rules/7/plans/bulk').body as { EffectiveFrom: string }[]
  expect(body).toMatchObject([
    { Id: 21, PayoutRate: 3 },
    { Id: 22, PayoutRate: 0.5 },
  ])
  expect(body[0]?.EffectiveFrom).toMatch(/^\d{4}-\d{2}-03$/)
})

it('a payout is compared with the one of the chosen month, also where a later one is as high', async () => {
  const PayoutRates = [
    { PayoutRate: 9, EffectiveFrom: null },
    { PayoutRate: 1, EffectiveFrom: '2036-06-03' },
  ]
  const later = planRow(21, {
    CommissionPayoutRate: 9,
    NetRate: 3.5,
    NextPayoutRate: 1,
    NextEffectiveFrom: '2036-06-03',
    OverpaidFrom: '2036-06-03',
    Overpaid: true,
    PayoutRates,
  })
  const { calls, user, panel } = await opened({
    'GET /commission/rules/7/plans': valid([later]),
    'PUT /commission/rules/7/plans/21': valid(later),
  })
  expect(panel.getByText(/· \$1\.00 from June 2036/)).toBeVisible()
  expect(panel.getByText('Pays more than it bills from June 2036')).toBeVisible()
  expect(panel.getByText('1 line pays more than it bills, from a later month')).toBeVisible()
  await user.click(panel.getByRole('combobox', { name: 'Rates from' }))
  await user.click((await screen.findAllByRole('option')).at(-1) ?? document.body)
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('1{Enter}')
  await waitFor(() => expect(calls.of('PUT /commission/rules/7/plans/21')).toHaveLength(1))
  expect(calls.last('PUT /commission/rules/7/plans/21').body).toMatchObject({ Id: 21, PayoutRate: 1 })
})

it('additional payees and net are those of the chosen month', async () => {
  // The last month that is offered lies a year ahead.
  const start = day(addMonths(monthOf(businessDay(new Date())), 12), 3)
  const shared = planRow(21, {
    BillingLineItemRate: 10,
    NetRate: 6,
    Overpaid: true,
    OverpaidFrom: start,
    AdditionalCommission: [{ CommissionPayoutRate: 2, PayeeName: 'Marlow' }],
    AdditionalPayees: [
      {
        PayeeName: 'Marlow',
        PayoutRates: [
          { PayoutRate: 2, EffectiveFrom: null },
          { PayoutRate: 9, EffectiveFrom: start },
        ],
      },
      { PayeeName: 'Agency', PayoutRates: [{ PayoutRate: 1, EffectiveFrom: start }] },
    ],
  })
  const { user, panel } = await opened({ 'GET /commission/rules/7/plans': valid([shared]) })
  expect(panel.getByText('1 payee · $2.00')).toBeVisible()
  expect(panel.getByText('$6.00')).not.toHaveAttribute('data-over')
  await user.click(panel.getByRole('combobox', { name: 'Rates from' }))
  await user.click((await screen.findAllByRole('option')).at(-1) ?? document.body)
  expect(await panel.findByText('2 payees · $10.00')).toBeVisible()
  expect(panel.getByText('Marlow $9.00, Agency $1.00')).toBeInTheDocument()
  expect(panel.getByText('−$2.00')).toHaveAttribute('data-over')
  expect(panel.getByText('Pays $2.00 more than it bills')).toBeVisible()
  expect(panel.getByText('1 line pays more than it bills')).toBeVisible()
})

it('All sets the lines of an employer that pay another amount', async () => {
  const { calls, user, panel } = await opened({
    'PUT /commission/rules/7/plans/bulk': valid([{ ...plans[1], CommissionPayoutRate: 2, NetRate: -0.5 }]),
  })
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('7')
  await user.click(panel.getByRole('textbox', { name: 'Payout rate of all lines of Harborline Logistics' }))
  await user.keyboard('2')
  await user.click(panel.getByRole('button', { name: 'All lines of Harborline Logistics' }))
  expect(await screen.findByText('The plans for this commission rule have been updated.')).toBeVisible()
  expect(calls.last('PUT /commission/rules/7/plans/bulk').body).toEqual([
    { Id: 22, PayoutRate: 2, EffectiveFrom: null },
  ])
  expect(await panel.findByText('1 line pays more than it bills')).toBeVisible()
  expect(panel.getByRole('textbox', { name: first }), 'what was typed gives way').toHaveValue('$2.00')
})

it('a payout above the rate is said before it is saved, and what the server says stands at its line', async () => {
  const Message = 'Statements up to October 2026 are made at the earlier rate. Choose a later month or delete them.'
  const { user, panel } = await opened({
    'PUT /commission/rules/7/plans/21': refused([{ Key: 'EffectiveFrom', Message }]),
  })
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('13')
  expect(panel.getByText('Pays $0.50 more than it bills')).toBeVisible()
  expect(panel.getByText('1 line pays more than it bills')).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await panel.findByText(`${Message}. Pays $0.50 more than it bills`)).toBeVisible()
  expect(panel.getByRole('textbox', { name: first })).toHaveValue('$13.00')
})

it('leaving asks before a payout that is not saved is lost', async () => {
  const { user, panel } = await opened()
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('3')
  await user.click(panel.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(panel.getByRole('textbox', { name: first })).toHaveValue('$3.00')
})

it('a filter that nothing meets says so', async () => {
  const { user, panel } = await opened()
  await user.type(panel.getByPlaceholderText('Filter...'), 'vision harb')
  await waitFor(() => expect(panel.queryByRole('textbox', { name: first })).toBeNull())
  expect(panel.getByRole('textbox', { name: second })).toBeVisible()
  await user.type(panel.getByPlaceholderText('Filter...'), ' nothing')
  expect(await panel.findByText('No results.')).toBeVisible()
})

it('the picker gives what is chosen when it is confirmed, and forgets it when it is cancelled', async () => {
  const { calls, user, panel } = await opened({ 'PUT /commission/rules/7/plans': valid(plans.slice(0, 2)) })
  await user.click(panel.getByRole('button', { name: 'Select Billing Plans' }))
  let picker = within(await screen.findByRole('dialog', { name: 'Select Billing Plans' }))
  expect(await picker.findByText('3 of 4 lines selected')).toBeVisible()
  await user.click(picker.getByRole('checkbox', { name: /Dental PEPM/ }))
  expect(picker.getByText('4 of 4 lines selected')).toBeVisible()
  await user.type(picker.getByPlaceholderText('Filter...'), 'vision')
  await user.click(picker.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Select Billing Plans' })).toBeNull())
  await user.click(panel.getByRole('button', { name: 'Select Billing Plans' }))
  picker = within(await screen.findByRole('dialog', { name: 'Select Billing Plans' }))
  expect(await picker.findByText('3 of 4 lines selected')).toBeVisible()
  expect(picker.getByPlaceholderText('Filter...')).toHaveValue('')
  await user.click(picker.getByRole('button', { name: 'Deselect plans with no payout rate' }))
  expect(picker.getByText('2 of 4 lines selected')).toBeVisible()
  await user.click(picker.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('The plans for this commission rule have been updated.')).toBeVisible()
  expect(calls.last('PUT /commission/rules/7/plans').body).toEqual({ RuleId: 7, BillingPlanIds: [31, 32] })
  await waitFor(() => expect(panel.queryByText('Bluefern Dental')).toBeNull())
})

it('the history of a rate names each payout, who set it and what is in force', async () => {
  const past = { Id: 1, PayoutRate: 1.5, EffectiveFrom: null, SetBy: 'Dana Reyes', SetOn: '2026-07-20T16:00:00.000Z' }
  const { user, panel } = await opened({
    'GET /commission/rules/7/plans/21/history': valid([
      { ...past, Id: 4, PayoutRate: 3, EffectiveFrom: '2027-06-03', ReplacedOn: null, Standing: 'Scheduled' },
      { ...past, Id: 3, PayoutRate: 2, EffectiveFrom: '2026-12-03', ReplacedOn: null, Standing: 'InForce' },
      { ...past, Id: 2, PayoutRate: 1, EffectiveFrom: '2026-08-03', ReplacedOn: null, Standing: 'Ended' },
      { ...past, ReplacedOn: '2026-07-21T16:00:00.000Z', Standing: 'Replaced' },
    ]),
  })
  await user.click(panel.getByRole('button', { name: 'Rates of Virtual Care PEPM, Harborline Logistics' }))
  const history = within(await screen.findByRole('dialog', { name: 'Payout Rates' }))
  expect(await history.findByText('In force')).toBeVisible()
  for (const standing of ['Scheduled', 'Ended', /^Replaced /]) expect(history.getByText(standing)).toBeVisible()
  expect(history.getByText('December 2026')).toBeVisible()
  expect(history.getByText('The beginning')).toBeVisible()
})

it('the history of the rule is a tab here, too, and what was typed stays', async () => {
  const { user, panel } = await opened({ 'GET /audit': page([]) })
  await user.click(panel.getByRole('textbox', { name: first }))
  await user.keyboard('3')
  await user.click(panel.getByRole('tab', { name: 'History' }))
  expect(panel.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
  await user.click(panel.getByRole('tab', { name: 'Billing Plans' }))
  expect(await panel.findByRole('textbox', { name: first })).toHaveValue('$3.00')
})

it('a rule without a broker has no plans to choose from', async () => {
  stubCalls({
    ...lists,
    'GET /commission/rules/7': valid({ ...rule, BrokerId: null }),
    'GET /commission/rules/7/plans': valid([]),
  })
  await renderRoute(address)
  const panel = within(await screen.findByRole('dialog', { name: 'Commission Rule' }))
  expect(await panel.findByText('Choose a broker first.')).toBeVisible()
  expect(panel.getByRole('button', { name: 'Select Billing Plans' })).toBeDisabled()
  expect(panel.getByText('No results.')).toBeVisible()
})
