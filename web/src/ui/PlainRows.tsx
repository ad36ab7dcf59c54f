/** The rows of a small table at 390 px: the name and the amount on one line, the facts below, the total under a line. */
import type { ReactNode } from 'react'
import { isNothing } from './Details'
import type { NarrowRow } from './list/NarrowList'
import styles from './PlainRows.module.css'

interface PlainRowsProps<Row> {
  label: string
  rows: readonly Row[]
  rowId: (row: Row) => number | string
  narrow: (row: Row) => NarrowRow
  total: NarrowRow | undefined
  selected: number | string | undefined
  low: boolean | undefined
}

export function PlainRows<Row>({ label, rows, rowId, narrow, total, selected, low }: PlainRowsProps<Row>) {
  return (
    <div className={styles.box} data-low={low || undefined} role="region" aria-label={label} tabIndex={0}>
      <ul>
        {rows.map((row) => (
          <li key={rowId(row)} className={styles.row} data-selected={rowId(row) === selected || undefined}>
            <Lines {...narrow(row)} />
          </li>
        ))}
      </ul>
      {total && (
        <div className={styles.total}>
          <Lines {...total} />
        </div>
      )}
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
          <span>{shown.map((fact, index) => <Fact key={index}>{fact}</Fact>)}</span>
          {status}
        </div>
      )}
    </>
  )
}

function Fact({ children }: { children: ReactNode }) {
  return <span className={styles.fact}>{children}</span>
}
