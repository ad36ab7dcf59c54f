import { expect, it } from 'vitest'
import { planRow, plans } from '../../../../testing/commissionRules'
import { choicesOf, withLines, withoutPayout } from './picking'

const offered = [planRow(0, { BillingLineItemId: 31 }), planRow(0, { BillingLineItemId: 50 })]

it('offers what the broker has, with the payouts of the rule, and keeps lines that are offered no more', () => {
  const left = planRow(22, { BillingLineItemId: 32, Note: 'This group has left the broker of the rule.' })
  const choices = choicesOf(offered, [planRow(21), left])
  expect(choices.map((row) => [row.BillingLineItemId, row.CommissionLineItemId, row.Note])).toEqual([
    [31, 21, null],
    [50, 0, null],
    [32, 22, 'This group has left the broker of the rule.'],
  ])
})

it('chooses and lets go of many lines at once', () => {
  const all = withLines(new Set([99]), plans, true)
  expect([...all]).toEqual([99, 31, 32, 41])
  expect([...withLines(all, plans.slice(0, 2), false)]).toEqual([99, 41])
})

it('finds the chosen lines on which nothing is paid', () => {
  expect(withoutPayout(plans, new Set([31, 41])).map(({ BillingLineItemId }) => BillingLineItemId)).toEqual([41])
  expect(withoutPayout(plans, new Set([31]))).toEqual([])
})
