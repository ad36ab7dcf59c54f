/** The rows of a list at 390 px: two lines of 56 px, the name and the status above, the facts below; some have a sentence under them. */
import type { ReactNode } from 'react'
import { isNothing } from '../value/Details'
import { PageCheckbox, RowCheckbox, type Choice } from './choosing/Checkboxes'
import type { Column, RowAction } from './columns'
import styles from './NarrowList.module.css'
import { RowActions } from './RowActions'
import { IconButton } from '../action/Button'
import { IconChevronDown, IconChevronRight } from '../icons'
import { opensByClick } from './tools/openRow'
import type { ListUrl } from './useListUrl'

export interface NarrowRow {
  title: ReactNode
  /** At the right of the first line. */
  status?: ReactNode
  /** The second line, divided by dots. */
  facts?: readonly ReactNode[]
  /** At the right of the second line. */
  end?: ReactNode
  /** Below both lines and never cut: what has come of the row. */
  says?: ReactNode
}

interface NarrowListProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => number | string
  rowName: (row: Row) => string
  url: ListUrl
  rowActions?: (row: Row) => readonly RowAction[]
  expanded?: (row: Row) => ReactNode
  narrow?: (row: Row) => NarrowRow
  choice?: Choice<Row>
}

export function NarrowList<Row>({
  rows,
  columns,
  rowId,
  rowName,
  url,
  rowActions,
  expanded,
  choice,
  narrow = (row) => fromColumns(columns, row),
}: NarrowListProps<Row>) {
  // On a page none of whose rows is ever chosen, checkboxes would only take room.
  const choosing = choice && rows.some((row) => choice.allowed(row) !== null) ? choice : undefined
  // A tap on a row does the same as one on its title, which is there for the keyboard.
  const list = (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <ul className={styles.list} onClick={opensByClick}>
      {rows.map((row) => {
        const id = String(rowId(row))
        const open = url.search.row === id
        const { title, status, facts = [], end, says } = narrow(row)
        return (
          <li key={id}>
            <div className={styles.row} data-id={id} data-selected={choosing?.has(row) || undefined}>
              {choosing && (
                // A tap beside the box is one on it: the checkbox inside is a component, which the linter does not look into.
                // eslint-disable-next-line jsx-a11y/label-has-associated-control
                <label className={styles.check}>
                  <RowCheckbox row={row} name={rowName(row)} choice={choosing} />
                </label>
              )}
              {expanded && (
                <IconButton
                  data-expands
                  small
                  icon={open ? IconChevronDown : IconChevronRight}
                  label={`Details of ${rowName(row)}`}
                  aria-expanded={open}
                  onClick={() => url.toggleRow(id)}
                />
              )}
              <div className={styles.lines}>
                <div className={styles.line}>
                  <span className={styles.title} data-kind="name">
                    {title}
                  </span>
                  {status && <span className={styles.status}>{status}</span>}
                </div>
                <div className={styles.line} data-second>
                  <span className={styles.facts}>
                    {facts
                      .filter((fact) => !isNothing(fact))
                      .map((fact, index) => (
                        <span key={index}>{fact}</span>
                      ))}
                  </span>
                  {!isNothing(end) && <span>{end}</span>}
                </div>
                {!isNothing(says) && <div className={styles.says}>{says}</div>}
              </div>
              {rowActions && <RowActions name={rowName(row)} actions={rowActions(row)} />}
            </div>
            {expanded && open && <div className={styles.detail}>{expanded(row)}</div>}
          </li>
        )
      })}
    </ul>
  )
  if (!choosing) return list
  return (
    <>
      <div className={styles.all}>
        <PageCheckbox rows={rows} choice={choosing} labelled />
      </div>
      {list}
    </>
  )
}

/** The name, the status, and the first facts of the columns. */
function fromColumns<Row>(columns: readonly Column<Row>[], row: Row): NarrowRow {
  const show = (column: Column<Row> | undefined) => column?.cell(row)
  const name = columns.find(({ kind }) => kind === 'name') ?? columns[0]
  const status = columns.find(({ kind }) => kind === 'status') ?? columns.find(({ kind }) => kind === 'money')
  const rest = columns.filter((column) => column !== name && column !== status)
  const facts = rest.filter(({ kind }) => kind !== 'count')
  const end = rest.find(({ kind }) => kind === 'count')
  return {
    title: show(name),
    status: show(status),
    facts: facts.slice(0, 2).map(show),
    end: end && (
      <>
        {show(end)} {end.title.toLowerCase()}
      </>
    ),
  }
}
