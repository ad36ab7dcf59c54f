import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchIdle } from './idle'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

const minutes = (number: number) => vi.advanceTimersByTime(number * 60_000)

it.each([30, 12])('signs out once after the idle time of %i minutes', (idleMinutes) => {
  const whenIdle = vi.fn()
  watchIdle(idleMinutes, whenIdle)
  minutes(idleMinutes - 1)
  expect(whenIdle).not.toHaveBeenCalled()
  minutes(2)
  minutes(60)
  expect(whenIdle).toHaveBeenCalledOnce()
})

it('any key starts the time anew, also one pressed in another tab', () => {
  const whenIdle = vi.fn()
  const stop = watchIdle(30, whenIdle)
  minutes(20)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  minutes(20)
  localStorage.setItem('ledgerwell.last-input', String(Date.now()))
  minutes(20)
  expect(whenIdle).not.toHaveBeenCalled()
  stop()
  minutes(60)
  expect(whenIdle).not.toHaveBeenCalled()
})
