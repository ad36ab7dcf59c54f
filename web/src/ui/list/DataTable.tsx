/**
 * The table of a list: sticky head with sort buttons, checkbox and expand columns, sticky actions column. Arrow keys move from a
 * control in one row to the same control in the next.
 */
import { Menu } from '@mantine/core'
import { Fragment, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from '../action/Button'
import { isNothing, Nothing } from '../value/Details'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '../icons'
import { PageCheckbox, RowCheckbox, type Choice } from './choosing/Checkboxes'
import {
  columnWidths,
  isNumeric,
  minimumWidths,
  ordersOf,
  type Column,
  type RowAction,
  type SortOrder,
} from './columns'
import styles from './DataTable.module.css'
import { hasBoth, RowActions } from './RowActions'
import { opensByClick, opensByEnter } from './tools/openRow'
import type { ListUrl } from './useListUrl'

interface DataTableProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowId: (row: Row) => number | string
  rowName: (row: Row) => string
  url: ListUrl
  rowActions?: (row: Row) => readonly RowAction[]
  expanded?: (row: Row) => ReactNode
  choice?: Choice<Row>
}

const checkboxWidth = 47
const expandWidth = 32
const firstExpandWidth = 60
const menuWidth = 54
const buttonAndMenuWidth = 86

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, columns, rowId, rowName, url, rowActions, expanded, choice } = props
  // Without checkboxes before it, the expand column also holds the gutter.
  const leads = [...(choice ? [checkboxWidth] : []), ...(expanded ? [choice ? expandWidth : firstExpandWidth] : [])]
  const lead = leads.reduce((sum, width) => sum + width, 0)
  const actionsWidth = !rowActions ? 0 : rows.some((row) => hasBoth(rowActions(row))) ? buttonAndMenuWidth : menuWidth
  const beside = { lead: lead > 0, actions: actionsWidth > 0 }
  const minWidth = lead + minimumWidths(columns, beside).reduce((sum, width) => sum + width, 0) + actionsWidth
  return (
    <table className={styles.table} style={{ minWidth }} data-lead={lead > 0 || undefined}>
      <Columns columns={columns} lead={leads} actions={actionsWidth} />
      <Head {...props} />
      {/* Keys come from the controls in the rows; a click beside them is the same as one on the name. The body only hears both. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody
        onClick={opensByClick}
        onKeyDown={(event) => {
          opensByEnter(event)
          moveByArrows(event)
        }}
      >
        {rows.map((row) => {
          const id = String(rowId(row))
          const open = url.search.row === id
          return (
            <Fragment key={id}>
              <tr
                data-id={id}
                data-selected={choice?.has(row) || undefined}
                data-open={(expanded && open) || undefined}
              >
                {choice && (
                  <td className={styles.check}>
                    <RowCheckbox row={row} name={rowName(row)} choice={choice} />
                  </td>
                )}
                {expanded && (
                  <td className={styles.expand} data-expands>
                    <IconButton
                      small
                      icon={open ? IconChevronDown : IconChevronRight}
                      label={`Details of ${rowName(row)}`}
                      aria-expanded={open}
                      onClick={() => url.toggleRow(id)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <Cell key={column.key} column={column} row={row} />
                ))}
                {rowActions && (
                  <td className={styles.actions}>
                    <RowActions name={rowName(row)} actions={rowActions(row)} />
                  </td>
                )}
              </tr>
              {expanded && open && (
                <tr className={styles.detail}>
                  <td colSpan={columns.length + 3} style={{ '--lead': `${lead}px` } as Record<string, string>}>
                    {expanded(row)}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function Columns<Row>({
  columns,
  lead,
  actions,
}: {
  columns: readonly Column<Row>[]
  lead: readonly number[]
  actions: number
}) {
  const widths = columnWidths(columns, { lead: lead.length > 0, actions: actions > 0 })
  return (
    <colgroup>
      {lead.map((width, index) => (
        <col key={index} className={styles.unprinted} style={{ width }} />
      ))}
      {columns.map(({ key }, place) => (
        <col key={key} style={{ width: widths[place] }} />
      ))}
      {actions > 0 && <col className={styles.unprinted} style={{ width: actions }} />}
    </colgroup>
  )
}

function Head<Row>({ rows, columns, url, rowActions, expanded, choice }: DataTableProps<Row>) {
  return (
    <thead>
      <tr>
        {choice && (
          <th className={styles.check} scope="col">
            <PageCheckbox rows={rows} choice={choice} />
          </th>
        )}
        {expanded && <td className={styles.expand} />}
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} url={url} />
        ))}
        {rowActions && (
          <th className={styles.actions} scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadCell<Row>({ column, url }: { column: Column<Row>; url: ListUrl }) {
  const orders = ordersOf(column)
  const isSorted = orders.some(({ order }) => url.params.OrderBy === order)
  const [only, ...others] = orders
  if (column.kind === 'blank') return <td />
  return (
    <th
      scope="col"
      data-numeric={isNumeric(column.kind) || undefined}
      data-head-wraps={column.headWraps || undefined}
      aria-sort={isSorted ? (url.params.OrderDesc ? 'descending' : 'ascending') : undefined}
    >
      {!only ? (
        column.title
      ) : others.length > 0 ? (
        <SortMenu title={column.title} orders={orders} isSorted={isSorted} url={url} />
      ) : (
        <SortButton
          title={column.title}
          isSorted={isSorted}
          isDescending={url.params.OrderDesc}
          onClick={() => url.sortBy(only.order)}
        />
      )}
    </th>
  )
}

type SortButtonProps = { title: string; isSorted: boolean; isDescending: boolean } & Omit<
  ComponentProps<'button'>,
  'title' | 'children'
>

function SortButton({ title, isSorted, isDescending, className = '', ...rest }: SortButtonProps) {
  const Arrow = isSorted && isDescending ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={`${styles.sort} ${className}`.trim()}
      data-sorted={isSorted || undefined}
      {...rest}
    >
      {title}
      <Arrow size={13} stroke={1.75} aria-hidden />
    </button>
  )
}

/** Where a column has several orders, such as last and first name, its head opens a menu of them. */
function SortMenu({
  title,
  orders,
  isSorted,
  url,
}: {
  title: string
  orders: readonly SortOrder[]
  isSorted: boolean
  url: ListUrl
}) {
  const Arrow = url.params.OrderDesc ? IconArrowDown : IconArrowUp
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <SortButton title={title} isSorted={isSorted} isDescending={url.params.OrderDesc} />
      </Menu.Target>
      <Menu.Dropdown>
        {orders.map(({ order, title: label }) => (
          <Menu.Item
            key={order}
            rightSection={url.params.OrderBy === order ? <Arrow size={14} aria-hidden /> : undefined}
            onClick={() => url.sortBy(order)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (column.kind === 'blank') return <td />
  const content = column.cell(row)
  return (
    <td
      data-kind={column.kind ?? 'text'}
      data-numeric={isNumeric(column.kind) || undefined}
      data-wraps={column.kind === 'name' || column.wraps || undefined}
      title={typeof content === 'string' ? content : undefined}
    >
      {isNothing(content) ? <Nothing /> : content}
    </td>
  )
}

const controls = 'button, a, input[type="checkbox"]'

function controlsOf(row: HTMLTableRowElement | undefined): HTMLElement[] {
  return row ? [...row.querySelectorAll<HTMLElement>(controls)] : []
}

/** Up and Down lead to the same control of the neighbouring row. */
function moveByArrows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const control = event.target
  if (
    step === 0 ||
    !(control instanceof HTMLElement) ||
    !control.matches(controls) ||
    control.getAttribute('aria-haspopup') === 'listbox'
  )
    return
  const rows = [...event.currentTarget.rows].filter((row) => 'id' in row.dataset)
  const at = rows.findIndex((row) => row.contains(control))
  const row = rows[at]
  if (!row) return
  const target = controlsOf(rows[at + step])[controlsOf(row).indexOf(control)]
  if (!target) return
  event.preventDefault()
  target.focus()
}
