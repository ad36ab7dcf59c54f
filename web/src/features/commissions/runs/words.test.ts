import { expect, it } from 'vitest'
import {
  againstLast,
  billsOf,
  dueOf,
  exceptionName,
  isBillable,
  isOnTheWay,
  partsOf,
  resultText,
  summaryOf,
  toBillOf,
} from './words'
import { rule } from '../../../testing/commissions'

const outcome = (Outcome: string) => ({ Outcome })

it('names the parts that have rules in them, all of them first', () => {
  const rules = [
    rule(1, 'Ready', { Exceptions: [{ Code: 'NoErpVendor', Message: 'The rule has no vendor.' }] }),
    rule(2, 'Ready'),
    rule(3, 'Billed'),
  ]
  expect(partsOf(rules).map(({ label }) => label)).toEqual(['All rules 3', 'Exceptions 1', 'Ready 2', 'Billed 1'])
})

it('does not count a statement that is brought forward as one to bill', () => {
  const rules = [rule(1, 'Made', { StatementId: 9 }), rule(2, 'Made', { AmountDue: -20 })]
  expect(partsOf(rules).map(({ label }) => label)).toEqual(['All rules 2', 'To bill 1', 'Nothing to pay 1'])
})

it.each([
  ['NoErpVendor', 100, 'No vendor'],
  ['Deviation', 121, '+21%'],
  ['Deviation', 56.75, '−43.3%'],
  ['Unheard', 100, 'Something else.'],
])('calls the exception %s by what it is', (Code, Amount, name) => {
  expect(exceptionName({ Code, Message: 'Something else.' }, rule(1, 'Ready', { Amount, LastMonthAmount: 100 }))).toBe(
    name,
  )
})

it('compares with last month in cents, and with nothing where there is none', () => {
  expect(againstLast(rule(1, 'Ready', { Amount: 0.3, LastMonthAmount: 0.1 }))).toBe('+$0.20')
  expect(againstLast(rule(1, 'Ready', { LastMonthAmount: null }))).toBeUndefined()
  expect(dueOf([{ AmountDue: 0.1 }, { AmountDue: 0.2 }])).toBe(0.3)
})

it.each([
  ['Made', [7, 6], true],
  ['Failed', [7], true],
  ['Billed', [], false],
  ['Ready', [], false],
  // Another statement can be made, and an older one waits.
  ['Ready', [7], true],
])('a rule that is %s with the statements %o waits for a bill or not', (state, StatementIds, waits) => {
  expect(isBillable(rule(1, state, { StatementId: 7, StatementIds }))).toBe(waits)
})

it('counts and sums the bills of all statements that wait', () => {
  const rules = [rule(1, 'Made', { StatementIds: [7, 6], ToBill: 0.1 }), rule(2, 'Ready', { ToBill: 0.2 })]
  expect([billsOf(rules), toBillOf(rules)]).toEqual([2, 0.3])
})

it('asks again for what a job was queued for, until there is a bill', () => {
  expect(isOnTheWay(rule(1, 'Made', { BillState: 'Queued' }))).toBe(true)
  expect(isOnTheWay(rule(1, 'Made', { BillState: 'Sending' }))).toBe(true)
  expect(isOnTheWay(rule(1, 'Made'))).toBe(false)
  expect(isOnTheWay(rule(1, 'Failed', { BillState: 'Failed' }))).toBe(false)
  expect(isBillable(rule(1, 'Made', { StatementId: 7, BillState: 'Queued' }))).toBe(false)
})

it.each([
  [{ Outcome: 'Done', Message: '' }, 'Created'],
  [{ Outcome: 'Refused', Message: 'There is nothing to pay.' }, 'There is nothing to pay.'],
  [{ Outcome: 'Unheard', Message: '' }, 'Unheard'],
])('says what came of a row: %o', (result, says) => {
  expect(resultText(result)).toBe(says)
})

it('says in one sentence what came of the rows', () => {
  expect(summaryOf([outcome('Done'), outcome('Already'), outcome('Refused')], 'statement')).toBe(
    '2 statements created, 1 not.',
  )
  expect(summaryOf([outcome('Queued')], 'bill')).toBe('1 bill on the way.')
})
