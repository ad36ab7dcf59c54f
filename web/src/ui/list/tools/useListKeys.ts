/** The keys of a list: through its rows, into one, to its editor, and to the search. */
import type { RefObject } from 'react'
import { useKeys } from '../../keys/useKeys'
import type { RowAction } from '../columns'
import { focusRow, rowInFocus } from './rowFocus'

interface KeysOf<Row> {
  /** The box in which the rows stand. */
  box: RefObject<HTMLElement | null>
  rows: readonly Row[]
  rowId: (row: Row) => number | string
  rowActions: ((row: Row) => readonly RowAction[]) | undefined
  /** Whether rows can be chosen. */
  chooses: boolean
}

export function useListKeys<Row>({ box, rows, rowId, rowActions, chooses }: KeysOf<Row>): void {
  const current = () => {
    const id = rowInFocus(box.current)?.dataset.id
    return rows.find((row) => String(rowId(row)) === id)
  }
  const edit = () => {
    const row = current()
    const actions = (row && rowActions?.(row)) ?? []
    actions.find(({ edits, blocked }) => edits && !blocked)?.run()
  }
  const choose = () => rowInFocus(box.current)?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
  const edits = rows.some((row) => rowActions?.(row).some((action) => action.edits))
  useKeys('This list', [
    { keys: 'J', says: 'Next row', run: () => focusRow(box.current, 1) },
    { keys: 'K', says: 'Previous row', run: () => focusRow(box.current, -1) },
    { keys: 'Enter', says: 'Open the row' },
    ...(edits ? [{ keys: 'E', says: 'Edit the row', run: edit }] : []),
    ...(chooses ? [{ keys: 'X', says: 'Select the row', run: choose }] : []),
  ])
}
