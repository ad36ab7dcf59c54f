/** Lists as both know them: the page that draws one, and its route, which asks for the first rows while the page's code is on its way. */
import {
  isPageSize,
  listParams,
  listSearch,
  type ListDefaults,
  type ListParams,
  type ListSearch,
  type Page,
  type RawSearch,
} from './list'
import { rememberedOf, type Remembered } from './listMemory'
import type { Query } from './query'

export interface Listing<Row> {
  /** Names the list, where its size, order and columns are remembered: `groups`. */
  listKey: string
  list: (params: ListParams) => Query<Page<Row>>
  defaults: ListDefaults
}

/** What every list has in the address; all else there is a filter. */
const shared: Record<keyof ListSearch, true> = {
  page: true,
  size: true,
  sort: true,
  desc: true,
  q: true,
  cols: true,
  row: true,
  panel: true,
}

/** The rows that the page of an address will ask for when it is opened. */
export function firstRows<Row>({ listKey, list, defaults }: Listing<Row>, address: object): Query<Page<Row>> {
  const search: RawSearch = { ...address }
  const filters = Object.keys(search).filter((name) => !(name in shared) && search[name] !== undefined)
  return list(listParams(listSearch(...filters)(search), startOf(rememberedOf(listKey), defaults), filters))
}

/** How a list begins for this user. An order of which `sorts` says that the list has it no more is not his. */
export function startOf(
  { size, sort, desc }: Remembered,
  defaults: ListDefaults,
  sorts: (order: string) => boolean = () => true,
): ListDefaults {
  return {
    ...defaults,
    ...(isPageSize(size) ? { PerPage: size } : {}),
    ...(sort !== undefined && sorts(sort) ? { OrderBy: sort, OrderDesc: desc ?? false } : {}),
  }
}
