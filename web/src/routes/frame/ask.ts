/**
 * What a page shows first, asked for by its route beside the page's code, and on hover. A failure here is none: the page asks the same
 * again and says what it was told. A route asks only what its page would ask this user.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Query } from '../../lib/query'

/** So long a page waits for its first answers, in milliseconds. A page that is drawn without them is drawn twice, which takes longer. */
const patience = 100

/** Ends when all have answered that were never answered before, or when patience ends; then the page shows that it waits. */
export async function ask(
  client: QueryClient,
  ...queries: readonly (Query<unknown> | false | undefined)[]
): Promise<void> {
  const answers = queries.flatMap((query) => {
    if (!query) return []
    const isKnown = client.getQueryData(query.queryKey) !== undefined
    const answer = client.prefetchQuery(query)
    return isKnown ? [] : [answer]
  })
  if (answers.length > 0) await Promise.race([Promise.all(answers), after(patience)])
}

function after(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}
