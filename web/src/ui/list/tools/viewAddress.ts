/** A view of a list as the search parameters of its address, and what is left of one when a filter or a column has gone since. */
import { isDate } from '../../../lib/format/dates'
import { dropAbsent, listSearch, type ListDefaults, type ListSearch, type RawSearch } from '../../../lib/list'
import { parseSearch, stringifySearch } from '../../../lib/searchString'
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
}

export interface OpenedView {
  search: ListSearch & RawSearch
  /** What was named and the list does not have, in words. */
  gone: readonly string[]
}

const shared = ['q', 'sort', 'desc', 'size', 'cols']

/** The address of a saved view, without what the list no longer has (rules.md#saved-views). */
export function openedView<Row>(query: string, list: ListOf<Row>): OpenedView {
  const raw = parseSearch(query)
  const unknown = Object.keys(raw).filter(
    (name) => !shared.includes(name) && !list.filters.some((one) => one.name === name),
  )
  const { search, gone } = asTheListHas(raw, list)
  return {
    // All columns, where it names none: what was chosen on this list stays out of a view.
    search: { ...dropAbsent(search), cols: search.cols ?? columnKeys(list.columns).join(',') },
    gone: [...unknown.map((name) => `the filter ${name}`), ...gone],
  }
}

/** What an address says about a list, without what the list does not have; undefined for that, and for what it does not name. */
export function asTheListHas<Row>(raw: RawSearch, { columns, filters, defaults }: ListOf<Row>): OpenedView {
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
      ...chosen.flatMap(({ gone }) => gone),
      ...(sort !== undefined && !sorts ? [`the order by ${sort}`] : []),
      ...wanted.filter((key) => !all.includes(key)).map((key) => `the column ${key}`),
      ...(isNamed(raw.page) && rest.page === undefined ? [`the page ${String(raw.page)}`] : []),
      ...(isNamed(raw.size) && rest.size === undefined && Number(raw.size) !== standardSize
        ? [`${String(raw.size)} rows a page`]
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
function choicesOf({ name, label, options, day }: Filter, values: readonly string[] = []) {
  const isOffered = (value: string) => {
    if (day) return isDate(value)
    return options === undefined || 'queryFn' in options || options.some((option) => option.value === value)
  }
  const known = values.filter(isOffered)
  return {
    name,
    values: known.length > 0 ? known : undefined,
    gone: known.length < values.length ? [day ? `the day of ${label}` : `a choice of ${label}`] : [],
  }
}
