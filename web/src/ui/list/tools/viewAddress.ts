/** A view of a list as the search parameters of its address, and what is left of one when a filter or a column has gone since. */
import { isDate } from '../../../lib/format/dates'
import { cut } from '../../../lib/term'
import { dropAbsent, listSearch, type ListDefaults, type ListSearch, type RawSearch } from '../../../lib/list'
import { parseSearch, stringifySearch } from '../../../lib/searchString'
import { toast } from '../../toast/toasts'
import { ordersOf, type Column } from '../columns'
import type { Filter } from '../FilterChip'
import type { ListUrl } from '../useListUrl'

/** What the list shows, whole: order and size stand in it also where they are those that were remembered. */
export function viewQuery(
  { params, columns }: Pick<ListUrl, 'params' | 'columns'>,
  filters: readonly Filter[],
): string {
  const search = {
    q: params.Term,
    ...Object.fromEntries(filters.map(({ name }) => [name, params.Filters[name]])),
    sort: params.OrderBy,
    desc: params.OrderDesc,
    size: params.PerPage,
    cols: columns?.join(','),
  }
  return stringifySearch(search).slice(1)
}

interface ListOf<Row> {
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  defaults: ListDefaults
  /** What the address of its page names beside the list, such as a tab. */
  ofPage?: readonly string[]
}

export interface OpenedView {
  search: ListSearch & RawSearch
  /** What was named and the list does not have, in words. */
  gone: readonly string[]
}

/** Says what a view names and the list no longer has. */
export function sayGone(view: string, gone: readonly string[]): void {
  if (gone.length > 0) toast.info(`The view “${view}” names what the list no longer has: ${gone.join(', ')}.`)
}

const shared = ['q', 'sort', 'desc', 'size', 'cols']
/** What the address of a list may name beside what a view holds. */
const ofAddress = ['page', 'row', 'panel', 'view']

/** The address of a saved view, without what the list no longer has (rules.md#saved-views). */
export function openedView<Row>(query: string, list: ListOf<Row>): OpenedView {
  const { search, gone } = asTheListHas(parseSearch(query), list)
  return {
    // All columns, where it names none: what was chosen on this list stays out of a view.
    search: { ...dropAbsent(search), cols: search.cols ?? columnKeys(list.columns).join(',') },
    gone,
  }
}

/** The names in an address that are no filter of the list and nothing else of its page. */
export function unknownNames<Row>(raw: RawSearch, { filters, ofPage = [] }: Pick<ListOf<Row>, 'filters' | 'ofPage'>) {
  const known = [...shared, ...ofAddress, ...ofPage, ...filters.map(({ name }) => name)]
  return Object.keys(raw).filter((name) => raw[name] !== undefined && !known.includes(name))
}

/** What an address says about a list, without what the list does not have; undefined for that, and for what it does not name. */
export function asTheListHas<Row>(raw: RawSearch, list: ListOf<Row>): OpenedView {
  const { columns, filters, defaults } = list
  const { sort, desc, cols, ...rest } = listSearch(...filters.map(({ name }) => name))(raw)
  const chosen = filters.map((filter) => choicesOf(filter, rest[filter.name]))
  const sorts = sort === defaults.OrderBy || columns.some((one) => ordersOf(one).some(({ order }) => order === sort))
  const all = columnKeys(columns)
  const wanted = cols?.split(',') ?? []
  const shown = wanted.filter((key) => all.includes(key))
  return {
    search: {
      ...rest,
      ...Object.fromEntries(chosen.map(({ name, values }) => [name, values])),
      sort: sorts ? sort : undefined,
      desc: sorts ? desc : undefined,
      cols: shown.length > 0 ? shown.join(',') : undefined,
    },
    gone: [
      ...unknownNames(raw, list).map((name) => `the filter ${cut(name)}`),
      ...chosen.flatMap(({ gone }) => gone),
      ...(sort !== undefined && !sorts ? [`the order by ${cut(sort)}`] : []),
      ...wanted.filter((key) => !all.includes(key)).map((key) => `the column ${cut(key)}`),
      ...(isNamed(raw.page) && rest.page === undefined ? [`the page ${cut(String(raw.page))}`] : []),
      ...(isNamed(raw.size) && rest.size === undefined && Number(raw.size) !== standardSize
        ? [`${cut(String(raw.size))} rows a page`]
        : []),
    ],
  }
}

/** A view names it, although it cannot be chosen. */
const standardSize = 24

function isNamed(value: unknown): boolean {
  return value !== undefined && value !== ''
}

function columnKeys<Row>(columns: readonly Column<Row>[]): string[] {
  return columns.filter(({ kind }) => kind !== 'blank').map(({ key }) => key)
}

/** Of the values of a filter those that it still offers, as far as that is known without asking. */
function choicesOf({ name, label, options, day, single }: Filter, values: readonly string[] = []) {
  const isOffered = (value: string) => {
    if (day) return isDate(value)
    if (options === undefined) return value === '1'
    return 'queryFn' in options || options.some((option) => option.value === value)
  }
  const known = values.filter(isOffered)
  const kept = day || single ? known.slice(0, 1) : known
  const other = values.filter((value) => !kept.includes(value))
  return {
    name,
    values: kept.length > 0 ? kept : undefined,
    gone: other.map((value) => `${day ? 'the day' : 'the choice'} “${cut(value)}” of ${label}`),
  }
}
