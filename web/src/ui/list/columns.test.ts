import { expect, it } from 'vitest'
import { minimumWidth } from './columns'

/** Pixels, as a browser draws them: a figure, which all are as wide as, and the dollar and minus sign too; a point or comma; the margins of a cell. */
const figure = 8.44
const point = 3.5
const margins = 16

it('an amount stands whole in its column, up to a hundred millions below zero', () => {
  const widest = '−$99,999,999.99'
  const points = widest.replace(/[^.,]/g, '').length
  const wanted = (widest.length - points) * figure + points * point + margins
  expect(
    minimumWidth({ key: 'Amount', title: 'Amount', kind: 'money', sorts: true, cell: () => widest }),
  ).toBeGreaterThanOrEqual(wanted)
})

it('a broad column holds the way to the ERP and a tag beside it', () => {
  const widest = 85 + 8 + 59
  expect(minimumWidth({ key: 'InErp', title: 'In ERP', size: 'broad', cell: () => widest })).toBeGreaterThanOrEqual(
    widest + margins,
  )
})
