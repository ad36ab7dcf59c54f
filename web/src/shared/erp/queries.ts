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

/** The payment terms of an ERP account. */
export function erpTerms(ApiServiceId: number): Query<readonly components['schemas']['ErpTerm'][]> {
  return {
    queryKey: ['erp', ApiServiceId, 'terms'],
    queryFn: ({ signal }) => value(api.GET('/api/v1/erp/terms', { params: { query: { ApiServiceId } }, signal })),
    // Each reading is a call to the accounting system, and its terms change seldom.
    staleTime: 5 * 60_000,
  }
}
