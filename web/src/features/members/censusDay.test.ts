import { expect, it } from 'vitest'
import { censusDay } from './censusDay'

it.each([
  ['no month', '', '2026-11-21', '2026-11-21'],
  ['the current month', '2026-11-01', '2026-11-21', '2026-11-21'],
  ['the current month on its last day', '2026-11-01', '2026-11-30', '2026-11-30'],
  ['the month before', '2026-10-01', '2026-11-21', '2026-10-31'],
  ['a February', '2026-02-01', '2026-11-21', '2026-02-28'],
  ['a February of a leap year', '2024-02-01', '2026-11-21', '2024-02-29'],
  ['a December', '2025-12-01', '2026-11-21', '2025-12-31'],
])('for %s (%s, on %s) it is %s', (_, chosen, today, day) => {
  expect(censusDay(chosen, today)).toBe(day)
})
