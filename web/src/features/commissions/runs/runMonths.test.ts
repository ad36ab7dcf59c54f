import { describe, expect, it } from 'vitest'
import { monthFrom, monthText } from './runMonths'

describe('the month of the address', () => {
  it.each([
    ['that is named', '2026-03', { year: 2026, month: 3 }],
    ['the month that runs', '2026-11', { year: 2026, month: 11 }],
    ['none: last month', undefined, { year: 2026, month: 10 }],
    ['no month', '2026-13', { year: 2026, month: 10 }],
    ['any text', 'soon', { year: 2026, month: 10 }],
    ['too far ahead', '2026-12', { year: 2026, month: 10 }],
    ['too far back', '2024-10', { year: 2026, month: 10 }],
    ['the first that is offered', '2024-11', { year: 2024, month: 11 }],
  ])('%s', (_, text, month) => {
    expect(monthFrom(text, '2026-11-27')).toEqual(month)
  })

  it('is written as it is read', () => {
    expect(monthText({ year: 2026, month: 3 })).toBe('2026-03')
  })
})
