/** Lists: what a list screen keeps in the URL, what it asks the server for, and how the one becomes the other. */

import { termOf } from './term'

/** One page of a list, as every list call answers. */
export interface Page<Row> {
  Data: readonly Row[]
  TotalRecords: number
  TotalPages: number
}

/** The part of the URL that every list shares. Absent means default, so a fresh list has a clean address. */
export interface ListSearch {
  page?: number
  size?: number
  sort?: string
  desc?: boolean
  q?: string
  /** The keys of the columns that are shown, joined by commas. */
  cols?: string
  /** The id of the expanded row. */
  row?: string
  /** The open side panels, bottom first: `plan.3,line.9`. */
  panel?: string
}

/** What a list call is asked; `Filters` holds the values of the chips by their parameter name. */
export interface ListParams {
  Page: number
  PerPage: number
  OrderBy: string
  OrderDesc: boolean
  Term: string
  Filters: Readonly<Record<string, readonly string[]>>
}

/** How a list starts: 24 or 25 rows (rules.md#page-sizes) or as many as were chosen before, and its order. */
export interface ListDefaults {
  PerPage: 24 | PageSize
  OrderBy: string
  OrderDesc?: boolean
}

/** The page sizes one may choose (rules.md#page-sizes); 24 is only ever a default. */
export const pageSizes = [25, 50, 75, 100, 200] as const
type PageSize = (typeof pageSizes)[number]

/** Raw search values as they come out of the address bar. */
export type RawSearch = Readonly<Record<string, unknown>>

function text(value: unknown): string | undefined {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' && one !== '' ? one : typeof one === 'number' ? String(one) : undefined
}

function positive(value: unknown): number | undefined {
  const number = Number(text(value))
  return Number.isInteger(number) && number > 0 ? number : undefined
}

function texts(value: unknown): string[] | undefined {
  const list = (Array.isArray(value) ? value : [value]).map(text).filter((one) => one !== undefined)
  return list.length > 0 ? list : undefined
}

/** Whether one may choose so many rows a page. */
export function isPageSize(value: number | undefined): value is PageSize {
  return pageSizes.some((size) => size === value)
}

/** A route's `validateSearch` for a list: typed, forgiving, and knowing which filters the list has. */
export function listSearch<Filter extends string = never>(...filters: Filter[]) {
  return (raw: RawSearch): ListSearch & Partial<Record<Filter, string[]>> => {
    const size = positive(raw.size)
    const own: Partial<Record<Filter, string[]>> = {}
    for (const name of filters) {
      const values = texts(raw[name])
      if (values) own[name] = values
    }
    return dropAbsent({
      page: positive(raw.page),
      size: isPageSize(size) ? size : undefined,
      sort: text(raw.sort),
      desc: raw.desc === true || text(raw.desc) === '1' ? true : undefined,
      q: text(raw.q),
      cols: text(raw.cols),
      row: text(raw.row),
      panel: text(raw.panel),
      ...own,
    })
  }
}

/** A record without its undefined entries. */
export function dropAbsent<T extends object>(record: T): T {
  const kept = { ...record }
  for (const key in kept) if (kept[key] === undefined) Reflect.deleteProperty(kept, key)
  return kept
}

/** What the list call is asked for, from what stands in the URL. */
export function listParams(
  search: ListSearch & RawSearch,
  defaults: ListDefaults,
  filters: readonly string[] = [],
): ListParams {
  const chosen: Record<string, readonly string[]> = {}
  for (const name of filters) {
    const values = texts(search[name])
    if (values) chosen[name] = values
  }
  return {
    Page: search.page ?? 1,
    PerPage: search.size ?? defaults.PerPage,
    OrderBy: search.sort ?? defaults.OrderBy,
    OrderDesc: search.sort === undefined ? (defaults.OrderDesc ?? false) : (search.desc ?? false),
    Term: termOf(search.q ?? '').text,
    Filters: chosen,
  }
}

/** The pager's range of a page, such as 26 to 50. An empty list is 0 to 0, as is a page past the end. */
export function pageRange(params: Pick<ListParams, 'Page' | 'PerPage'>, total: number): { from: number; to: number } {
  const from = (params.Page - 1) * params.PerPage + 1
  if (from > total) return { from: 0, to: 0 }
  return { from, to: Math.min(params.Page * params.PerPage, total) }
}

/** The page numbers the pager offers: first, last, the neighbours of the current one; null is a gap. */
export function pageNumbers(current: number, last: number): (number | null)[] {
  const wanted = new Set([1, last, current, current - 1, current + 1])
  if (current <= 2) wanted.add(3)
  if (current >= last - 1) wanted.add(last - 2)
  const numbers = [...wanted].filter((page) => page >= 1 && page <= last).sort((a, b) => a - b)
  return numbers.flatMap((page, index) => {
    const before = numbers[index - 1]
    return before !== undefined && page - before > 1 ? [null, page] : [page]
  })
}

/** A route's `validateSearch` for a page that has panels but no list. */
export function panelSearch(raw: RawSearch): Pick<ListSearch, 'panel'> {
  return dropAbsent({ panel: text(raw.panel) })
}
