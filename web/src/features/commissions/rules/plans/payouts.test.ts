import { describe, expect, it } from 'vitest'
import { planRow, plans } from '../../../../testing/commissionRules'
import {
  changedRows,
  employersOf,
  isChanged,
  matchingRows,
  netOf,
  othersOf,
  overpaid,
  overpaidText,
  payoutOf,
  problemsOf,
  startsOf,
  totalOf,
  wishesOf,
} from './payouts'

const row = planRow(21)

it.each([
  [undefined, 2, false],
  ['', 2, false],
  ['2', 2, false],
  ['2.00', 2, false],
  ['2.5', 2.5, true],
  ['0', 0, true],
  ['.', 2, false],
])('what is typed as %s pays %d', (typed, pays, changed) => {
  expect(payoutOf(row, typed, null)).toBe(pays)
  expect(isChanged(row, typed, null)).toBe(changed)
})

it.each([
  [undefined, 10.5],
  ['2.25', 10.25],
  ['12.5', 0],
  ['13', -0.5],
  ['0.1', 12.4],
])('the net with %s in the field is %d', (typed, net) => {
  expect(netOf(row, typed, null)).toBe(net)
})

it('the net counts what others are paid, and never shows a fraction of a cent', () => {
  const AdditionalCommission = [{ CommissionPayoutRate: 0.1, PayeeName: 'Marlow' }]
  const shared = planRow(22, {
    BillingLineItemRate: 0.3,
    CommissionPayoutRate: 0.1,
    NetRate: 0.1,
    AdditionalCommission,
  })
  expect(netOf(shared, '0.2', null)).toBe(0)
  expect(netOf(shared, '0.21', null)).toBe(-0.01)
})

describe('payouts of other rules that change in a later month', () => {
  const shared = planRow(21, {
    BillingLineItemRate: 10,
    NetRate: 6,
    Overpaid: true,
    OverpaidFrom: '2027-02-03',
    AdditionalCommission: [
      { CommissionPayoutRate: 1, PayeeName: 'Marlow' },
      { CommissionPayoutRate: 1, PayeeName: 'Agency' },
    ],
    AdditionalPayees: [
      {
        PayeeName: 'Marlow',
        PayoutRates: [
          { PayoutRate: 1, EffectiveFrom: null },
          { PayoutRate: 9, EffectiveFrom: '2027-02-03' },
        ],
      },
      { PayeeName: 'Agency', PayoutRates: [{ PayoutRate: 1, EffectiveFrom: null }] },
      { PayeeName: 'Later', PayoutRates: [{ PayoutRate: 0.5, EffectiveFrom: '2027-06-03' }] },
    ],
  })
  it.each([
    ['today', null, ['Marlow', 'Agency'], 2, 6],
    ['the month before', '2027-01-03', ['Marlow', 'Agency'], 2, 6],
    ['the month itself', '2027-02-03', ['Marlow', 'Agency'], 10, -2],
    ['a month behind, with one more payee', '2027-06-03', ['Marlow', 'Agency', 'Later'], 10.5, -2.5],
  ])('%s', (_, from, names, total, net) => {
    const others = othersOf(shared, from)
    expect(others.map(({ PayeeName }) => PayeeName)).toEqual(names)
    expect(totalOf(others)).toBe(total)
    expect(netOf(shared, undefined, from)).toBe(net)
  })

  it('a payout in the field leaves what others are paid in the chosen month', () => {
    expect(netOf(shared, '0', '2027-02-03')).toBe(0)
    expect(netOf(shared, '0', null)).toBe(8)
  })

  it('the line counts as one that pays too much once its month is chosen', () => {
    expect(overpaid([shared], new Map(), null)).toEqual({ now: 0, later: 1 })
    expect(overpaid([shared], new Map(), '2027-02-03')).toEqual({ now: 1, later: 0 })
    expect(overpaid([shared], new Map([[21, '0']]), '2027-02-03'), 'no more').toEqual({ now: 0, later: 0 })
  })
})

it('counts lines that pay more than they bill, as they stand in their fields', () => {
  const later = planRow(21, { Overpaid: true })
  const today = planRow(41, { CommissionPayoutRate: 13, NetRate: -0.5, Overpaid: true })
  expect(overpaid(plans, new Map(), null)).toEqual({ now: 0, later: 0 })
  expect(overpaid(plans, new Map([[22, '1.51']]), null)).toEqual({ now: 1, later: 0 })
  expect(overpaid([later, today], new Map(), null)).toEqual({ now: 1, later: 1 })
  expect(overpaid([later, today], new Map([[41, '1']]), null)).toEqual({ now: 0, later: 1 })
})

it('a line that pays too much today is none of a later month, whatever month is chosen', () => {
  const PayoutRates = [
    { PayoutRate: 13, EffectiveFrom: null },
    { PayoutRate: 1, EffectiveFrom: '2027-02-03' },
  ]
  const lowered = planRow(21, { CommissionPayoutRate: 13, NetRate: -0.5, Overpaid: true, PayoutRates })
  expect(netOf(lowered, undefined, '2027-02-03')).toBe(11.5)
  expect(overpaid([lowered], new Map(), '2027-02-03')).toEqual({ now: 1, later: 0 })
})

