/**
 * A list screen: head, toolbar or selection bar, table, pinned pager. The caller gives the query and the columns; page, order,
 * search, filters and the expanded row live in the URL. With a title it is a page of its own; without, it stands below tabs.
 */
import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import type { ListParams } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import { date } from '../../lib/format/dates'
import { count } from '../../lib/format/money'
import type { Query } from '../../lib/query'
import { Button } from '../action/Button'
import { NotRefreshed } from '../state/Answered'
import { Note } from '../state/Note'
import { PageHeader, type Crumb } from '../page/PageHeader'
import type { RecordPanels } from '../panel/neighbours'
import { narrowedTo, useChosen } from './choosing/useChosen'
import { columnsWithRoom, shownColumns, type Column, type RowAction } from './columns'
import { DataTable } from './DataTable'
import type { Filter } from './FilterChip'
import styles from './ListPage.module.css'
import { ListState } from './ListState'
import { NarrowList, type NarrowRow } from './NarrowList'
import { Pager } from './Pager'
import { SelectionBar, Toolbar } from './Toolbar'
import type { ListCsv } from './tools/CsvButton'
import { ListTools } from './tools/ListTools'
import { useListedRows } from './tools/useListedRows'
import { useListKeys } from './tools/useListKeys'
import { useListUrl, type ListUrl } from './useListUrl'
import { useRoom } from './useRoom'

/** Choosing several rows and doing something with them. */
export interface Selection<Row> {
  /** Of which rows one chooses, where the list shows now these and now those: with others the choice begins anew. */
  of?: string
  /** True, or why this row cannot be chosen; null for a row that is never chosen and has no checkbox. */
  allowed?: (row: Row) => true | string | null
  /** What the bar says about the choice, and its actions. */
  bar: (rows: readonly Row[], clear: () => void) => { says?: ReactNode; actions: ReactNode }
}

export interface ListPageProps<Row> extends Listing<Row> {
  title?: string
  /** What is listed, where it stands below the tabs of something: the title is that of the record then. */
  heading?: string
  crumbs?: readonly Crumb[]
  /** Beside the title, in place of how many there are. */
  beside?: ReactNode
  /** What is listed, in the plural: `brokers`. */
  noun: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => number | string
  /** What to call a row, for those who do not see it. */
  rowName: (row: Row) => string
  rowActions?: (row: Row) => readonly RowAction[]
  /** What an expanded row shows; absent when rows do not expand. */
  expanded?: (row: Row) => ReactNode
  /** The panels that show a row, which then lead on to the next and the previous one. */
  recordPanels?: RecordPanels<Row>
  /** The address of the page that shows a row, which then leads on as panels do. */
  recordPage?: (row: Row) => string
  filters?: readonly Filter[]
  /** What the address of the page names beside the list, such as a tab. */
  ofPage?: readonly string[]
  selection?: Selection<Row>
  /** Fetches the list as a file. */
  csv?: ListCsv
  /** Plain buttons first, the one primary last. */
  actions?: ReactNode
  /** Below the title: the pages of the area. */
  nav?: ReactNode
  /** Between the toolbar and the table: a note, a second level. */
  above?: ReactNode
  /** The text of an empty list, as specified. */
  empty: string
  /** What it takes to fill a list that never had a row; what narrows a list is said in its place. */
  why?: string
  searchLabel?: string
  /** The two lines of a row at 390 px; absent, they are made from the columns. */
  narrow?: (row: Row) => NarrowRow
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    title,
    crumbs,
    noun,
    list,
    defaults,
    columns: all,
    rowId,
    rowActions,
    filters = [],
    selection,
    actions,
    nav,
    above,
    searchLabel = `Search ${noun}`,
  } = props
  const url = useListUrl({ listKey: props.listKey, defaults, filters, columns: all, ofPage: props.ofPage })
  const columns = columnsWithRoom(shownColumns(all, url.columns), url.columns, useRoom())
  const asked = list(url.params)
  const query = useQuery({ ...asked, placeholderData: keepPreviousData })
  const refresh = useRefresh(asked)
  const rows = query.data?.Data ?? []
  const shown = useShown(url.params, query)
  const chosen = useChosen({
    rowId,
    rows,
    isKept: query.data !== undefined && query.isPlaceholderData,
    narrowed: narrowedTo(list, url.params),
    of: selection?.of,
  })
  const box = useRef<HTMLDivElement>(null)
  useListKeys({ box, rows, rowId, rowActions, chooses: selection !== undefined })
  const pages = query.data?.TotalPages ?? 1
  useListedRows({ rows, panels: props.recordPanels, pageOf: props.recordPage, list, shown, pages })
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const table = {
    rows,
    columns,
    rowId,
    rowName: props.rowName,
    url,
    ...(rowActions ? { rowActions } : {}),
    ...(props.expanded ? { expanded: props.expanded } : {}),
    ...(selection ? { choice: { ...chosen, allowed: selection.allowed ?? always } } : {}),
  }
  const bar = selection && chosen.rows.length > 0 ? selection.bar(chosen.rows, chosen.clear) : undefined

  return (
    <div className={styles.page} data-selecting={bar ? true : undefined}>
      {title && (
        <PageHeader
          title={title}
          crumbs={crumbs ?? []}
          beside={props.beside ?? (query.data && count(query.data.TotalRecords))}
          actions={actions}
        />
      )}
      {nav}
      {bar ? (
        <SelectionBar
          number={chosen.rows.length}
          elsewhere={chosen.elsewhere}
          says={bar.says}
          actions={bar.actions}
          onClear={chosen.clear}
        />
      ) : (
        <Toolbar
          heading={title ? undefined : props.heading}
          url={url}
          filters={filters}
          searchLabel={searchLabel}
          refreshing={query.isFetching}
          onRefresh={() => void refresh()}
          columns={isNarrow ? columns : []}
          narrow={isNarrow}
          tools={
            <ListTools
              listKey={props.listKey}
              url={url}
              columns={all}
              filters={filters}
              defaults={defaults}
              csv={props.csv}
              narrow={isNarrow}
            />
          }
          actions={!title && actions}
        />
      )}
      {above && <div className={styles.above}>{above}</div>}
      <NotHad url={url} noun={noun} />
      <Reversed url={url} filters={filters} noun={noun} />
      <NotRefreshed query={{ ...query, refetch: refresh }} />
      <div
        ref={box}
        className={styles.scroll}
        role="region"
        aria-label={title ?? noun}
        aria-busy={query.isFetching}
        tabIndex={0}
        data-kept={query.isPlaceholderData || undefined}
      >
        {rows.length === 0 ? (
          <ListState
            query={query}
            url={url}
            columns={columns}
            noun={noun}
            empty={props.empty}
            why={props.why}
            narrow={isNarrow}
          />
        ) : isNarrow ? (
          <NarrowList {...table} {...(props.narrow ? { narrow: props.narrow } : {})} />
        ) : (
          <DataTable {...table} />
        )}
      </div>
      <Pager url={url} shown={shown} total={query.data?.TotalRecords} noun={noun} />
    </div>
  )
}

