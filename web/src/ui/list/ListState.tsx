/** A list without rows: waiting (the real head with grey bars), failed (never an empty list), past the end, or truly empty. */
import { counted } from '../../lib/format/money'
import type { Asked } from '../../lib/query'
import { NotAnswered } from '../state/Answered'
import { Button } from '../action/Button'
import { EmptyState } from '../state/EmptyState'
import { IconSearch } from '../icons'
import { columnWidths, isNumeric, type Column } from './columns'
import table from './DataTable.module.css'
import styles from './ListState.module.css'
import type { ListUrl } from './useListUrl'

interface ListStateProps<Row> {
  query: Asked<{ TotalRecords: number }>
  url: ListUrl
  columns: readonly Column<Row>[]
  noun: string
  empty: string
  why: string | undefined
  narrow: boolean
}

export function ListState<Row>({ query, url, columns, noun, empty, why, narrow }: ListStateProps<Row>) {
  if (query.isError) return <NotAnswered query={query} title={`The ${noun} did not load`} />
  if (query.isPending) return <Waiting columns={narrow ? columns.slice(0, 2) : columns} noun={noun} />
  if (url.params.Page > 1 && (query.data?.TotalRecords ?? 0) > 0) {
    return (
      <EmptyState
        title="There is no such page"
        action={
          <Button small onClick={() => url.goToPage(1)}>
            Go to the first page
          </Button>
        }
      >
        The list has {counted(Math.ceil((query.data?.TotalRecords ?? 0) / url.params.PerPage), 'page')}.
      </EmptyState>
    )
  }
  const reasons = narrowedBy(url)
  return (
    <EmptyState
      icon={IconSearch}
      title={empty}
      action={
        reasons && (
          <Button small onClick={url.clear}>
            Clear filters
          </Button>
        )
      }
    >
      {reasons ?? why}
    </EmptyState>
  )
}

/** Why a list may be empty: `A search and 2 filters are on.` */
function narrowedBy({ params }: ListUrl): string | undefined {
  const filters = Object.keys(params.Filters).length
  const parts = [
    ...(params.Term ? [`the search “${params.Term}”`] : []),
    ...(filters > 0 ? [counted(filters, 'filter')] : []),
  ]
  return parts.length > 0 ? `Nothing matches ${parts.join(' and ')}.` : undefined
}

const waitingRows = 12

function Waiting<Row>({ columns, noun }: { columns: readonly Column<Row>[]; noun: string }) {
  const widths = columnWidths(columns, { lead: false, actions: false })
  return (
    <table className={table.table} aria-label={`Loading ${noun}`}>
      <colgroup>
        {columns.map(({ key }, place) => (
          <col key={key} style={{ width: widths[place] }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, kind, title }) =>
            kind === 'blank' ? (
              <td key={key} />
            ) : (
              <th key={key} scope="col" data-numeric={isNumeric(kind) || undefined}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody aria-hidden>
        {Array.from({ length: waitingRows }, (_, row) => (
          <tr key={row}>
            {columns.map((column, index) => (
              <td key={column.key} data-numeric={isNumeric(column.kind) || undefined}>
                {column.kind !== 'blank' && (
                  <span className={styles.bar} style={{ width: `${45 + ((row * 7 + index * 13) % 30)}%` }} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
