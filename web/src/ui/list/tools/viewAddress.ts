/** A view of a list as the search parameters of its address, and what is left of one when a filter or a column has gone since. */
import { listSearch, type ListDefaults, type ListSearch, type RawSearch } from '../../../lib/list'
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
  /** What the view names and the list no longer has, in words. */
  gone: readonly string[]
}

const shared = ['q', 'sort', 'desc', 'size', 'cols']

/** The address of a saved view, without what the list no longer has (rules.md#saved-views). */
export function openedView<Row>(query: string, { columns, filters, defaults }: ListOf<Row>): OpenedView {
  const raw = parseSearch(query)
  const { sort, desc, cols, ...rest } = listSearch(...filters.map(({ name }) => name))(raw)
  const unknown = Object.keys(raw).filter((name) => !shared.includes(name) && !filters.some((one) => one.name === name))
  const chosen = filters.map((filter) => choicesOf(filter, rest[filter.name]))
  const sorts = sort === defaults.OrderBy || columns.some((one) => ordersOf(one).some(({ order }) => order === sort))
  const all = columns.filter(({ kind }) => kind !== 'blank').map(({ key }) => key)
  const wanted = cols?.split(',') ?? all
  const shown = wanted.filter((key) => all.includes(key))
  return {
    search: {
      ...(rest.q === undefined ? {} : { q: rest.q }),
      ...(rest.size === undefined ? {} : { size: rest.size }),
      ...Object.fromEntries(chosen.map(({ name, values }) => [name, values])),
      ...(sort !== undefined && sorts ? { sort, ...(desc ? { desc } : {}) } : {}),
      cols: (shown.length > 0 ? shown : all).join(','),
    },
    gone: [
      ...unknown.map((name) => `the filter ${name}`),
      ...chosen.flatMap(({ gone }) => gone),
      ...(sort !== undefined && !sorts ? [`the order by ${sort}`] : []),
      ...wanted.filter((key) => !all.includes(key)).map((key) => `the column ${key}`),
    ],
  }
}

/** Of the values of a filter those that it still offers, as far as that is known without asking. */
function choicesOf({ name, label, options }: Filter, values: readonly string[] = []) {
  const known =
    options === undefined || 'queryFn' in options
      ? values
      : values.filter((value) => options.some((option) => option.value === value))
  return {
    name,
    values: known.length > 0 ? known : undefined,
    gone: known.length < values.length ? [`a choice of ${label}`] : [],
  }
}
