import { describe, expect, it } from 'vitest'
import {
  adjusted,
  chunksOf,
  firstInvoices,
  invoicesOf,
  linesFrom,
  pagesOf,
  paidBy,
  rowsInChunk,
  sumOf,
} from './invoices'
import { adjustment, totals } from '../../../testing/commissions'

const { own, credit, pending } = totals
const ofInvoice = (id: number, number: number) =>
  Array.from({ length: number }, (_, index) => ({ ...own, BillingInvoiceSnapshotId: id, PlanLineId: index }))

it('puts the lines below their invoice, which keeps its place and comes to their sum', () => {
  const invoices = invoicesOf([own, pending, credit])
  expect(invoices.map(({ id, number, totals: rows, dollars }) => [id, number, rows.length, dollars])).toEqual([
    [71, 'LW-004189', 2, 321.25],
    [80, '000080', 1, 43.75],
  ])
})

it('adds up in cents', () => {
  expect(sumOf([{ TotalDollars: 0.1 }, { TotalDollars: 0.2 }])).toBe(0.3)
})

it('counts lines and employers', () => {
  expect(linesFrom([own, credit, pending])).toBe('3 lines from 2 employers')
  expect(linesFrom([own])).toBe('1 line from 1 employer')
})

it('counts adjustments with the lines, and adds them up in cents', () => {
  const taken = { ...adjustment, Amount: -0.1 }
  expect(linesFrom([own], [adjustment, taken])).toBe('1 line from 1 employer, 2 adjustments')
  expect(linesFrom([], [adjustment])).toBe('1 adjustment')
  expect(adjusted([taken, taken, taken])).toBe(-0.3)
  expect(paidBy([own, credit], [adjustment, taken])).toBe(571.15)
  expect(paidBy([], [])).toBe(0)
})

it('divides rows into pages', () => {
  expect(pagesOf([1, 2, 3], 2)).toEqual([[1, 2], [3]])
  expect(pagesOf([])).toEqual([])
})

describe('chunks of the printed page', () => {
  it.each([
    [0, []],
    [1, [1]],
    [16, [16]],
    [17, [16, 1]],
    [40, [16, 16, 8]],
  ])('divide %i rows', (rows, sizes) => {
    const chunks = chunksOf(invoicesOf(ofInvoice(1, rows)))
    expect(chunks.map((chunk) => chunk.reduce((sum, { totals: own }) => sum + own.length, 0))).toEqual(sizes)
  })

  it('keep the order, and say which invoice is continued', () => {
    const invoices = invoicesOf([...ofInvoice(1, 10), ...ofInvoice(2, 10), ...ofInvoice(3, 2)])
    const chunks = chunksOf(invoices)
    expect(chunks.map((chunk) => chunk.map(({ id, totals: own, continued }) => [id, own.length, continued]))).toEqual([
      [
        [1, 10, false],
        [2, 6, false],
      ],
      [
        [2, 4, true],
        [3, 2, false],
      ],
    ])
    expect(chunks.flat().map(({ dollars }) => dollars)).toEqual([3225, 3225, 3225, 645])
  })

  it('begin an invoice anew where the chunk before has ended with another', () => {
    const chunks = chunksOf(invoicesOf([...ofInvoice(1, rowsInChunk), ...ofInvoice(2, 1)]))
    expect(chunks[1]?.[0]?.continued).toBe(false)
  })
})

it.each([
  [1, [1]],
  [10, [1]],
  [12, [1, 2]],
  [100, [1, 2, 3]],
])('draws the invoices of the first %i lines, whole ones and at least one', (most, ids) => {
  const invoices = invoicesOf([...ofInvoice(1, 10), ...ofInvoice(2, 2), ...ofInvoice(3, 5)])
  expect(firstInvoices(invoices, most).map(({ id }) => id)).toEqual(ids)
})
