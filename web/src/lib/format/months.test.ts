import { expect, it } from 'vitest'
import { addMonths, billingPeriod, billingYears, lastDay, monthChoices, monthName, monthOf, shortMonth } from './months'

it.each([
  [{ year: 2026, month: 11 }, 1, { year: 2026, month: 12 }],
  [{ year: 2026, month: 12 }, 1, { year: 2027, month: 1 }],
  [{ year: 2026, month: 1 }, -1, { year: 2025, month: 12 }],
  [{ year: 2026, month: 3 }, -27, { year: 2023, month: 12 }],
  [{ year: 2026, month: 3 }, 0, { year: 2026, month: 3 }],
])('%j and %i months is %j', (from, by, to) => {
  expect(addMonths(from, by)).toEqual(to)
})

it('a billing period runs from the 4th to the 3rd, over the turn of the year too', () => {
  expect(billingPeriod({ year: 2026, month: 11 })).toEqual({ StartDate: '2026-10-04', EndDate: '2026-11-03' })
  expect(billingPeriod({ year: 2027, month: 1 })).toEqual({ StartDate: '2026-12-04', EndDate: '2027-01-03' })
})

it.each([
  [{ year: 2026, month: 2 }, '2026-02-28'],
  [{ year: 2028, month: 2 }, '2028-02-29'],
  [{ year: 2026, month: 12 }, '2026-12-31'],
])('the last day of %j is %s', (month, day) => {
  expect(lastDay(month)).toBe(day)
})

it('names months', () => {
  expect(monthName(monthOf('2026-11-03'))).toBe('November 2026')
  expect(shortMonth({ year: 2026, month: 9 })).toBe('Sep 2026')
  expect(monthChoices).toHaveLength(12)
  expect(billingYears('2026-11-20')).toEqual([2025, 2026, 2027])
})
