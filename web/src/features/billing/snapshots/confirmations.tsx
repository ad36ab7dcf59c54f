/** What is asked before a snapshot is computed anew or deleted: what it is about, and what happens next. */
import { billsEmployees } from '../../../lib/billing/billedLines'
import { date } from '../../../lib/format/dates'
import { counted, money } from '../../../lib/format/money'
import { monthName, monthOf } from '../../../lib/format/months'
import type { Detail } from '../../../ui/value/Details'
import { IconArrowBackUp, IconCash, IconHistory, IconReceipt2 } from '../../../ui/icons'
import { confirmFirst, type Confirmation } from '../../../ui/panel/ConfirmPanel'
import { changedBySnapshots } from '../../../shared/changes'
import { InTheWay } from './InTheWay'
import { changedByDeleting, deleteSnapshot, regenerateSnapshot, type Snapshot } from './queries'

export function confirmRegenerating(row: Snapshot): void {
  confirmFirst({
    title: 'Regenerate Snapshot',
    context: contextOf(row),
    question: `Compute the ${monthOfBill(row)} snapshot of ${money(row.InvoiceTotalDollars)} anew?`,
    detail: 'It takes the rates and the roster of today and replaces the amount. The snapshot keeps its number.',
    inTheWay: <InTheWay row={row} deed="regenerated" />,
    factsTitle: 'What is computed anew',
    facts: factsOf(row),
    next: regenerating(row),
    action: 'Regenerate Snapshot',
    run: () => regenerateSnapshot(row),
    refresh: changedBySnapshots,
    saved: 'The snapshot has been regenerated successfully!',
  })
}

export function confirmDeleting(row: Snapshot): void {
  confirmFirst({
    title: 'Delete Snapshot',
    context: contextOf(row),
    question: `Delete the ${monthOfBill(row)} snapshot of ${money(row.InvoiceTotalDollars)}?`,
    detail: 'The bill is recomputed when you create the snapshot again. Members and plans are not touched.',
    inTheWay: <InTheWay row={row} deed="deleted" />,
    facts: factsOf(row),
    next: deleting(row),
    action: 'Delete Snapshot',
    destroys: true,
    run: () => deleteSnapshot(row),
    refresh: changedByDeleting(row),
    saved: 'The snapshot has been deleted successfully!',
  })
}

export function monthOfBill({ InvoicePeriodEndDate }: Snapshot): string {
  return monthName(monthOf(InvoicePeriodEndDate))
}

export function contextOf(row: Snapshot): string {
  return `${monthOfBill(row)} · ${row.BillingPlan.Name}`
}

export function factsOf(row: Snapshot): readonly Detail[] {
  return [
    { term: 'Plan', value: row.BillingPlan.Name },
    { term: 'Window', value: `${date(row.InvoicePeriodBeginDate)} – ${date(row.InvoicePeriodEndDate)}` },
    { term: 'Lines', value: linesOf(row) },
    { term: 'Amount', value: money(row.InvoiceTotalDollars) },
    { term: 'In ERP System', value: row.InErp ? 'Yes' : 'No' },
  ]
}

/** `1 line, 412 members × $2.00`, or `5 lines, 3 of them credits or debts`. */
function linesOf({ LineItems }: Snapshot): string {
  const lines = counted(LineItems.length, 'line')
  const [only] = LineItems
  if (only && LineItems.length === 1)
    return `${lines}, ${counted(only.BillableQuantity, billsEmployees(only) ? 'member' : 'consult')} × ${money(only.Rate)}`
  const corrections = correctionsIn({ LineItems })
  return corrections > 0 ? `${lines}, ${corrections} of them credits or debts` : lines
}

function correctionsIn({ LineItems }: Pick<Snapshot, 'LineItems'>): number {
  return LineItems.filter(({ IsCorrection }) => IsCorrection).length
}

type Next = NonNullable<Confirmation['next']>

function regenerating({ InErp, PaymentStatusText }: Snapshot): Next {
  return [
    { icon: IconArrowBackUp, text: 'Credits and debts of earlier months are looked up again within the look-back.' },
    {
      icon: IconReceipt2,
      text: InErp
        ? 'The invoice in the ERP stays as it is and is marked out of date until it is updated there.'
        : 'No invoice is sent: it is not in the ERP.',
    },
    ...(PaymentStatusText === 'Partially Paid'
      ? [
          {
            icon: IconCash,
            text: 'A part of it is paid. Should it come to less than that, the payment is taken off in the ERP before the invoice is updated.',
          },
        ]
      : []),
    { icon: IconHistory, text: 'The amounts before and after are kept in the audit trail with your name.' },
  ]
}

function deleting(row: Snapshot): Next {
  const corrections = correctionsIn(row)
  return [
    {
      icon: IconArrowBackUp,
      text: `Credits and debts in a deleted snapshot return to the next one. This one has ${corrections === 0 ? 'none' : corrections}.`,
    },
    ...(row.InErp
      ? []
      : [{ icon: IconReceipt2, text: 'No invoice is sent and none is cancelled: it is not in the ERP.' }]),
    { icon: IconHistory, text: 'The deletion is kept in the audit trail with your name.' },
  ]
}
