/** A read of the server, named once in a feature's queries.ts and given to useQuery, a loader, or a form. */
import type { QueryKey } from '@tanstack/react-query'

export interface Query<Value> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Value>
  /** How long the answer may be shown without asking again, in milliseconds. */
  staleTime?: number
  /** When to ask again by itself, in milliseconds, such as while a run counts on; false for not. */
  refetchInterval?(query: { state: { data: Value | undefined } }): number | false
}
