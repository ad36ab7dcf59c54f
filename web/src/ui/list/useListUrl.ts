/**
 * The state of a list in the URL: page, size, order, columns, search text, filters and the expanded row. Size, order and columns that
 * the URL does not name are those that were chosen last.
 */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import {
  dropAbsent,
  listParams,
  type ListDefaults,
  type ListParams,
  type ListSearch,
  type RawSearch,
} from '../../lib/list'
import { startOf } from '../../lib/listing'
import { forgetList, remember, rememberedOf } from '../../lib/listMemory'
import { columnChoice, ordersOf, type Column } from './columns'
import type { Filter } from './FilterChip'
import { asTheListHas, unknownNames } from './tools/viewAddress'

export interface ListUrl {
  search: ListSearch & RawSearch
  params: ListParams
  /** The keys of the columns that are shown; absent for all of them. */
  columns: readonly string[] | undefined
  goToPage: (page: number) => void
  setSize: (size: number) => void
  sortBy: (order: string) => void
  /** Absent for all of them. */
  showColumns: (keys: readonly string[] | undefined) => void
  /** Size, order and columns as the list begins with. */
  forgetChoices: () => void
  /** Replaces the history entry: typing is no step of the history. */
  setTerm: (term: string) => void
  setFilter: (name: string, values: readonly string[]) => void
  /** Gives each of two filters the values of the other. */
  exchange: (one: string, other: string) => void
  /** Leaves of a filter's choices only those that there are; no step of the history. */
  keepChoices: (name: string, known: readonly string[]) => void
  clear: () => void
  /** Shows a view: what it does not name is as the list begins with. */
  show: (search: ListSearch & RawSearch) => void
  /** Expands a row, or closes the one that is expanded. */
  toggleRow: (id: string) => void
  /** What the address names and the list does not have, in words. */
  gone: readonly string[]
  /** Takes that out of the address; so does every other change. */
  forgetGone: () => void
}

/** What an address may name of a list that it does not have, beside choices of its filters. */
const ofList = ['page', 'size', 'sort', 'desc', 'cols'] as const

/** What a view holds beside the filters; page and row are those of no view. */
const ofView = ['view', 'page', 'row', 'q', 'size', 'sort', 'desc', 'cols'] as const

interface ListOf<Row> {
  listKey: string
  defaults: ListDefaults
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
  /** What the address of its page names beside the list. */
  ofPage?: readonly string[] | undefined
}

export function useListUrl<Row>({ listKey, defaults, filters: offered, columns, ofPage = [] }: ListOf<Row>): ListUrl {
  const filters = offered.map(({ name }) => name)
  const navigate = useNavigate()
  const raw = useRouterState({ select: ({ location }): RawSearch => location.search })
  const kept = useKept(listKey)
  const { search: had, gone } = asTheListHas(raw, { columns, filters: offered, defaults, ofPage })
  const search = dropAbsent(had)
  const start = startOf(kept.choices, defaults, (order) =>
    columns.some((one) => ordersOf(one).some((own) => own.order === order)),
  )
  const params = listParams(search, start, filters)
  const toMend = [...ofList, ...filters, ...unknownNames(raw, { filters: offered, ofPage })]
  const mended = gone.length > 0 ? Object.fromEntries(toMend.map((name) => [name, had[name]])) : {}
  const change = (part: ListSearch & RawSearch, replace = false) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...mended, ...part }),
      replace,
      resetScroll: false,
    })
  const fresh = { page: undefined, row: undefined }
  return {
    search,
    params,
    columns: columnChoice(columns, search.cols?.split(',') ?? kept.choices.columns),
    goToPage: (page) => change({ page: page === 1 ? undefined : page, row: undefined }),
    setSize: (size) => {
      remember(listKey, { size })
      change({ ...fresh, size: size === start.PerPage ? undefined : size })
    },
    sortBy: (sort) => {
      const desc = params.OrderBy === sort && !params.OrderDesc
      remember(listKey, { sort, desc })
      change({ ...fresh, sort, desc: desc || undefined })
    },
    showColumns: (keys) => {
      // What the address names is changed there, and the own choice stays.
      if (search.cols !== undefined) return change({ cols: (keys ?? columns.map(({ key }) => key)).join(',') }, true)
      remember(listKey, { columns: keys })
      kept.read()
    },
    forgetChoices: () => {
      forgetList(listKey)
      kept.read()
      change({ ...fresh, size: undefined, sort: undefined, desc: undefined, cols: undefined })
    },
    setTerm: (term) => change({ ...fresh, q: term === '' ? undefined : term }, true),
    setFilter: (name, values) => {
      const within = offered.filter((one) => one.within === name).map((one) => [one.name, undefined] as const)
      change({ ...fresh, ...Object.fromEntries(within), [name]: values.length > 0 ? values : undefined })
    },
    exchange: (one, other) => change({ ...fresh, [one]: search[other], [other]: search[one] }),
    keepChoices: (name, known) => change({ ...fresh, [name]: known.length > 0 ? known : undefined }, true),
    clear: () => change({ ...fresh, q: undefined, ...Object.fromEntries(filters.map((name) => [name, undefined])) }),
    show: (view) => {
      const none = [...ofView, ...filters].map((name) => [name, undefined] as const)
      change({ ...Object.fromEntries(none), ...view })
    },
    toggleRow: (id) => change({ row: search.row === id ? undefined : id }, true),
    gone,
    forgetGone: () => change({}, true),
  }
}

/** What was chosen before this visit. It stands for the whole visit, so that the ways back and forward lead to what was seen. */
function useKept(listKey: string) {
  const [kept, setKept] = useState(() => ({ listKey, choices: rememberedOf(listKey) }))
  const read = () => setKept({ listKey, choices: rememberedOf(listKey) })
  if (kept.listKey !== listKey) read()
  return { choices: kept.choices, read }
}
