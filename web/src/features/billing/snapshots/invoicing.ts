/** What is asked before an invoice is created in the ERP, or updated there: what it is about, and what happens next. */
import { money } from '../../../lib/format/money'
import { IconHistory, IconMail, IconReceipt2 } from '../../../ui/icons'
import { confirmFirst, type Confirmation } from '../../../ui/panel/ConfirmPanel'
import { contextOf, factsOf, monthOfBill } from './confirmations'
import { updateAfterAsking } from './erp/sending'
import { changedBySnapshots } from '../../../shared/changes'
import { createInvoice, type Snapshot } from './queries'

export function confirmCreatingInvoice(row: Snapshot): void {
  confirmFirst(creatingInvoice(row))
}

export function creatingInvoice(row: Snapshot): Confirmation {
  const document = row.InvoiceTotalDollars < 0 ? 'a credit memo' : 'an invoice'
  return {
    title: 'Create Invoice',
    context: contextOf(row),
    question: `Create the ${monthOfBill(row)} snapshot of ${money(row.InvoiceTotalDollars)} as ${document} in the ERP?`,
    detail:
      row.ErpState?.State === 'Deleted'
        ? 'Its document was deleted in the ERP. A new one is created under the same number.'
        : 'It goes to the account and the customer of the billing plan.',
    factsTitle: 'What is created',
    facts: factsOf(row),
    next: [
      { icon: IconReceipt2, text: 'It is created once, also when the ERP does not answer and you try again.' },
      { icon: IconMail, text: 'The ERP e-mails it to the recipients of the plan if the plan says so.' },
      { icon: IconHistory, text: 'The creation is kept in the audit trail with your name.' },
    ],
    action: 'Create Invoice',
    run: () => createInvoice(row),
    refresh: changedBySnapshots,
    saved: 'The invoice has been created successfully!',
    warns: whatFailed,
  }
}

export function confirmUpdatingInvoice(row: Snapshot): void {
  confirmFirst(updatingInvoice(row))
}

export function updatingInvoice(row: Snapshot): Confirmation {
  return {
    title: 'Update Invoice',
    context: contextOf(row),
    question: `Replace the invoice in the ERP by the ${monthOfBill(row)} snapshot of ${money(row.InvoiceTotalDollars)}?`,
    detail: whyUpdating(row),
    factsTitle: 'What it will say',
    facts: factsOf(row),
    next: [
      {
        icon: IconReceipt2,
        text: 'Lines, amounts and memo are replaced. The number and the invoice date stay, and so does what was paid.',
      },
      { icon: IconMail, text: 'It is e-mailed only where its first mail failed.' },
      { icon: IconHistory, text: 'The update is kept in the audit trail with your name.' },
    ],
    action: 'Update Invoice',
    run: () => updateAfterAsking(row),
    refresh: changedBySnapshots,
    saved: 'The invoice has been updated successfully!',
    warns: whatFailed,
  }
}

/** What failed of an invoice that stands, or may have failed, as its mail. */
export function whatFailed(answer: unknown): string | undefined {
  const { ErpState } = answer as Partial<Pick<Snapshot, 'ErpState'>>
  return ErpState?.State === 'Failed' || ErpState?.IsMailUnknown ? (ErpState.Message ?? undefined) : undefined
}

function whyUpdating({ ErpState, OutOfDate }: Snapshot): string {
  if (ErpState?.State === 'Changed')
    return 'Somebody has changed it in the ERP. You see what differs before anything there is replaced.'
  if (ErpState?.IsKept)
    return 'Its version of the ERP was kept. You see what differs before anything there is replaced.'
  return OutOfDate
    ? 'The snapshot was computed anew since the invoice was written.'
    : 'The invoice is up to date: nothing was computed anew since it was written.'
}
