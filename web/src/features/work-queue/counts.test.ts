import { expect, it } from 'vitest'
import { countOf } from './counts'
import { kind } from './samples'

const queue = {
  Total: 9,
  Kinds: [
    kind({ Kind: 'CensusErrors', IsBad: true, Count: 2 }),
    kind({ Kind: 'CensusWaiting', Count: 3 }),
    kind({ Kind: 'BillsNotSent', Count: 4 }),
    kind({ Kind: 'Overdue', IsBad: true, Count: 0 }),
  ],
}

it.each([
  ['/', { number: 9, says: 'need you' }],
  ['/census-files', { number: 5, bad: true, says: 'need you' }],
  ['/invoices', { number: 4, bad: false, says: 'need you' }],
  ['/brokers', { number: 0, bad: false, says: 'need you' }],
])('counts beside %s what waits there', (to, count) => {
  expect(countOf(queue, to)).toEqual(count)
})

it('speaks of one alone as of one', () => {
  expect(countOf({ Total: 1, Kinds: [] }, '/').says).toBe('needs you')
})
