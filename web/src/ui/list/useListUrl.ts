/** The state of a list in the URL: page, size, order, search text, filters and the expanded row. */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import {
  listParams,
  listSearch,
  type ListDefaults,
  type ListParams,
  type ListSearch,
  type RawSearch,
} from '../../lib/list'

export interface ListUrl {
  search: ListSearch & RawSearch
  params: ListParams
  goToPage: (page: number) => void
  setSize: (size: number) => void
  sortBy: (order: string) => void
  /** Replaces the history entry: typing is no step of the history. */
  setTerm: (term: string) => void
  setFilter: (name: string, values: readonly string[]) => void
  clear: () => void
  /** Expands a row, or closes the one that is expanded. */
  toggleRow: (id: string) => void
}

export function useListUrl(defaults: ListDefaults, filters: readonly string[]): ListUrl {
  const navigate = useNavigate()
  const raw = useRouterState({ select: ({ location }): RawSearch => location.search })
  const search = listSearch(...filters)(raw)
  const params = listParams(search, defaults, filters)
  const change = (part: ListSearch & RawSearch, replace = false) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...part }), replace, resetScroll: false })
  const fresh = { page: undefined, row: undefined }
  return {
    search,
    params,
    goToPage: (page) => change({ page: page === 1 ? undefined : page, row: undefined }),
    setSize: (size) => change({ ...fresh, size: size === defaults.PerPage ? undefined : size }),
    sortBy: (order) =>
      change({ ...fresh, sort: order, desc: params.OrderBy === order && !params.OrderDesc ? true : undefined }),
    setTerm: (term) => change({ ...fresh, q: term === '' ? undefined : term }, true),
    setFilter: (name, values) => change({ ...fresh, [name]: values.length > 0 ? values : undefined }),
    clear: () => change({ ...fresh, q: undefined, ...Object.fromEntries(filters.map((name) => [name, undefined])) }),
    toggleRow: (id) => change({ row: search.row === id ? undefined : id }, true),
  }
}
