import { expect, it } from 'vitest'
import { signInSearch } from './leaving'

it('keeps the page one was on and the reason', () => {
  expect(signInSearch({ from: '/brokers?page=2', why: 'idle' })).toEqual({ from: '/brokers?page=2', why: 'idle' })
})

it.each([
  [30, 30],
  [1, 1],
  [0, undefined],
  [-5, undefined],
  [2.5, undefined],
  ['30', 30],
  ['soon', undefined],
  [undefined, undefined],
])('of the minutes %j it takes %j', (minutes, taken) => {
  expect(signInSearch({ why: 'idle', minutes }).minutes).toBe(taken)
  expect(signInSearch({ why: 'ended', minutes }).minutes).toBeUndefined()
})

it.each(['https://example.com', '//example.com', '/\\example.com', '/sign-in?from=/x', 'brokers', 7])(
  'never leads back to %j',
  (from) => {
    expect(signInSearch({ from, why: 'because' })).toStrictEqual({
      from: undefined,
      why: undefined,
      minutes: undefined,
    })
  },
)
