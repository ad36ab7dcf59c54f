/** Going through the rows of a list by keys: the focus stands on what opens a row, so that Enter opens it. */
import { openerOf } from './openRow'

const controls = 'a, button, input[type="checkbox"]'

/** The row in which the focus is. */
export function rowInFocus(list: HTMLElement | null): HTMLElement | undefined {
  const at = document.activeElement?.closest<HTMLElement>('[data-id]')
  return at && list?.contains(at) ? at : undefined
}

/** Moves to the next or previous row; from outside to the first or the last one. */
export function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
  const current = rowInFocus(list)
  const at = current ? rows.indexOf(current) + step : step === 1 ? 0 : rows.length - 1
  const row = rows[at]
  if (row) focusOn(row)
}

/** What opens the row with that id: where the focus goes when the panel of its record closes. */
export function openerOfRow(id: string): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-id]')]
  const row = rows.find(({ dataset }) => dataset.id === id)
  return row ? targetOf(row) : undefined
}

function targetOf(row: HTMLElement): HTMLElement {
  return openerOf(row) ?? row.querySelector<HTMLElement>(controls) ?? row
}

function focusOn(row: HTMLElement): void {
  const target = targetOf(row)
  // A row without any control takes the focus itself, so that one sees where one is.
  if (target === row) row.tabIndex = -1
  target.focus()
  row.scrollIntoView({ block: 'nearest' })
}
