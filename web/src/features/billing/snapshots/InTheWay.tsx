/**
 * What a confirmation would be refused for, said before it is asked: payment, the document in the ERP, commission statements, and later
 * snapshots of the plan.
 */
import { useQuery } from '@tanstack/react-query'
import { monthName, monthOf } from '../../../lib/format/months'
import { Note } from '../../../ui/state/Note'
import { latestSnapshot, type Snapshot } from './queries'
import { Statements } from './Statements'

interface Reason {
  title: string
  instead: string
}

export function InTheWay({ row, deed }: { row: Snapshot; deed: 'deleted' | 'regenerated' }) {
  const reason = reasonAgainst(row, deed)
  return (
    <>
      {reason ? <Warning reason={reason} /> : deed === 'deleted' && <LaterSnapshots row={row} />}
      <Statements row={row} inTheWay panel />
    </>
  )
}

function Warning({ reason }: { reason: Reason }) {
  return (
    <Note kind="warn" title={reason.title}>
      {reason.instead}
    </Note>
  )
}

/** Later ones may have corrected what this one bills. */
function LaterSnapshots({ row }: { row: Snapshot }) {
  const { data: latest } = useQuery(latestSnapshot(row.EmployerId, row.BillingPlan.Id))
  if (!latest || latest.InvoicePeriodEndDate <= row.InvoicePeriodEndDate) return null
  const month = monthName(monthOf(latest.InvoicePeriodEndDate))
  return (
    <Warning
      reason={{
        title: "Only the plan's latest snapshot can be deleted.",
        instead: `Delete the later ones first, beginning with that of ${month}, or regenerate this one.`,
      }}
    />
  )
}

/** In the order in which the server asks (rules.md#snapshots-of-a-plan). */
function reasonAgainst(
  { InErp, OutOfDate, PaymentStatusText }: Snapshot,
  deed: 'deleted' | 'regenerated',
): Reason | undefined {
  if (PaymentStatusText === 'Paid')
    return {
      title: `Its invoice is paid, so that it cannot be ${deed}.`,
      instead: OutOfDate
        ? 'Take the payment off it in the ERP and choose Sync Payment Status, then Update Invoice in ERP.'
        : 'Create the next snapshot: it credits or charges what has changed since.',
    }
  if (InErp && deed === 'deleted')
    return {
      title: 'It is in the ERP, so that it cannot be deleted.',
      instead:
        'Regenerate it and update the invoice in the ERP instead. Or delete the invoice there and choose Sync Payment Status first.',
    }
  return undefined
}
