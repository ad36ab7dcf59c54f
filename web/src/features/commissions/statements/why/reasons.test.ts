import { describe, expect, it } from 'vitest'
import { row as statementRow } from '../../../../testing/commissions'
import { behindTitle, causeOf, differenceWords, reasonsOf, reconciles } from './reasons'

const row = (Reason: string, Before: number, Now: number) => ({
  EmployerName: 'Harborline Logistics',
  PlanName: 'Medical PEPM',
  Reason,
  Before,
  Now,
  Difference: Math.round((Now - Before) * 100) / 100,
})
const rows = [row('Quantity', 10, 10.1), row('New line', 0, 5), row('Quantity', 1, 1.2), row('Credits', 0, -2.5)]
const comparison = {
  Previous: { ...statementRow, Id: 3, Name: 'Acme - September 2026', AmountDue: 11 },
  PreviousCount: 1,
  Count: 1,
  Before: 11,
  Now: 13.8,
  Rows: rows,
  Difference: 2.8,
}

it('gathers the differences by their reason, in cents', () => {
  const reasons = reasonsOf(rows)
  expect(reasons.map(({ name, rows: own, dollars }) => [name, own.length, dollars])).toEqual([
    ['Quantity', 2, 0.3],
    ['New line', 1, 5],
    ['Credits', 1, -2.5],
  ])
  const [first] = reasons
  expect(first && causeOf(first)).toEqual({
    key: 'Quantity',
    name: 'Quantity',
    many: '2 lines',
    dollars: 0.3,
    opens: true,
  })
  expect(first && behindTitle(first)).toBe('Quantity: 2 lines, +$0.30')
})

describe('reconciles', () => {
  it.each([
    ['to the cent', comparison, true],
    ['with nothing before', { ...comparison, Previous: null, Before: 0, Now: 2.8 }, true],
    ['not when a row is missing', { ...comparison, Rows: rows.slice(1) }, false],
    ['not when it leads elsewhere', { ...comparison, Now: 13.81 }, false],
    ['not when the difference is another', { ...comparison, Difference: 2.81 }, false],
  ])('%s', (_, found, does) => {
    expect(reconciles(found)).toBe(does)
  })
})

it.each([
  [comparison, 'is $2.80 more than Acme - September 2026'],
  [{ ...comparison, Difference: -2.8 }, 'is $2.80 less than Acme - September 2026'],
  [{ ...comparison, PreviousCount: 2 }, 'is $2.80 more than Acme - September 2026, 2 statements'],
  [{ ...comparison, Difference: 0 }, 'is the same as Acme - September 2026'],
  [{ ...comparison, Previous: null }, 'on the first statement of this rule'],
])('says how the amounts differ', (found, says) => {
  expect(Object.values(differenceWords(found)).join(' ')).toBe(says)
})