it.each([
  [0, 0, undefined],
  [1, 0, '1 line pays more than it bills'],
  [1200, 0, '1,200 lines pay more than they bill'],
  [0, 1, '1 line pays more than it bills, from a later month'],
  [0, 3, '3 lines pay more than they bill, from a later month'],
  [2, 1, '2 lines pay more than they bill. 1 line does so from a later month'],
  [1, 2, '1 line pays more than it bills. 2 lines do so from a later month'],
])('of %d lines that pay too much now and %d later is said: %s', (now, later, text) => {
  expect(overpaidText({ now, later })).toBe(text)
})

it('only what differs from what is saved is sent', () => {
  const drafts = new Map([
    [21, '2.00'],
    [31, '1.5'],
  ])
  const changed = changedRows(plans, drafts, null)
  expect(changed.map(({ CommissionLineItemId }) => CommissionLineItemId)).toEqual([31])
  expect(wishesOf(changed, (one) => payoutOf(one, drafts.get(one.CommissionLineItemId), null), null)).toEqual([
    { Id: 31, PayoutRate: 1.5, EffectiveFrom: null },
  ])
  expect(wishesOf(plans, () => 2, '2026-12-03')).toEqual([
    { Id: 22, PayoutRate: 2, EffectiveFrom: '2026-12-03' },
    { Id: 31, PayoutRate: 2, EffectiveFrom: '2026-12-03' },
  ])
})

describe('a payout that changes in a later month', () => {
  const PayoutRates = [
    { PayoutRate: 9, EffectiveFrom: null },
    { PayoutRate: 1, EffectiveFrom: '2027-06-03' },
  ]
  const later = planRow(21, { CommissionPayoutRate: 9, NetRate: 3.5, PayoutRates, NextEffectiveFrom: '2027-06-03' })
  it.each([
    ['today', null, undefined, 9, false],
    ['today, the same', null, '9', 9, false],
    ['the months before', '2026-12-03', undefined, 9, false],
    ['the months before, set anew', '2026-12-03', '1', 1, true],
    ['the month itself', '2027-06-03', undefined, 1, false],
    ['the month itself, the same', '2027-06-03', '1.00', 1, false],
    ['a month behind', '2027-08-03', '9', 9, true],
  ])('%s', (_, from, typed, pays, changed) => {
    expect(payoutOf(later, typed, from)).toBe(pays)
    expect(isChanged(later, typed, from)).toBe(changed)
    expect(netOf(later, typed, from)).toBe(12.5 - pays)
  })

  it('is set for good from the month behind the last statement', () => {
    const stated = { ...later, DefaultEffectiveFrom: '2027-06-03' }
    expect([isChanged(stated, '1', null), isChanged(stated, '9', null)]).toEqual([false, true])
  })
})

it('groups the lines by employer and finds them by any of their names', () => {
  expect(employersOf(plans).map(({ name, members, rows }) => [name, members, rows.length])).toEqual([
    ['Harborline Logistics', 412, 2],
    ['Bluefern Dental', 1812, 1],
  ])
  expect(matchingRows(plans, ' ').length).toBe(3)
  expect(matchingRows(plans, 'virt LOG').map(({ CommissionLineItemId }) => CommissionLineItemId)).toEqual([21])
  expect(matchingRows(plans, 'redwood').length).toBe(3)
  expect(matchingRows(plans, 'nothing')).toEqual([])
})

it('messages of the server are put to the lines they are about', () => {
  const wishes = [
    { Id: 21, PayoutRate: 1, EffectiveFrom: null },
    { Id: 22, PayoutRate: 2, EffectiveFrom: null },
  ]
  expect(problemsOf(wishes, [{ Key: '[1].PayoutRate', Message: 'Too much.' }])).toEqual(new Map([[22, 'Too much.']]))
  expect(problemsOf(wishes, [{ Key: 'EffectiveFrom', Message: 'Too early.' }])).toEqual(new Map([[21, 'Too early.']]))
  expect(problemsOf(wishes, [{ Key: '[7].Id', Message: 'Gone.' }])).toEqual(new Map())
})

it('rates start by themselves, or with a month that no line has a statement for', () => {
  const today = '2026-11-27'
  const whole = startsOf(plans, today)
  expect(whole[0]).toEqual({ value: '', label: 'All months' })
  expect(whole.slice(1).map(({ value }) => value)).toHaveLength(25)
  expect(whole[1]).toEqual({ value: '2025-11-03', label: 'November 2025' })
  const stated = plans.map((one) => ({ ...one, DefaultEffectiveFrom: '2026-12-03' }))
  expect(startsOf(stated, today).slice(0, 2)).toEqual([
    { value: '', label: 'December 2026' },
    { value: '2027-01-03', label: 'January 2027' },
  ])
  const mixed = [planRow(21), planRow(22, { DefaultEffectiveFrom: '2026-12-03' })]
  expect(startsOf(mixed, today).slice(0, 2)).toEqual([
    { value: '', label: 'Next open month' },
    { value: '2026-12-03', label: 'December 2026' },
  ])
})
