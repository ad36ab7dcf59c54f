/** What the account page reads. */
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import type { Query } from '../../lib/query'

export const ownSessions: Query<components['schemas']['OwnSession'][]> = {
  queryKey: ['own sessions'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/auth/sessions', { signal })),
}
