import { expect, it } from 'vitest'
import { columnsWithRoom, minimumWidth, type Room } from '../../ui/list/columns'
import { invoiceColumns } from './columns'

/** Beside the columns: the navigation, the box to choose a row and its menu, in pixels. */
const beside = 216 + 47 + 54

it('the invoices of all groups stand whole on a screen of 1280 pixels, and all their columns on one of 1440', () => {
  const width = (room: Room) =>
    columnsWithRoom(invoiceColumns(true, 'staff', room), undefined, room).reduce(
      (sum, column) => sum + minimumWidth(column),
      beside,
    )
  expect(width('tight')).toBeLessThanOrEqual(1280)
  expect(width('usual')).toBeLessThanOrEqual(1360)
})
