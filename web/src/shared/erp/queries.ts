/** What several features read of the ERP. */
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import type { Query } from '../../lib/query'
import { snapshotsKey } from '../changes'

type FailedReads = components['schemas']['FailedReadsView']

/** The ERP accounts of which invoices could not be read. */
export const failedReads: Query<readonly FailedReads[]> = {
  queryKey: [...snapshotsKey, 'failed reads'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/erp/failed-reads', { signal })),
}
