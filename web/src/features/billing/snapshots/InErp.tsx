/** Where a snapshot stands in the accounting system. */
import { InErpCell } from '../../../shared/erp/ErpState'
import type { Snapshot } from './queries'

export function InErp({ row }: { row: Snapshot }) {
  return <InErpCell state={row.ErpState} address={row.ErpInvoiceUrl} />
}
