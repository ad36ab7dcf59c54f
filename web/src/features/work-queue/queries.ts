/** What waits for the signed-in user (rules.md#work-queue). */
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import type { Pages, Query } from '../../lib/query'
import { workQueueKey } from '../../shared/changes'

export type WorkQueue = components['schemas']['WorkQueueView']
export type WorkKind = components['schemas']['WorkKindView']
export type WorkItem = components['schemas']['WorkItemView']

/** Counts may be a minute old. Nothing asks by itself: that would keep the session of an absent user alive. */
export const workQueue: Query<WorkQueue> = {
  queryKey: workQueueKey,
  queryFn: ({ signal }) => value(api.GET('/api/v1/work-queue', { signal })),
  staleTime: 60_000,
}

/** The items of one kind, the most urgent first. */
export function itemsOf(kind: string): Pages<WorkItem> {
  return {
    queryKey: [...workQueueKey, kind],
    page: (wanted, signal) =>
      value(api.GET('/api/v1/work-queue/{kind}', { params: { path: { kind }, query: wanted }, signal })),
  }
}
