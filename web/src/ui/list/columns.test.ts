import { expect, it } from 'vitest'
import { columnsWithRoom, columnWidths, minimumWidth, minimumWidths, type ColumnKind, type Room } from './columns'

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
    { key: 'Gender', title: 'Gender', spare: 'roomy', cell: () => null },
  ] as const
  const keysOf = (chosen: readonly string[] | undefined, room: Room) =>
    columnsWithRoom(columns, chosen, room).map(({ key }) => key)
  expect(keysOf(undefined, 'tight')).toEqual(['Name'])
  expect(keysOf(undefined, 'usual')).toEqual(['Name', 'Age'])
  expect(keysOf(undefined, 'roomy')).toEqual(['Name', 'Age', 'Gender'])
  expect(keysOf(['Age'], 'tight')).toEqual(['Name', 'Age', 'Gender'])
})

/** The widest text of a kind that must be whole, in pixels without margins. */
const widest: readonly [ColumnKind, number][] = [
  ['date', 8 * figure + 2 * point],
  ['money', 12 * figure + 3 * point],
  ['status', 14 + 17 * 6.4],
]
const gutter = 24

it.each(widest)('a %s is whole at every place and in every choice of columns', (kind, text) => {
  const name = { key: 'Name', title: 'Name', kind: 'name', cell: () => null } as const
  const own = { key: 'Own', title: 'Own', kind, cell: () => null } as const
  for (const [columns, place] of [
    [[name, own], 1],
    [[own, name], 0],
    [[name, own, { ...name, key: 'Other' }], 1],
    [[own], 0],
  ] as const)
    for (const lead of [true, false])
      for (const actions of [true, false]) {
        const before = place === 0 && !lead ? gutter : margins / 2
        const behind = place === columns.length - 1 && !actions ? gutter : margins / 2
        expect(minimumWidths(columns, { lead, actions })[place]).toBeGreaterThanOrEqual(before + text + behind)
      }
})

it('a size gives a status more room than it needs, never less, unless it wraps', () => {
  const status = { key: 'Status', title: 'Status', kind: 'status', cell: () => null } as const
  expect(minimumWidth({ ...status, size: 'small' })).toBe(minimumWidth(status))
  expect(minimumWidth({ ...status, size: 'large' })).toBeGreaterThan(minimumWidth(status))
  expect(minimumWidth({ ...status, size: 'short', wraps: true })).toBeLessThan(minimumWidth(status))
})

it('the last column has room for the gutter beside it, and the flexible ones share what is left', () => {
  const name = { key: 'Name', title: 'Name', kind: 'name', cell: () => null } as const
  const born = { key: 'DateOfBirth', title: 'DOB', kind: 'date', cell: () => null } as const
  expect(columnWidths([name, born], { lead: false, actions: false })).toEqual(['100%', 112])
  expect(columnWidths([name, born], { lead: true, actions: true })).toEqual(['100%', 96])
})
