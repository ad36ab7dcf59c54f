/** A small table inside a card, an expanded row or a panel: rows of 30 px, no sorting, a total line if there is one. */
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { isNothing, Nothing } from '../value/Details'
import { isNumeric, type Column } from '../list/columns'
import type { NarrowRow } from '../list/NarrowList'
import { PlainRows } from './PlainRows'
import styles from './PlainTable.module.css'
import { rowClick } from './rowClick'

interface PlainTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => number | string
  /** The cells of the total line by column key. */
  total?: Readonly<Record<string, ReactNode>>
  /** The row that is open below the table. */
  selected?: number | string | undefined
  /** What the button of a row does, for a click anywhere in it. */
  onRow?: ((row: Row) => void) | undefined
  /** Keeps it low, with its own scroll bar and a head that stays. */
  low?: boolean | undefined
  empty?: string
  /** The two lines of a row at 390 px; absent, the table scrolls sideways there. */
  narrow?: (row: Row) => NarrowRow
  narrowTotal?: NarrowRow
  /** Behind the last row, inside of what scrolls: how much of the list is drawn. */
  after?: ReactNode
}

export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowId,
  total,
  selected,
  onRow,
  low,
  empty = 'No results to display.',
  narrow,
  narrowTotal,
  after,
}: PlainTableProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  if (isNarrow && narrow)
    return (
      <PlainRows
        label={label}
        rows={rows}
        rowId={rowId}
        narrow={narrow}
        total={narrowTotal}
        selected={selected}
        onRow={onRow}
        low={low}
        after={after}
      />
    )
  return (
    <div className={styles.scroll} data-low={low || undefined} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ key, title, kind }) => (
              <th key={key} scope="col" data-numeric={isNumeric(kind) || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowId(row)}
              data-selected={rowId(row) === selected || undefined}
              data-opens={onRow && true}
              onClick={onRow && rowClick(() => onRow(row))}
            >
              {columns.map((column) => {
                const content = column.cell(row)
                return (
                  <td
                    key={column.key}
                    data-kind={column.kind ?? 'text'}
                    data-size={column.size}
                    data-numeric={isNumeric(column.kind) || undefined}
                  >
                    {isNothing(content) ? <Nothing /> : content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr>
              {columns.map(({ key, kind }) => (
                <td key={key} data-numeric={isNumeric(kind) || undefined}>
                  {total[key]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {after}
    </div>
  )
}