/** What the address names and the list does not have, such as a column that is gone since it was kept. */
function NotHad({ url: { gone, forgetGone }, noun }: { url: ListUrl; noun: string }) {
  if (gone.length === 0) return null
  return (
    <div className={styles.above}>
      <Note
        live
        action={
          <Button small onClick={forgetGone}>
            Close
          </Button>
        }
      >
        The address names what the {noun} do not have: {gone.join(', ')}. All else is shown.
      </Note>
    </div>
  )
}

/** Ranges whose first day is after their last one: no row can be within. */
function Reversed({ url, filters, noun }: { url: ListUrl; filters: readonly Filter[]; noun: string }) {
  const reversed = filters.flatMap((first) => {
    const last = filters.find(({ name }) => name === first.upTo)
    const [from = '', to = ''] = [first, last].map((one) => one && url.params.Filters[one.name]?.[0])
    return last && to !== '' && from > to ? [{ first, last, from, to }] : []
  })
  return reversed.map(({ first, last, from, to }) => (
    <div key={first.name} className={styles.above}>
      <Note
        kind="warn"
        live
        action={
          <Button small onClick={() => url.exchange(first.name, last.name)}>
            Exchange the Days
          </Button>
        }
      >
        {first.label} {date(from)} is after {last.label} {date(to)}, so no {noun} can match.
      </Note>
    </div>
  ))
}

/** What the rows that are seen were asked by: while other rows are on their way, those of before stay. */
function useShown(
  asked: ListParams,
  { data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean },
): ListParams {
  const [shown, setShown] = useState(asked)
  const isKept = data !== undefined && isPlaceholderData
  if (!isKept && JSON.stringify(shown) !== JSON.stringify(asked)) setShown(asked)
  return isKept ? shown : asked
}

/** Asks anew at once and only once: who asks by hand waits for the answer, also when it is that there is none. */
function useRefresh<Value>(asked: Query<Value>): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.cancelQueries({ queryKey: asked.queryKey, exact: true })
    await client.fetchQuery({ ...asked, retry: false, staleTime: 0 }).catch(() => {
      // The list says so itself.
    })
  }
}

function always(): true {
  return true
}
