import { describe, expect, it } from 'vitest'
import { row, totals, whole } from '../../testing/commissions'
import { billOf, billStateText, csvDay, previousMonth, statementNumber, sumsOf, totalKind } from './words'

describe('the day that asks for the statements of a month', () => {
  it.each([
    ['a month that is over', { year: 2026, month: 10 }, '2026-11-27', '2026-10-03'],
    ['the month that runs', { year: 2026, month: 11 }, '2026-11-27', '2026-11-27'],
    ['the month that runs, before its 3rd', { year: 2026, month: 11 }, '2026-11-01', '2026-11-01'],
    ['the same month of another year', { year: 2025, month: 11 }, '2026-11-27', '2025-11-03'],
  ])('is that of %s', (_, month, today, asked) => {
    expect(csvDay(month, today)).toBe(asked)
  })
})

it.each([
  ['2026-11-27', { year: 2026, month: 10 }],
  ['2026-01-01', { year: 2025, month: 12 }],
])('a statement is mostly made for the month before %s', (today, month) => {
  expect(previousMonth(today)).toEqual(month)
})

it.each([
  ['Sending', 'Sending'],
  ['OutOfDate', 'Out of date'],
  [null, undefined],
])('says how far a bill is: %s', (state, says) => {
  expect(billStateText(state)).toBe(says)
})

describe('what a total is called besides a line of its month', () => {
  it.each([
    ['a line of the month', totals.own, undefined],
    ['a credit', totals.credit, 'Credit'],
    ['a charge of another month', { ...totals.own, BillableMonth: 8 }, undefined],
    ['a charge of another year', { ...totals.own, BillableYear: 2025 }, undefined],
    ['what was owed before', { ...totals.own, IsCorrection: true }, 'Debt'],
    ['what is taken back', { ...totals.credit, Kind: 'Clawback' }, 'Clawback'],
  ])('%s', (_, total, name) => {
    expect(totalKind(total)?.name).toBe(name)
  })
})

it('leads from the payout over what is brought forward to what is due, and tells what waits apart', () => {
  expect(sumsOf(whole).map(({ term, value }) => `${term}: ${String(value)}`)).toEqual([
    'Total payout: $321.25',
    'Brought forward from September 2026: −$12.50',
    'Amount due: $308.75',
    'Pending until invoices are paid: $43.75',
  ])
  const twice = [3, 4].map((StatementId) => ({ StatementId, Name: 'Acme - September 2026', Amount: -5 }))
  expect(sumsOf({ ...whole, BroughtForwardFrom: twice }).map(({ term }) => term)).toContain(
    'Brought forward from September 2026, CS-000004',
  )
  expect(sumsOf(row)[1]?.term).toBe('Brought forward')
  expect(sumsOf({ ...row, PendingEarlier: 18.5 }).at(-1)).toEqual({
    term: 'Still pending from earlier months',
    value: '$18.50',
  })
  expect(sumsOf({ ...row, BroughtForward: 0, PendingAmount: 0 }).map(({ term }) => term)).toEqual([
    'Total payout',
    'Amount due',
  ])
})

it('is known by the number of its bill, and by its own before there is one', () => {
  expect(statementNumber(row)).toBe('CS-000007')
  expect(statementNumber({ ...row, BillNumber: '202610-7-HRB' })).toBe('202610-7-HRB')
  expect(billOf(row)).toBeUndefined()
  expect(billOf({ BillNumber: '202610-7-HRB', BillState: 'Sent' })).toBe('202610-7-HRB, Sent')
})
