/** A short list inside an expanded row or a panel, with a 'Filter...' box over its two texts. */
import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { failureWithReference } from '../../lib/failure'
import { count } from '../../lib/format/money'
import type { Asked } from '../../lib/query'
import { Button } from '../action/Button'
import styles from './FilteredList.module.css'

interface FilteredListProps<Row> {
  title: string
  query: Asked<readonly Row[]>
  rowId: (row: Row) => number | string
  /** The two texts of a row; the filter looks into both. */
  name: (row: Row) => string
  fact: (row: Row) => string
  empty?: string
}

export function FilteredList<Row>(props: FilteredListProps<Row>) {
  const { title, query, name, fact } = props
  const [term, setTerm] = useState('')
  const wanted = term.trim().toLowerCase()
  const rows = (query.data ?? []).filter((row) => `${name(row)}\n${fact(row)}`.toLowerCase().includes(wanted))
  return (
    <section className={styles.list}>
      <div className={styles.head}>
        <h2>
          {title} {query.data && <span className={styles.count}>{count(query.data.length)}</span>}
        </h2>
        <div className={styles.filter}>
          <TextInput
            aria-label={`Filter ${title}`}
            placeholder="Filter..."
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        </div>
      </div>
      <Rows {...props} rows={rows} />
    </section>
  )
}

function Rows<Row>({
  title,
  query,
  rows,
  rowId,
  name,
  fact,
  empty = 'No results.',
}: FilteredListProps<Row> & { rows: readonly Row[] }) {
  if (query.isError) {
    return (
      <p className={styles.message} role="alert">
        {failureWithReference(query.error)}{' '}
        <Button small onClick={() => void query.refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  if (query.isPending)
    return (
      <p className={styles.message} role="status">
        Loading…
      </p>
    )
  if (rows.length === 0) return <p className={styles.message}>{empty}</p>
  return (
    <div className={styles.rows} role="region" aria-label={title} tabIndex={0}>
      <ul>
        {rows.map((row) => (
          <li key={rowId(row)}>
            <span className={styles.name}>{name(row)}</span>
            <span className={styles.fact}>{fact(row)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Two or three lists beside each other; below each other where it is narrow. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className={styles.beside}>{children}</div>
}
