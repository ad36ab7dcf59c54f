import { expect, it } from 'vitest'
import { followed, paceOf, progressSays, timeLeft, type Sample } from './pace'

/** The samples of a run that has done so much at each second. */
function run(...done: number[]): readonly Sample[] {
  return done.reduce<readonly Sample[]>(
    (samples, one, second) => followed(samples, { at: second * 1000, done: one }),
    [],
  )
}

it.each([
  ['two answers too close to each other say nothing', [0, 600], undefined],
  ['chunks are evened out', [0, 600, 600, 1200], 400],
  ['a run that stands still has no pace', [600, 600, 600], undefined],
  ['one that has begun anew is measured anew', [5000, 9000, 0, 100, 200], 100],
])('%s', (_, done, pace) => {
  expect(paceOf(run(...done))).toBe(pace)
})

it('follows a run that becomes slower, and takes the same answer once', () => {
  const slow = run(
    ...Array.from({ length: 20 }, (_, second) => second * 1000),
    ...Array.from({ length: 20 }, (_, second) => 19_000 + second * 10),
  )
  expect(paceOf(slow)).toBe(10)
  expect(followed(slow, { at: 39_000, done: 1 })).toBe(slow)
})

it.each([
  [1, 'a few seconds left'],
  [38, 'about 40 seconds left'],
  [89, 'about 90 seconds left'],
  [91, 'about 2 minutes left'],
  [3000, 'about 50 minutes left'],
  [7000, 'about 2 hours left'],
])('%d seconds are %s', (seconds, says) => {
  expect(timeLeft(seconds)).toBe(says)
})

it('says what is known', () => {
  expect(progressSays(1204, 1860, 'rows', 16.4)).toBe('64% · about 40 seconds left · 16 rows a second')
  expect(progressSays(1204, 1860, 'rows', undefined)).toBe('64%')
  expect(progressSays(1204, 0, 'rows', 1240)).toBe('1,240 rows a second')
  expect(progressSays(10, 100, 'members', 0.2)).toBe('10% · about 8 minutes left · 1 member a second')
  expect(progressSays(0, 0, 'rows', undefined)).toBe('')
})
