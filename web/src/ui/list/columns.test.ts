import { expect, it } from 'vitest'
import { columnsWithRoom, minimumWidth } from './columns'

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

it('a head on two lines needs the room of its longest word', () => {
  const column = { key: 'Date', title: 'Invoice Date', kind: 'date', sorts: true, cell: () => null } as const
  expect(minimumWidth({ ...column, headWraps: true })).toBe(96)
  expect(minimumWidth(column)).toBeGreaterThan(110)
})

it('a spare column gives way on a tight screen, unless columns were chosen', () => {
  const columns = [
    { key: 'Name', title: 'Name', cell: () => null },
    { key: 'Age', title: 'Age', spare: true, cell: () => null },
  ]
  const keysOf = (chosen: readonly string[] | undefined, isTight: boolean) =>
    columnsWithRoom(columns, chosen, isTight).map(({ key }) => key)
  expect(keysOf(undefined, true)).toEqual(['Name'])
  expect(keysOf(undefined, false)).toEqual(['Name', 'Age'])
  expect(keysOf(['Age'], true)).toEqual(['Name', 'Age'])
})
