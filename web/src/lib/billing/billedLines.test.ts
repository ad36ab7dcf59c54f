import { describe, expect, it } from 'vitest'
import {
  billedEmployees,
  correctionName,
  latestChange,
  membersInShort,
  quantityName,
  serviceMonth,
  type BilledEmployee,
  type BilledLine,
} from './billedLines'

const employee = (
  FirstName: string,
  LastName: string,
  ...changes: [Status: number, ChangeDate: string][]
): BilledEmployee => ({
  Employee: { EmployeeId: 1, FirstName, LastName },
  FilteredStatusChanges: changes.map(([Status, ChangeDate]) => ({ Status, ChangeDate })),
})
const kira = employee('Kira', 'Imbert', [1, '2026-09-01'])
const zora = employee('Zora', 'Kestler')
const charge: BilledLine = {
  Id: 1,
  Name: 'Virtual Care PEPM',
  BillableYear: 2026,
  BillableMonth: 11,
  BillableQuantity: 412,
  BillingType: 2,
  IsCredit: false,
  IsCorrection: false,
  Rate: 12.5,
  LineItemTotalDollars: 5150,
}
const credit: BilledLine = {
  ...charge,
  IsCredit: true,
  IsCorrection: true,
  BillableQuantity: 1,
  ActiveEmployeeData: [],
  InActiveEmployeeData: [kira],
}
const consults: BilledLine = {
  ...charge,
  BillingType: 3,
  BillableQuantity: 9,
  ActiveEmployeeData: [],
  InActiveEmployeeData: [],
}

it('a credit is about its in-active employees, every other line about its active ones', () => {
  expect(billedEmployees(credit)).toEqual([kira])
  expect(billedEmployees({ ...charge, ActiveEmployeeData: [zora], InActiveEmployeeData: [] })).toEqual([zora])
  expect(billedEmployees(charge)).toEqual([])
})

it('a line that corrects an earlier month is a credit or a debt', () => {
  expect([charge, credit, { ...charge, IsCorrection: true }].map(correctionName)).toEqual([undefined, 'Credit', 'Debt'])
})

it('names its month in short', () => {
  expect(serviceMonth(charge)).toBe('Nov 2026')
})

describe('the latest status change', () => {
  it.each([
    [[], undefined],
    [[[0, '2022-01-01']], 'Made Active on 01/01/2022'],
    [[[1, '2026-09-01']], 'Made In-Active on 09/01/2026'],
    [
      [
        [0, '2026-10-02'],
        [1, '2026-09-01'],
      ],
      'Made Active on 10/02/2026',
    ],
    [
      [
        [0, '2026-09-01'],
        [1, '2026-09-01'],
      ],
      'Made In-Active on 09/01/2026',
    ],
  ] satisfies [[number, string][], string | undefined][])('of %j is %j', (changes, says) => {
    expect(latestChange(employee('A', 'B', ...changes))?.says).toBe(says)
  })
})

it.each([
  [charge, '412 active employees'],
  [{ ...charge, BillableQuantity: 1 }, '1 active employee'],
  [{ ...credit, BillableQuantity: 1200 }, '1,200 in-active employees'],
  [{ ...charge, IsCorrection: true, BillableQuantity: 4 }, '4 employees'],
  [consults, '9 consults'],
])('says its quantity in words: %#', (line, says) => {
  expect(quantityName(line)).toBe(says)
})

it.each([
  [charge, '412 active employees'],
  [credit, 'Imbert, Kira · Made In-Active on 09/01/2026'],
  [{ ...charge, ActiveEmployeeData: [zora] }, 'Kestler, Zora'],
  [{ ...credit, InActiveEmployeeData: [kira, zora] }, 'Imbert, Kira · Kestler, Zora'],
  [{ ...charge, BillableQuantity: 3, ActiveEmployeeData: [kira, zora, kira] }, '3 active employees'],
  [consults, '9 consults'],
])('names one or two members and counts more: %#', (line, says) => {
  expect(membersInShort(line)).toBe(says)
})
