/**
 * What a page shows first, asked for by its route beside the page's code, and on hover. Nobody waits for the answers and a failure
 * here is none: the page asks the same again and says what it was told. A route asks only what its page would ask this user.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Query } from '../../lib/query'

export function ask(client: QueryClient, ...queries: readonly (Query<unknown> | false | undefined)[]): void {
  for (const query of queries) if (query) void client.prefetchQuery(query)
}
