/** How the invoice of a snapshot is paid, as last heard, or that it is being asked for. Before it is in the ERP that is unknown
    (rules.md#payment-status). */
import { Spinner } from '../../../ui/state/Spinner'
import { Inline } from '../../../ui/Stack'
import { Status } from '../../../ui/value/StatusDot'
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
  return <Status name={row.PaymentStatusText} color={row.PaymentStatusColor} />
}
