/** What a new group still needs until its first bill stands. */
import { api, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import type { Query } from '../../../lib/query'
import { groupsKey } from '../queries'

export type Setup = components['schemas']['SetupView']

/** Other areas change it, so that it is asked for whenever the page is opened. */
export function groupSetup(employerId: number): Query<Setup> {
  return {
    queryKey: [...groupsKey, employerId, 'setup'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}/setup', { params: { path: { employerId } }, signal })),
  }
}
