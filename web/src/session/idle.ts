/**
 * Signs out after a time without a key or a click, in all tabs together, so that an open screen does not outlive its reader.
 * The server ends idle sessions by itself; this only makes the browser agree when a screen keeps polling.
 */

const checkEvery = 15_000
const stored = 'ledgerwell.last-input'

/** Watches for input and calls `whenIdle` once, after so many minutes without any (rules.md#sessions); gives back how to stop. */
export function watchIdle(minutes: number, whenIdle: () => void, now: () => number = Date.now): () => void {
  const mark = () => localStorage.setItem(stored, String(now()))
  const check = () => {
    if (now() - Number(localStorage.getItem(stored)) < minutes * 60_000) return
    stop()
    whenIdle()
  }
  const stop = () => {
    clearInterval(timer)
    removeEventListener('keydown', mark, true)
    removeEventListener('pointerdown', mark, true)
    document.removeEventListener('visibilitychange', check)
  }
  const timer = setInterval(check, checkEvery)
  addEventListener('keydown', mark, true)
  addEventListener('pointerdown', mark, true)
  // A laptop that was asleep is checked as soon as it is looked at.
  document.addEventListener('visibilitychange', check)
  mark()
  return stop
}
