import { describe, expect, it } from 'vitest'
import { exceptionsFirst, pageOf, rowsOf } from './rows'
import { rule } from '../../../testing/commissions'
import { partsOf } from './words'

const rules = [
  rule(3, 'Ready', { RuleName: 'Zenith', AmountDue: 5, Exceptions: [{ Code: 'Negative', Message: 'Negative.' }] }),
  rule(1, 'Ready', { RuleName: 'acme', AmountDue: 20, PayeeName: 'Juniper' }),
  rule(2, 'Made', { RuleName: 'Birch', AmountDue: 10, StatementId: 9 }),
]
const asked = { Term: '', OrderBy: exceptionsFirst, OrderDesc: false, Page: 1, PerPage: 25, Filters: {} }
const ids = (found: readonly { CommissionRuleId: number }[]) => found.map(({ CommissionRuleId }) => CommissionRuleId)

describe('the order', () => {
  it.each([
    [exceptionsFirst, false, [3, 1, 2]],
    [exceptionsFirst, true, [2, 1, 3]],
    ['RuleName', false, [1, 2, 3]],
    ['RuleName', true, [3, 2, 1]],
    ['AmountDue', false, [3, 2, 1]],
  ])('by %s, descending %s', (OrderBy, OrderDesc, order) => {
    expect(ids(rowsOf(rules, { ...asked, OrderBy, OrderDesc }))).toEqual(order)
  })
})

it('finds by rule and by payee', () => {
  expect(ids(rowsOf(rules, { ...asked, Term: 'ACM' }))).toEqual([1])
  expect(ids(rowsOf(rules, { ...asked, Term: 'juni' }))).toEqual([1])
})

it('keeps to the part that is shown', () => {
  const made = partsOf(rules).find(({ name }) => name === 'made')
  expect(ids(rowsOf(rules, asked, made))).toEqual([2])
})

it('gives one page of what was found', () => {
  expect(pageOf(rules, { ...asked, PerPage: 2, Page: 2 })).toEqual({
    Data: [rules[2]],
    TotalRecords: 3,
    TotalPages: 2,
  })
})
