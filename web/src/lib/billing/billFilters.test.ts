import { expect, it } from 'vitest'
import { billFilter, periodOptions } from './billFilters'

it('offers the next month and two years back', () => {
  const options = periodOptions('2026-12-20')
  expect(options.slice(0, 2)).toEqual([
    { value: '2027-01-03', label: 'January 2027' },
    { value: '2026-12-03', label: 'December 2026' },
  ])
  expect(options.at(-1)).toEqual({ value: '2024-12-03', label: 'December 2024' })
})

it('asks for what is chosen, and for nothing else', () => {
  expect(billFilter({})).toEqual({})
  expect(billFilter({ plan: ['3', '4'], payment: ['Paid', 'Overdue'], period: ['2026-11-03'] })).toEqual({
    PlanIds: [3, 4],
    PaymentStatus: ['Paid', 'Overdue'],
    BillingPeriod: '2026-11-03',
  })
})

it('asks by due date and by how late it is', () => {
  expect(billFilter({ duefrom: ['2026-11-01'], dueto: ['2026-11-30'], late: ['31'] })).toEqual({
    DueFrom: '2026-11-01',
    DueTo: '2026-11-30',
    MinDaysLate: 31,
  })
})
