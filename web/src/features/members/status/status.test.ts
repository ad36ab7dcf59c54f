import { expect, it } from 'vitest'
import { changeDay } from '../../../lib/format/dates'
import { changeOffered, editorStatus, effectiveText, isPending } from './status'

it.each([
  ['2026-11-01', '2026-11-01'],
  ['2026-11-03', '2026-11-03'],
  ['2026-11-04', '2026-12-01'],
  ['2026-11-30', '2026-12-01'],
  ['2026-12-31', '2027-01-01'],
  ['2027-01-03', '2027-01-03'],
])('a change made on %s holds from %s', (today, from) => {
  expect(changeDay(today)).toBe(from)
})

it.each([
  ['2026-11-02', 'immediately'],
  ['2026-12-01', '12/01/2026'],
  ['2026-10-15', 'immediately, as of 10/15/2026'],
])('on 11/02/2026, the day %s is told as: %s', (from, told) => {
  expect(effectiveText(from, '2026-11-02')).toBe(told)
})

it('offers one change a status; what is pending is only undone', () => {
  expect([0, 1, 2, 3].map(changeOffered)).toEqual(['terminate', 'activate', 'undo', 'undo'])
  expect([0, 1, 2, 3].map(isPending)).toEqual([false, false, true, true])
})

it('the editor shows where a pending status leads', () => {
  expect([0, 1, 2, 3].map(editorStatus)).toEqual([0, 1, 1, 0])
})
