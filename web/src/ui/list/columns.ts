/** Columns of a list: what they show, how they sort, and how wide they are. Widths belong to kinds, so no screen holds pixels. */
import type { ReactNode } from 'react'
import type { Icon } from '../icons'

/** What a column holds; decides width, alignment, weight and figures. */
export type ColumnKind = 'name' | 'text' | 'id' | 'date' | 'money' | 'count' | 'status' | 'blank'

export interface Column<Row> {
  /** Names the column; also the OrderBy of the list call when `sorts` is true. */
  key: string
  title: string
  kind?: ColumnKind
  /** Whether one can sort by it; a text is the OrderBy when it differs from the key. Several orders are offered in a menu. */
  sorts?: boolean | string | readonly SortOrder[]
  /** For text and names: how much of the spare width it takes and how little it needs. In a small table it wraps then. */
  size?: 'small' | 'short' | 'medium' | 'broad' | 'large'
  /** Its title may stand on two lines, where the cells need less room than it. */
  headWraps?: boolean
  /**
   * Left out on a screen that is narrow for a table, unless one has chosen columns. `roomy`: on every screen but a roomy one, where a row
   * would take two lines with it.
   */
  spare?: boolean | 'roomy'
  /** Shows all of its text, on several lines where it must; a name always does. `tight`: only on a screen that is narrow for a table. */
  wraps?: boolean | 'tight'
  cell: (row: Row) => ReactNode
}

/** One way to sort by a column: `{ order: 'LastName', title: 'Last name' }`. */
export interface SortOrder {
  /** The OrderBy of the list call. */
  order: string
  title: string
}

/** One entry of a row's menu. The destructive ones stand last, after a rule, in red. */
export interface RowAction {
  label: string
  icon: Icon
  run: () => void
  destroys?: boolean
  /** Whether it opens the record's editor, which the key E does too. */
  edits?: boolean
  /**
   * Gives it a button of its own beside the menu; for what a list is mostly opened for, such as editing. `too` keeps its entry in the
   * menu, where older programs have it.
   */
  direct?: boolean | 'too'
  /** Why it cannot be done now; shown in words below the label. */
  blocked?: string | false
}

// An amount is never cut: the figures of −$99,999,999.99 take 112 pixels, and the cell has 16 beside them.
const fixed: Partial<Record<ColumnKind, number>> = { id: 84, date: 96, money: 128, count: 76, status: 146, blank: 47 }
// A short one holds 'September 2026', or 'INV-10482' with the tag of its commission, and the margins of the cell.
const flexible = { small: 84, short: 116, medium: 140, broad: 168, large: 190 } as const

const nameWidth = 156
const letterWidth = 6.4
const headRoom = 18
const sortRoom = 36

// At its outer side the first and the last cell of a row have the gutter in place of their own margin.
const gutterBeyondMargin = 16

/** The narrowest a column may become, in pixels, where other cells stand before and behind it. */
export function minimumWidth<Row>({ kind = 'text', size, title, sorts, headWraps, wraps }: Column<Row>): number {
  const own = fixed[kind]
  const sized =
    own !== undefined && size === undefined
      ? own
      : size === undefined && kind === 'name'
        ? nameWidth
        : flexible[size ?? 'medium']
  // A size gives a date, an amount or a status more room, never less.
  const wanted = neverShortens(kind) && !wraps ? Math.max(sized, own ?? 0) : sized
  // A title and its sort arrow are never cut; a letter of 12 px is about half as wide.
  const letters = headWraps ? Math.max(...title.split(' ').map((word) => word.length)) : title.length
  return Math.max(wanted, letters * letterWidth + (sorts ? sortRoom : headRoom))
}

/** Whether what it holds means something else, or nothing, once its end is missing. */
function neverShortens(kind: ColumnKind): boolean {
  return kind === 'date' || kind === 'money' || kind === 'status'
}

/** What stands in a row beside its columns. */
interface Beside {
  /** Something before the first column, such as a checkbox. */
  lead: boolean
  /** Actions behind the last column. */
  actions: boolean
}

/** How wide each column is at least: the outer ones have the gutter beside them, unless something else stands there. */
export function minimumWidths<Row>(columns: readonly Column<Row>[], { lead, actions }: Beside): number[] {
  return columns.map((column, place) => {
    if (column.kind === 'blank') return minimumWidth(column)
    const isFirst = place === 0 && !lead
    const isLast = place === columns.length - 1 && !actions
    return minimumWidth(column) + (isFirst ? gutterBeyondMargin : 0) + (isLast ? gutterBeyondMargin : 0)
  })
}

/** The widths of the columns as a browser takes them: the flexible ones share the spare width by their size, beside fixed pixels. */
export function columnWidths<Row>(columns: readonly Column<Row>[], beside: Beside): (number | string)[] {
  const widths = minimumWidths(columns, beside)
  const shared = columns.reduce((sum, column, place) => sum + (isFlexible(column) ? (widths[place] ?? 0) : 0), 0)
  return columns.map((column, place) => {
    const width = widths[place] ?? 0
    return isFlexible(column) ? `${(width / shared) * 100}%` : width
  })
}

/** Whether a column takes part of the spare width. */
export function isFlexible<Row>({ kind = 'text', size }: Column<Row>): boolean {
  return fixed[kind] === undefined || size !== undefined
}

/** A column without a title and without content. */
export const blankColumn: Column<unknown> = { key: 'Blank', title: '', kind: 'blank', cell: () => null }

/** Numbers stand at the right. */
export function isNumeric(kind: ColumnKind | undefined): boolean {
  return kind === 'money' || kind === 'count'
}

/** The ways to sort by a column; none when one cannot. */
export function ordersOf<Row>({ key, title, sorts }: Column<Row>): readonly SortOrder[] {
  if (sorts === undefined || sorts === false) return []
  if (typeof sorts === 'object') return sorts
  return [{ order: sorts === true ? key : sorts, title }]
}

/** The column that a row is known by: the name, or the first one. It is always shown. */
export function nameColumnOf<Row>(columns: readonly Column<Row>[]): Column<Row> | undefined {
  return columns.find(({ kind }) => kind === 'name') ?? columns.find(({ kind }) => kind !== 'blank')
}

/** Of the keys that were chosen those that the list has; undefined where none of its columns is left out. */
export function columnChoice<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly string[] | undefined {
  if (chosen === undefined) return undefined
  const all = columns.filter(({ kind }) => kind !== 'blank').map(({ key }) => key)
  const shown = all.filter((key) => chosen.includes(key))
  return shown.length === all.length || shown.length === 0 ? undefined : shown
}

/** The columns that are shown: those that were chosen, and always the one that a row is known by. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  keys: readonly string[] | undefined,
): readonly Column<Row>[] {
  if (keys === undefined) return columns
  const name = nameColumnOf(columns)
  return columns.filter((column) => column === name || column.kind === 'blank' || keys.includes(column.key))
}

/** The media query of screens on which spare columns are left out. */
export const tightScreen = '(max-width: 1359px)'

/** The media query of screens on which every column has room. */
export const roomyScreen = '(min-width: 1600px)'

/** How much room a screen has for a table. */
export type Room = 'tight' | 'usual' | 'roomy'

/** Of the columns that are shown those that have room: all of them where one has chosen. */
export function columnsWithRoom<Row>(
  columns: readonly Column<Row>[],
  keys: readonly string[] | undefined,
  room: Room,
): readonly Column<Row>[] {
  if (room === 'roomy' || keys !== undefined) return columns
  return columns.filter(({ spare = false }) => spare === false || (spare === true && room === 'usual'))
}
