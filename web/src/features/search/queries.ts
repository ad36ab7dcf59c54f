/** What the search reads. Answers are not kept once nothing shows them: names stand in them. */
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import { openedText, type Opened } from '../../lib/opened'
import type { Query } from '../../lib/query'

export type Hit = components['schemas']['HitView']
export type Found = components['schemas']['SearchView']

export function found(term: string): Query<Found> {
  return {
    queryKey: ['search', term],
    queryFn: ({ signal }) => value(api.GET('/api/v1/search', { params: { query: { Term: term } }, signal })),
    gcTime: 0,
  }
}

/** The names of what was opened, as far as the caller may see it. */
export function named(opened: readonly Opened[]): Query<Hit[]> {
  const Items = opened.map(openedText).join(',')
  return {
    queryKey: ['search', 'opened', Items],
    queryFn: ({ signal }) => value(api.GET('/api/v1/search/opened', { params: { query: { Items } }, signal })),
    gcTime: 0,
  }
}
