/** A table that is too long to be read whole: the server gives it page by page and looks for what is typed into the 'Filter...' box. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { count } from '../../lib/format/money'
import type { Pages } from '../../lib/query'
import styles from './FilteredTable.module.css'
import { IconSearch } from '../icons'
import type { Column } from '../list/columns'
import type { NarrowRow } from '../list/NarrowList'
import { Paged } from './Paged'
import { PlainTable } from './PlainTable'
import { Tag } from '../value/Tag'
import { usePages } from './usePages'

interface FilteredPagesProps<Row> {
  title: string
  /** What is counted, for one and for many: `412 members`. */
  counted: (number: number) => string
  /** How many there are without a filter. */
  total: number
  /** What is asked for, as in `The members did not load`. */
  what: string
  /** The rows that a search finds. */
  pages: (term: string) => Pages<Row>
  columns: readonly Column<Row>[]
  rowId: (row: Row) => number | string
  /** The two lines of a row at 390 px. */
  narrow?: (row: Row) => NarrowRow
  within: 'row' | 'panel'
}

/** So many are asked for at once. */
const perPage = 100
const typingPause = 300

export function FilteredPages<Row>({
  title,
  counted,
  total,
  what,
  pages,
  columns,
  rowId,
  narrow,
  within,
}: FilteredPagesProps<Row>) {
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), typingPause)
  const found = usePages(pages(term), perPage).data?.pages.at(-1)?.TotalRecords
  const Heading = within === 'row' ? 'h2' : 'h3'
  return (
    <section className={styles.list}>
      <div className={styles.head}>
        <Heading className={styles.title}>{title}</Heading>
        <Tag>{term !== '' && found !== undefined ? `${count(found)} of ${counted(total)}` : counted(total)}</Tag>
        <div className={styles.filter}>
          <TextInput
            aria-label={`Filter ${title}`}
            placeholder="Filter..."
            leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      </div>
      <Paged pages={pages(term)} perPage={perPage} what={what} flush moreInside>
        {(rows, _, more) => (
          <PlainTable
            label={title}
            columns={columns}
            rows={rows}
            rowId={rowId}
            low={within === 'row'}
            after={more}
            empty="No results to display."
            {...(narrow ? { narrow } : {})}
          />
        )}
      </Paged>
    </section>
  )
}
