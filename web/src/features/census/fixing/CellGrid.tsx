/**
 * Rows of a file as a grid whose cells are edited in place. Arrow keys, Home and End move; Enter or a letter edits; Enter and Tab keep
 * what was typed and move on; Escape gives it up, and once more gives up what is not saved; Ctrl+D copies from above; a paste fills the
 * cells from the current one to the right and below. A row has a menu of its own, and says what its cells do not tell.
 */
import { Checkbox } from '@mantine/core'
import { Fragment, useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { count } from '../../../lib/format/money'
import type { RowAction } from '../../../ui/list/columns'
import { RowMenu } from '../../../ui/list/RowMenu'
import type { CensusRecord } from '../queries'
import { CellEditor, type Done } from './CellEditor'
import { cellState, cellText, pasted, rowSays, type CellColumn, type Told } from './cells'
import styles from './CellGrid.module.css'
import type { ChoicesOf } from './choices'
import type { CellChange, Drafts } from './drafts'
import type { Refusal } from './queries'

interface CellGridProps {
  label: string
  rows: readonly CensusRecord[]
  columns: readonly CellColumn[]
  choicesOf: ChoicesOf
  /** What is said of each row, where the cells alone do not tell it. */
  told?: Told | undefined
  drafts: Drafts
  refused: readonly Refusal[]
  readOnly: boolean
  chosen: ReadonlySet<number>
  onChoose: (numbers: readonly number[], on: boolean) => void
  onChange: (changes: readonly CellChange[]) => void
  actions: (record: CensusRecord) => readonly RowAction[]
}

interface Place {
  row: number
  column: number
}

export function CellGrid(props: CellGridProps) {
  const { label, rows, columns, choicesOf, told, drafts, refused, readOnly, chosen, onChoose, onChange, actions } =
    props
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const [typed, setTyped] = useState<string>()
  const isMoved = useRef(false)
  const place = { row: Math.min(at.row, Math.max(0, rows.length - 1)), column: Math.min(at.column, columns.length - 1) }

  // The focus follows a key in the grid and nothing else: who clicks elsewhere stays there. An editor in the cell takes it itself.
  const isEditing = typed !== undefined
  useEffect(() => {
    if (isMoved.current) table.current?.querySelector<HTMLElement>('[data-current]')?.focus()
    isMoved.current = false
  })

  const go = (row: number, column: number) => {
    isMoved.current = true
    setAt({ row: clamp(row, rows.length), column: clamp(column, columns.length) })
  }
  const change = (row: number, column: number, text: string | undefined): CellChange[] => {
    const [record, cell] = [rows[row], columns[column]]
    return record && cell ? [{ record, field: cell.field, text }] : []
  }
  const done: Done = (text, move) => {
    setTyped(undefined)
    if (text !== undefined) onChange(change(place.row, place.column, text.trim()))
    if (move) go(place.row + move.row, place.column + move.column)
  }
  const text = (row: number, column: number) => {
    const [record, cell] = [rows[row], columns[column]]
    return record && cell ? cellText(record, cell, drafts) : ''
  }

  const keyOfCell = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step)
      go(
        place.row + step.row,
        step.column === 'first' ? 0 : step.column === 'last' ? columns.length - 1 : place.column + step.column,
      )
    else if (readOnly) return
    else if (event.key === 'Enter' || event.key === 'F2') setTyped(text(place.row, place.column))
    else if (event.key === 'Escape') onChange(change(place.row, place.column, undefined))
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(change(place.row, place.column, ''))
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey))
      onChange(change(place.row, place.column, text(Math.max(0, place.row - 1), place.column)))
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) setTyped(event.key)
    else return
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent) => {
    if (readOnly || isEditing) return
    const cells = pasted(event.clipboardData.getData('text/plain'))
    onChange(
      cells.flatMap((line, down) =>
        line.flatMap((cell, right) => change(place.row + down, place.column + right, cell)),
      ),
    )
    event.preventDefault()
  }

  const numbers = rows.map(({ RecordNumber }) => RecordNumber)
  const isAll = numbers.length > 0 && numbers.every((number) => chosen.has(number))
  return (
    <table ref={table} role="grid" aria-label={label} aria-readonly={readOnly || undefined} className={styles.grid}>
      <thead>
        <tr>
          <th scope="col" className={styles.check}>
            {!readOnly && (
              <Checkbox
                aria-label="Select all on this page"
                checked={isAll}
                indeterminate={!isAll && numbers.some((number) => chosen.has(number))}
                onChange={(event) => onChoose(numbers, event.currentTarget.checked)}
              />
            )}
          </th>
          <th scope="col" className={styles.number}>
            Row
          </th>
          {columns.map(({ field, title }) => (
            <Fragment key={field}>
              <th scope="col">{title}</th>
              {told?.behind === field && <th scope="col">What is said</th>}
            </Fragment>
          ))}
          {!readOnly && (
            <th scope="col" className={styles.menu}>
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((record, row) => (
          <tr key={record.RecordNumber}>
            <td className={styles.check}>
              {!readOnly && (
                <Checkbox
                  aria-label={`Select row ${record.RecordNumber}`}
                  checked={chosen.has(record.RecordNumber)}
                  onChange={(event) => onChoose([record.RecordNumber], event.currentTarget.checked)}
                />
              )}
            </td>
            <td className={styles.number} title={rowSays(record)}>
              {count(record.RecordNumber)}
            </td>
            {columns.map((cell, column) => {
              const { field, title } = cell
              const isCurrent = row === place.row && column === place.column
              const { look, says } = cellState(record, field, drafts, refused)
              return (
                <Fragment key={field}>
                  <td
                    role="gridcell"
                    className={styles.cell}
                    data-look={look}
                    data-current={isCurrent || undefined}
                    data-editing={(isCurrent && isEditing) || undefined}
                    tabIndex={isCurrent && !isEditing ? 0 : -1}
                    aria-invalid={look === 'error' || look === 'refused' || undefined}
                    aria-selected={isCurrent}
                    title={says}
                    onFocus={() => setAt({ row, column })}
                    onDoubleClick={() => !readOnly && setTyped(cellText(record, cell, drafts))}
                    onKeyDown={isCurrent && !isEditing ? keyOfCell : undefined}
                    onPaste={isCurrent ? paste : undefined}
                  >
                    {isCurrent && isEditing ? (
                      <CellEditor
                        label={`${title}, row ${record.RecordNumber}`}
                        text={typed}
                        current={cellText(record, cell, drafts)}
                        choices={choicesOf(field)}
                        onDone={done}
                      />
                    ) : (
                      <>
                        {cellText(record, cell, drafts)}
                        {says && <span className="visually-hidden"> – {says}</span>}
                      </>
                    )}
                  </td>
                  {told?.behind === field && <td className={styles.told}>{told.says(record)}</td>}
                </Fragment>
              )
            })}
            {!readOnly && (
              <td className={styles.menu}>
                <RowMenu label={`Actions for row ${record.RecordNumber}`} actions={actions(record)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const steps: Readonly<Record<string, { row: number; column: number | 'first' | 'last' }>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  Home: { row: 0, column: 'first' },
  End: { row: 0, column: 'last' },
}

function clamp(place: number, length: number): number {
  return Math.max(0, Math.min(place, length - 1))
}
