/** How the invoice of a snapshot is paid, as last heard, or that it is being asked for. Nothing before it is in the ERP. */
import { Spinner } from '../../../ui/Spinner'
import { Inline } from '../../../ui/Stack'
import { Status } from '../../../ui/StatusDot'
import type { Snapshot } from './queries'

export function PaymentStatus({ row, syncing }: { row: Snapshot; syncing: boolean }) {
  if (syncing)
    return (
      <span role="status">
        <Inline>
          <Spinner />
          Syncing…
        </Inline>
      </span>
    )
  return row.InErp && <Status name={row.PaymentStatusText} color={row.PaymentStatusColor} />
}
