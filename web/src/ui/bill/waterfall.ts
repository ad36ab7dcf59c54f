/** Where the bars of a comparison stand: each begins where the one before ended, all on one scale. */

export interface Bar {
  /** Where it begins and how wide it is, in percent of the whole. */
  left: number
  width: number
  /** Whether it lowers the total. */
  isMinus: boolean
}

export interface Waterfall {
  bars: Bar[]
  /** Where the earlier total stands, in percent. */
  start: number
}

export function waterfall(amounts: readonly number[]): Waterfall {
  let at = 0
  const steps = amounts.map((amount) => {
    const from = at
    at += amount
    return { from, to: at }
  })
  const ends = [0, ...steps.map(({ to }) => to)]
  const lowest = Math.min(...ends)
  const span = Math.max(...ends) - lowest
  const place = (value: number) => (span === 0 ? 0 : ((value - lowest) / span) * 100)
  const bars = steps.map(({ from, to }) => ({
    left: place(Math.min(from, to)),
    width: place(Math.max(from, to)) - place(Math.min(from, to)),
    isMinus: to < from,
  }))
  return { bars, start: place(0) }
}
