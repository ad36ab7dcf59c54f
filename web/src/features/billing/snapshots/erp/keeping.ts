/** Keeping an invoice as somebody has changed it in the ERP: the person sees what differs, and only what was seen is kept. */
import { IconHistory, IconReceipt2 } from '../../../../ui/icons'
import { confirmFirst } from '../../../../ui/panel/ConfirmPanel'
import type { Detail } from '../../../../ui/value/Details'
import { orNotice } from '../../../../ui/toast/toasts'
import { changedBySnapshots } from '../../../../shared/changes'
import { contextOf } from '../confirmations'
import { keepInvoice, type Snapshot } from '../queries'
import { erpDifferences, type ErpDifferences } from './queries'
import { other } from './sending'

export const keepLabel = "Keep the ERP's Version"

/** Whether the document was changed in the ERP, so that a person decides which version stays. */
export function canKeep({ ErpState }: Pick<Snapshot, 'ErpState'>): boolean {
  return ErpState?.State === 'Changed'
}

/** Reads what differs, then asks. */
export function confirmKeeping(row: Snapshot): void {
  const asks = async () => ask(row, await erpDifferences({ employerId: row.EmployerId, snapshotId: row.Id }))
  orNotice(asks())
}

function ask(row: Snapshot, found: ErpDifferences): void {
  confirmFirst({
    title: keepLabel,
    context: contextOf(row),
    question: 'Keep the document as it was changed in the ERP?',
    detail: 'Nothing is written to the ERP, and this snapshot stays as it is.',
    factsTitle: 'What differs',
    facts: keptDifferences(found),
    next: [
      {
        icon: IconReceipt2,
        text: 'Credits and commissions go on from this snapshot. An update of the invoice shows the difference again and asks.',
      },
      { icon: IconHistory, text: 'The decision is kept in the audit trail with your name.' },
    ],
    action: 'Keep It',
    run: () => keepInvoice(row, found.Revision),
    refresh: changedBySnapshots,
    saved: 'The invoice stays as it is in the ERP.',
  })
}

/** Each field that differs, with what stands there and what the snapshot says. */
export function keptDifferences({ Differences }: ErpDifferences): readonly Detail[] {
  if (Differences.length === 0) return [other]
  return Differences.map(({ Field, Ours, Theirs }) => ({
    term: Field,
    value: `${Theirs || 'nothing'} in the ERP, ${Ours || 'nothing'} here`,
  }))
}
