/** Reads of the server, named once in a feature's queries.ts and given to useQuery, a loader, a form, or a list. */
import type { QueryKey } from '@tanstack/react-query'
import type { Page } from './list'

export interface Query<Value> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Value>
  /** How long the answer may be shown without asking again, in milliseconds. */
  staleTime?: number
  /** How long the answer is kept once nothing shows it, in milliseconds; 0 for secrets. */
  gcTime?: number
  /** When to ask again by itself, in milliseconds, such as while a run counts on; false for not. */
  refetchInterval?(query: { state: { data: Value | undefined } }): number | false
}

/** A list that is read page by page. */
export interface Pages<Row> {
  queryKey: QueryKey
  page: (wanted: { Page: number; PerPage: number }, signal: AbortSignal) => Promise<Page<Row>>
  /** How long the answers may be shown without asking again, in milliseconds. */
  staleTime?: number
}

/** As much of a running query as a shape draws. */
export interface Asked<Value> {
  isPending: boolean
  isError: boolean
  error: unknown
  data?: Value | undefined
  refetch: () => unknown
}
