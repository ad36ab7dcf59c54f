import { expect, it } from 'vitest'
import { kindsText, pendingText } from './memberWords'

it.each([
  [368, 318, '318 employees, 50 dependents'],
  [1, 1, '1 employee'],
  [1, 0, '1 dependent'],
  [4, 5, '5 employees'],
  [0, 0, undefined],
])('%s members, of which %s are employees', (TotalMembers, Employees, says) => {
  expect(kindsText({ TotalMembers }, { Employees })).toBe(says)
})

it.each([
  [22, 'Active', '22 Pending Active'],
  [1, 'In-Active', '1 Pending In-Active'],
  [0, 'Active', undefined],
] as const)('%s about to become %s', (members, becomes, says) => {
  expect(pendingText(members, becomes)).toBe(says)
})
