import { expect, it } from 'vitest'
import { madeOf } from './approving'

it.each([
  [{ plans: 3, takenUp: 0 }, '3 snapshots'],
  [{ plans: 95, takenUp: 95 }, '95 invoices'],
  [{ plans: 2, takenUp: 1 }, '1 snapshot and 1 invoice of an earlier run'],
])('names what is made of %o', (batch, says) => {
  expect(madeOf(batch)).toBe(says)
})
