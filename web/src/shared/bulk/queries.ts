/** Bulk actions on invoices: how one is begun, and how far it is. */
import { api, value } from '../../api/client'
import type { components } from '../../api/schema'
import type { Query } from '../../lib/query'

export type BulkAction = components['schemas']['BulkActionView']
export type BulkResult = components['schemas']['BulkResultView']

/** What can be done to many invoices, by the server's words. */
export type BulkKind = 'Create' | 'Update' | 'Sync' | 'MarkCommissionPaid' | 'MarkCommissionUnpaid' | 'Mail'

const pollEvery = 1000

export function isAtWork({ FinishedOn }: Pick<BulkAction, 'FinishedOn'>): boolean {
  return FinishedOn == null
}

/** While it is at work it is asked again every second. */
export function bulkAction(bulkActionId: number): Query<BulkAction> {
  return {
    queryKey: ['bulk actions', bulkActionId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/invoices/bulk-actions/{bulkActionId}', { params: { path: { bulkActionId } }, signal })),
    refetchInterval: ({ state }) => (state.data && isAtWork(state.data) ? pollEvery : false),
  }
}

export function startBulkAction(Action: BulkKind, InvoiceIds: number[]): Promise<BulkAction> {
  return value(api.POST('/api/v1/invoices/bulk-actions', { body: { Action, InvoiceIds } }))
}
