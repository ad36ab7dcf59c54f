/** The rows of a small table at 390 px: the name and the amount on one line, the facts below, the total under a line. */
import type { ReactNode } from 'react'
import { isNothing } from '../value/Details'
import type { NarrowRow } from '../list/NarrowList'
import styles from './PlainRows.module.css'
import { rowClick } from './rowClick'

interface PlainRowsProps<Row> {
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => number | string
  narrow: (row: Row) => NarrowRow
  total: NarrowRow | undefined
  selected: number | string | undefined
  onRow: ((row: Row) => void) | undefined
  low: boolean | undefined
  after: ReactNode
}

export function PlainRows<Row>({
  label,
  rows,
  rowId,
  narrow,
  total,
  selected,
  onRow,
  low,
  after,
}: PlainRowsProps<Row>) {
  return (
    <div className={styles.box} data-low={low || undefined} role="region" aria-label={label} tabIndex={0}>
      <ul>
        {rows.map((row) => (
          // The keys go to the button that is the name of the row.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
          <li
            key={rowId(row)}
            className={styles.row}
            data-selected={rowId(row) === selected || undefined}
            data-opens={onRow && true}
            onClick={onRow && rowClick(() => onRow(row))}
          >
            <Lines {...narrow(row)} />
          </li>
        ))}
      </ul>
      {total && (
        <div className={styles.total}>
          <Lines {...total} />
        </div>
      )}
      {after}
    </div>
  )
}

function Lines({ title, status, facts = [], end }: NarrowRow) {
  const shown = facts.filter((fact) => !isNothing(fact))
  return (
    <>
      <div className={styles.line}>
        <span className={styles.title}>{title}</span>
        <span className={styles.end}>{end}</span>
      </div>
      {(shown.length > 0 || !isNothing(status)) && (
        <div className={styles.line} data-second>
          <span>
            {shown.map((fact, index) => (
              <Fact key={index}>{fact}</Fact>
            ))}
          </span>
          {status}
        </div>
      )}
    </>
  )
}

function Fact({ children }: { children: ReactNode }) {
  return <span className={styles.fact}>{children}</span>
}
