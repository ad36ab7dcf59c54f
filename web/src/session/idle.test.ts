import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { idleMinutes, watchIdle } from './idle'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

const minutes = (number: number) => vi.advanceTimersByTime(number * 60_000)

it('signs out once after the idle time', () => {
  const whenIdle = vi.fn()
  watchIdle(whenIdle)
  minutes(idleMinutes - 1)
  expect(whenIdle).not.toHaveBeenCalled()
  minutes(2)
  minutes(60)
  expect(whenIdle).toHaveBeenCalledOnce()
})

it('any key starts the time anew, also one pressed in another tab', () => {
  const whenIdle = vi.fn()
  const stop = watchIdle(whenIdle)
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
