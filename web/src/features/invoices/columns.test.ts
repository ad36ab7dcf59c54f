import { expect, it } from 'vitest'
import { columnsWithRoom, minimumWidth } from '../../ui/list/columns'
import { invoiceColumns } from './columns'

/** Beside the columns: the navigation, the box to choose a row and its menu, in pixels. */
const beside = 216 + 47 + 54

it('the invoices of all groups stand whole on a screen of 1280 pixels, and all their columns on one of 1440', () => {
  const width = (isTight: boolean) =>
    columnsWithRoom(invoiceColumns(true, 'staff'), undefined, isTight).reduce(
      (sum, column) => sum + minimumWidth(column),
      beside,
    )
  expect(width(true)).toBeLessThanOrEqual(1280)
  expect(width(false)).toBeLessThanOrEqual(1360)
})
