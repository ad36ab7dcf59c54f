/** What the screens read about documents in the ERP. */
import { api, value } from '../../../../api/client'
import type { components } from '../../../../api/schema'
import type { Query } from '../../../../lib/query'
import type { ErpHistory } from '../../../../shared/erp/ErpCalls'
import type { WhyPath } from '../../../../lib/billing/whyPanel'
import { snapshotsKey } from '../../../../shared/changes'

type Schemas = components['schemas']
export type ErpDifferences = Schemas['ErpDifferencesView']

/** How a snapshot stands in the ERP, and the calls that were made for it. Asked again while a call is under way. */
export function erpHistory({ employerId, snapshotId }: WhyPath): Query<ErpHistory> {
  return {
    queryKey: [...snapshotsKey, employerId, snapshotId, 'erp'],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/snapshots/{snapshotId}/erp/history', {
          params: { path: { employerId, snapshotId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.ErpState.State === 'Queued' ? 2000 : false),
  }
}

/** Reads the document in the ERP, and says what an update of it would replace. */
export function erpDifferences({ employerId, snapshotId }: WhyPath): Promise<ErpDifferences> {
  return value(
    api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/erp/differences', {
      params: { path: { employerId, snapshotId } },
    }),
  )
}
