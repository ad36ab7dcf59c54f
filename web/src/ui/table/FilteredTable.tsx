/** A small table with a 'Filter...' box: what it lists, how many there are, and a limit to how many are drawn at once. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { count } from '../../lib/format/money'
import styles from './FilteredTable.module.css'
import { IconSearch } from '../icons'
import type { Column } from '../list/columns'
import type { NarrowRow } from '../list/NarrowList'
import { PlainTable } from './PlainTable'
import { ShowMore } from './ShowMore'
import { Tag } from '../value/Tag'

interface FilteredTableProps<Row> {
  title: string
  /** What is counted, for one and for many: `412 members`. */
  counted: (number: number) => string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => number | string
  /** The texts the filter looks into; every word typed must be in one of them. */
  texts: (row: Row) => readonly string[]
  /** The two lines of a row at 390 px. */
  narrow?: (row: Row) => NarrowRow
  /** Inside an expanded row it is low, with its own scroll bar, since other rows stand below; in a panel the panel scrolls. */
  within: 'row' | 'panel'
}

/** So many rows are drawn at once; more would make the page slow. */
const step = 200

export function FilteredTable<Row>({
  title,
  counted,
  columns,
  rows,
  rowId,
  texts,
  narrow,
  within,
}: FilteredTableProps<Row>) {
  const [term, setTerm] = useState('')
  const [limit, setLimit] = useState(step)
  const words = term.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    const lowered = texts(row).map((text) => text.toLowerCase())
    return words.every((word) => lowered.some((text) => text.includes(word)))
  })
  const Heading = within === 'row' ? 'h2' : 'h3'
  return (
    <section className={styles.list}>
      <div className={styles.head}>
        <Heading className={styles.title}>{title}</Heading>
        <Tag>{words.length > 0 ? `${count(found.length)} of ${counted(rows.length)}` : counted(rows.length)}</Tag>
        <div className={styles.filter}>
          <TextInput
            aria-label={`Filter ${title}`}
            placeholder="Filter..."
            leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
            value={term}
            onChange={(event) => {
              setTerm(event.currentTarget.value)
              setLimit(step)
            }}
          />
        </div>
      </div>
      <PlainTable
        label={title}
        columns={columns}
        rows={found.slice(0, limit)}
        rowId={rowId}
        low={within === 'row'}
        empty="No results to display."
        {...(narrow ? { narrow } : {})}
        after={
          <ShowMore
            shown={Math.min(limit, found.length)}
            total={found.length}
            step={step}
            onMore={() => setLimit(limit + step)}
          />
        }
      />
    </section>
  )
}
