/** What a new group still needs until its first bill stands: its own page shows it, and the pages of its steps lead back there. */
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import type { Query } from '../../lib/query'

export type Setup = components['schemas']['SetupView']

/** Other areas change it, so that it is asked for whenever the page of the group is opened. What refreshes groups refreshes it too. */
export function groupSetup(employerId: number): Query<Setup> {
  return {
    queryKey: ['groups', employerId, 'setup'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}/setup', { params: { path: { employerId } }, signal })),
  }
}
