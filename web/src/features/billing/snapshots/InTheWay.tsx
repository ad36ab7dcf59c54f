/** What a confirmation would be refused for, said before it is asked: payment, the document in the ERP, and commission statements. */
import { Note } from '../../../ui/state/Note'
import type { Snapshot } from './queries'
import { Statements } from './Statements'

export function InTheWay({ row, deed }: { row: Snapshot; deed: 'deleted' | 'regenerated' }) {
  const reason = reasonAgainst(row, deed)
  return (
    <>
      {reason && (
        <Note kind="warn" title={reason.title}>
          {reason.instead}
        </Note>
      )}
      <Statements row={row} inTheWay panel />
    </>
  )
}

/** In the order in which the server asks (rules.md#snapshots-of-a-plan). */
function reasonAgainst(
  { InErp, OutOfDate, PaymentStatusText }: Snapshot,
  deed: 'deleted' | 'regenerated',
): { title: string; instead: string } | undefined {
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
