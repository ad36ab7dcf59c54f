import { expect, it } from 'vitest'
import { resultText, type FileResult } from './result'

const people = (Employees: number, Dependents: number) => ({ Total: Employees + Dependents, Employees, Dependents })
const none = people(0, 0)
const bill = (Difference: number): FileResult['NextBill'] => ({
  BillingMonth: 'December 2026',
  Before: 0,
  After: Difference,
  Difference,
})

it.each([
  [people(22, 8), none, 0, bill(275), '30 joined: 22 employees, 8 dependents; next bill +$275.00'],
  [people(1, 0), people(0, 1), 3, bill(-25), '1 joined: 1 employee; 1 left: 1 dependent; 3 changed; next bill −$25.00'],
  [none, none, 0, null, 'Nobody joined or left'],
  [none, people(2, 0), 0, null, '2 left: 2 employees'],
])('joined %o, left %o, %s changed', (Joined, Left, Changed, NextBill, says) => {
  expect(resultText({ Joined, Left, Changed, NextBill })).toBe(says)
})

it('tells the dependents that were left out beside those who joined', () => {
  const result = { Joined: people(22, 0), Left: none, Changed: 0, NextBill: bill(275) }
  expect(resultText(result, 8)).toBe(
    '22 joined: 22 employees; 8 dependents left out, as the group takes none; next bill +$275.00',
  )
  expect(resultText({ ...result, Joined: none, NextBill: null }, 1)).toBe(
    'Nobody joined or left; 1 dependent left out, as the group takes none',
  )
})
