import { expect, it } from 'vitest'
import { waterfall } from './waterfall'

it('begins each bar where the one before ended', () => {
  expect(waterfall([200, -50, 0, -50])).toEqual({
    start: 0,
    bars: [
      { left: 0, width: 100, isMinus: false },
      { left: 75, width: 25, isMinus: true },
      { left: 75, width: 0, isMinus: false },
      { left: 50, width: 25, isMinus: true },
    ],
  })
})

it('leaves room to the left of the earlier total when it sinks below', () => {
  const { start, bars } = waterfall([-30, 10])
  expect(start).toBe(100)
  expect(bars[0]).toEqual({ left: 0, width: 100, isMinus: true })
  expect(bars[1]?.left).toBe(0)
})

it('draws nothing when nothing changed', () => {
  expect(waterfall([0, 0]).bars.every(({ left, width }) => left === 0 && width === 0)).toBe(true)
  expect(waterfall([])).toEqual({ start: 0, bars: [] })
})
