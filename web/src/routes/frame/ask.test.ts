import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ask } from './ask'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = { queryKey: ['never'], queryFn: () => new Promise<string>(() => {}) }

/** Whether a page is drawn after so many milliseconds. */
async function isDrawn(asked: Promise<void>, milliseconds: number): Promise<boolean> {
  let done = false
  void asked.then(() => (done = true))
  await vi.advanceTimersByTimeAsync(milliseconds)
  return done
}

it('a page waits for its first answers', async () => {
  const client = new QueryClient()
  const late = { queryKey: ['late'], queryFn: () => new Promise((done) => setTimeout(() => done('rows'), 50)) }
  const asked = ask(client, late, false, undefined)
  expect(await isDrawn(asked, 40)).toBe(false)
  expect(await isDrawn(asked, 20)).toBe(true)
  expect(client.getQueryData(['late'])).toBe('rows')
})

it('a page waits no longer than 100 ms, and not for a failure', async () => {
  const asked = ask(new QueryClient(), never)
  expect(await isDrawn(asked, 90)).toBe(false)
  expect(await isDrawn(asked, 20)).toBe(true)
  const failing = { queryKey: ['failing'], queryFn: () => Promise.reject(new Error('Out of order.')), retry: false }
  expect(await isDrawn(ask(new QueryClient(), failing), 1)).toBe(true)
})

it('a page does not wait where it has an answer already, and asks anew', async () => {
  const client = new QueryClient()
  client.setQueryData(['never'], 'of before', { updatedAt: 1 })
  expect(await isDrawn(ask(client, never), 1)).toBe(true)
  expect(client.isFetching({ queryKey: ['never'] })).toBe(1)
})
