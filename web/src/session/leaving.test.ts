import { expect, it } from 'vitest'
import { signInSearch } from './leaving'

it('keeps the page one was on and the reason', () => {
  expect(signInSearch({ from: '/brokers?page=2', why: 'idle' })).toEqual({ from: '/brokers?page=2', why: 'idle' })
})

it.each(['https://example.com', '//example.com', '/\\example.com', '/sign-in?from=/x', 'brokers', 7])('never leads back to %j', (from) => {
  expect(signInSearch({ from, why: 'because' })).toStrictEqual({ from: undefined, why: undefined })
})
