/** What the billing run's pages read and write. While a run is at work it is asked again every second or so. */
import { api, value } from '../../../api/client'
import { listCsv } from '../../../api/downloads'
import { everyRow, listQuery } from '../../../api/list'
import type { components } from '../../../api/schema'
import type { ListParams, Page } from '../../../lib/list'
import type { Listing } from '../../../lib/listing'
import type { Query } from '../../../lib/query'
import { severestFirst } from './severity'
import { isBusy, isWaiting } from './words'

type Schemas = components['schemas']
export type Run = Schemas['RunView']
export type RunItem = Schemas['RunItemView']
export type NotIncluded = Schemas['NotIncludedView']
export type BillingSettings = Schemas['BillingSettingsView']

/** Everything about billing runs; refreshed as a whole after a change. */
export const runsKey = ['billing runs']

const pollEvery = 1000
/** Rows are read less often than the run that counts them. */
const rowsEvery = 2000

/** The list as a file. */
export const runCsv = listCsv('/api/v1/billing-runs/as-csv', {}, runQuery)

function runQuery(params: ListParams) {
  const [BillingPeriod] = params.Filters.period ?? []
  return { ...listQuery(params), ...(BillingPeriod === undefined ? {} : { BillingPeriod }) }
}

function runList(params: ListParams): Query<Page<Run>> {
  return {
    queryKey: [...runsKey, 'list', params],
    queryFn: ({ signal }) => value(api.GET('/api/v1/billing-runs', { params: { query: runQuery(params) }, signal })),
    refetchInterval: ({ state }) => (state.data?.Data.some(isBusy) ? pollEvery : false),
  }
}

/** That list on its page. */
export const runListing: Listing<Run> = {
  listKey: 'billing-runs',
  list: runList,
  defaults: { PerPage: 25, OrderBy: 'CreatedOn', OrderDesc: true },
}

export function run(runId: number): Query<Run> {
  return {
    queryKey: [...runsKey, runId],
    queryFn: ({ signal }) => value(api.GET('/api/v1/billing-runs/{runId}', { params: { path: { runId } }, signal })),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? pollEvery : false),
  }
}

/** The run that was begun last, or null before the first one. */
export const latestRun: Query<Run | null> = {
  queryKey: [...runsKey, 'latest'],
  queryFn: async (context) => {
    const list = runList({ Page: 1, PerPage: 1, OrderBy: 'CreatedOn', OrderDesc: true, Term: '', Filters: {} })
    const [newest] = (await list.queryFn(context)).Data
    return newest ? run(newest.Id).queryFn(context) : null
  },
}

function itemQuery(Filter: string | undefined, params: ListParams) {
  const [Exception] = params.Filters.exception ?? []
  return {
    ...listQuery(params),
    ...(Filter === undefined ? {} : { Filter }),
    ...(Exception === undefined ? {} : { Exception }),
  }
}

/** The list as a file. */
export function runItemCsv({ Id }: Run, filter: string | undefined) {
  return listCsv('/api/v1/billing-runs/{runId}/items/as-csv', { runId: Id }, (asked) => itemQuery(filter, asked))
}

/** The list as a file. */
export function notIncludedCsv({ Id }: Run) {
  return listCsv('/api/v1/billing-runs/{runId}/not-included/as-csv', { runId: Id }, listQuery)
}

function getItems(runId: number, query: ReturnType<typeof itemQuery>, signal: AbortSignal): Promise<Page<RunItem>> {
  return value(api.GET('/api/v1/billing-runs/{runId}/items', { params: { path: { runId }, query }, signal }))
}

/** The plans of a run. What the run has come to is part of the key, so that its end is seen at once. */
export function runItems(of: Run, Filter: string | undefined): (params: ListParams) => Query<Page<RunItem>> {
  return (params) => ({
    queryKey: [...runsKey, of.Id, 'items', of.State, Filter, params],
    queryFn: ({ signal }) =>
      isWaiting(of) && params.OrderBy === 'Exceptions'
        ? severestItems(of.Id, Filter, params, signal)
        : getItems(of.Id, itemQuery(Filter, params), signal),
    refetchInterval: () => (isBusy(of) ? rowsEvery : false),
  })
}

/** A page of the plans, the most severe exceptions first. The server only tells plans with exceptions from those without. */
async function severestItems(runId: number, Filter: string | undefined, params: ListParams, signal: AbortSignal) {
  const query = itemQuery(Filter, { ...params, OrderDesc: false })
  const sorted = severestFirst(await everyRow((wanted) => getItems(runId, { ...query, ...wanted }, signal)))
  const rows = params.OrderDesc ? sorted.reverse() : sorted
  const start = (params.Page - 1) * params.PerPage
  return {
    Data: rows.slice(start, start + params.PerPage),
    TotalRecords: rows.length,
    TotalPages: Math.ceil(rows.length / params.PerPage),
  }
}

/** All plans of a run that are approved. */
export function approvedItems({ Id, State }: Run): Query<RunItem[]> {
  const query = itemQuery('approved', {
    Page: 1,
    PerPage: 0,
    OrderBy: 'Exceptions',
    OrderDesc: false,
    Term: '',
    Filters: {},
  })
  return {
    queryKey: [...runsKey, Id, 'items', State, 'all approved'],
    queryFn: ({ signal }) => everyRow((wanted) => getItems(Id, { ...query, ...wanted }, signal)),
    staleTime: 0,
  }
}

/** The plans that are not in a run, with the reasons. */
export function plansNotIncluded({ Id, State }: Run): (params: ListParams) => Query<Page<NotIncluded>> {
  return (params) => ({
    queryKey: [...runsKey, Id, 'not included', State, params],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing-runs/{runId}/not-included', {
          params: { path: { runId: Id }, query: listQuery(params) },
          signal,
        }),
      ),
  })
}

/** Starts the drafts of a month, which any of its days names. */
export function startRun(BillingPeriod: string): Promise<Run> {
  return value(api.POST('/api/v1/billing-runs', { body: { BillingPeriod } }))
}

const pathOf = (runId: number) => ({ params: { path: { runId } } })

/** Approves the drafts of some plans. */
export function approve(runId: number, PlanIds: number[]): Promise<Run> {
  return value(
    api.POST('/api/v1/billing-runs/{runId}/approve', { ...pathOf(runId), body: { PlanIds, WithoutExceptions: false } }),
  )
}

/** Approves all drafts in which there is nothing to look at. */
export function approveRest(runId: number): Promise<Run> {
  return value(
    api.POST('/api/v1/billing-runs/{runId}/approve', {
      ...pathOf(runId),
      body: { PlanIds: [], WithoutExceptions: true },
    }),
  )
}

/** Takes approvals back. */
export function withdraw(runId: number, PlanIds: number[]): Promise<Run> {
  return value(api.POST('/api/v1/billing-runs/{runId}/withdraw', { ...pathOf(runId), body: { PlanIds, All: false } }))
}

/** Creates the snapshots of what is approved. */
export function createApproved(runId: number): Promise<Run> {
  return value(api.POST('/api/v1/billing-runs/{runId}/create', pathOf(runId)))
}

export function cancelRun(runId: number): Promise<Run> {
  return value(api.POST('/api/v1/billing-runs/{runId}/cancel', pathOf(runId)))
}

export const billingSettings: Query<BillingSettings> = {
  queryKey: [...runsKey, 'settings'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/settings/billing', { signal })),
}

export function saveBillingSettings(body: Schemas['BillingSettingsInput']): Promise<BillingSettings> {
  return value(api.PUT('/api/v1/settings/billing', { body }))
}
