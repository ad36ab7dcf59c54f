/** What waits for the signed-in user (rules.md#work-queue). */
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import { addDays, businessDay } from '../../lib/format/dates'
import type { Pages, Query } from '../../lib/query'
import { workQueueKey } from '../../shared/changes'

export type WorkQueue = components['schemas']['WorkQueueView']
export type WorkKind = components['schemas']['WorkKindView']
export type WorkItem = components['schemas']['WorkItemView']

/** What the page narrows the queue to, and how it is sorted, by the names of the address. */
export interface Narrowed {
  /** The id of a broker. */
  broker?: string | undefined
  /** Due within so many days. */
  due?: string | undefined
  /** `Amount` or `Due`; the most urgent first when absent. */
  sort?: string | undefined
  desc?: boolean | undefined
}

/** Within how many days work may be due, as choices. */
export const dueOptions = [
  { value: '0', label: 'Today or before' },
  { value: '7', label: 'Within 7 days' },
  { value: '30', label: 'Within 30 days' },
] as const

/** What an address narrows and sorts the queue by; a value that means nothing is left out. */
export function narrowedOf(raw: Readonly<Record<string, unknown>>): Narrowed {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const [broker, due, sort] = [text(raw.broker), text(raw.due), text(raw.sort)]
  return {
    broker: /^\d{1,15}$/.test(broker) ? broker : undefined,
    due: dueOptions.some(({ value }) => value === due) ? due : undefined,
    sort: sort === 'Amount' || sort === 'Due' ? sort : undefined,
    desc: raw.desc === true || text(raw.desc) === '1' ? true : undefined,
  }
}

/** Counts may be a minute old. Nothing asks by itself: that would keep the session of an absent user alive. */
export const workQueue: Query<WorkQueue> = {
  queryKey: workQueueKey,
  queryFn: ({ signal }) => value(api.GET('/api/v1/work-queue', { signal })),
  staleTime: 60_000,
}

/** The queue as the page narrows and sorts it; the whole one is that of the navigation. */
export function workQueueOf(narrowed: Narrowed): Query<WorkQueue> {
  const query = wantedOf(narrowed)
  if (Object.keys(query).length === 0) return workQueue
  return {
    queryKey: [...workQueueKey, 'narrowed', narrowed],
    queryFn: ({ signal }) => value(api.GET('/api/v1/work-queue', { params: { query }, signal })),
    staleTime: 60_000,
  }
}

function wantedOf({ broker, due, sort, desc }: Narrowed) {
  return {
    ...(broker ? { BrokerId: Number(broker) } : {}),
    ...(due ? { DueBy: addDays(businessDay(new Date()), Number(due)) } : {}),
    ...(sort ? { OrderBy: sort, OrderDesc: desc ?? false } : {}),
  }
}

/** The items of one kind. */
export function itemsOf(kind: string, narrowed: Narrowed): Pages<WorkItem> {
  return {
    queryKey: [...workQueueKey, kind, narrowed],
    page: (wanted, signal) =>
      value(
        api.GET('/api/v1/work-queue/{kind}', {
          params: { path: { kind }, query: { ...wanted, ...wantedOf(narrowed) } },
          signal,
        }),
      ),
  }
}
