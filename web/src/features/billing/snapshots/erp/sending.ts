/**
 * Sending a snapshot to the ERP. What was changed there is never replaced in silence: the server refuses, the person sees what differs, and
 * only what was seen is replaced (rules.md#changed-over-there).
 */
import { EnvelopeError } from '../../../../lib/failure'
import type { Detail } from '../../../../ui/value/Details'
import { IconHistory, IconReceipt2 } from '../../../../ui/icons'
import { ask } from '../../../../ui/panel/ConfirmPanel'
import { createInvoice, updateInvoice, type Snapshot } from '../queries'
import { erpDifferences, type ErpDifferences } from './queries'

/** The field of the refusal that says that somebody changed the document in the ERP. */
const replaces = 'ReplaceRevision'

/** Whether the row shows a failure that is worth another try. */
export function canRetry({ ErpState }: Pick<Snapshot, 'ErpState'>): boolean {
  return ErpState?.State === 'Failed'
}

/** Sends it again: what stands in the ERP is updated, what does not is created. */
export function sendAgain(row: Snapshot): Promise<Snapshot> {
  return row.InErp ? updateAfterAsking(row) : createInvoice(row)
}

/** Updates the document. When somebody changed it in the ERP, the person decides with what differs before them. */
export async function updateAfterAsking(row: Snapshot): Promise<Snapshot> {
  try {
    return await updateInvoice(row)
  } catch (refusal) {
    if (!isChangedThere(refusal)) throw refusal
    const found = await erpDifferences({ employerId: row.EmployerId, snapshotId: row.Id })
    if (!(await askToReplace(found))) throw refusal
    return updateInvoice(row, found.Revision)
  }
}

export function isChangedThere(failure: unknown): boolean {
  return failure instanceof EnvelopeError && failure.fields.some(({ Key }) => Key === replaces)
}

function askToReplace(found: ErpDifferences): Promise<boolean> {
  return ask({
    title: 'Changed in the ERP',
    question: 'Somebody has changed the document in the ERP. Replace what was changed there?',
    detail: 'Nothing has been written yet.',
    factsTitle: 'What differs',
    facts: differencesOf(found),
    next: [
      {
        icon: IconReceipt2,
        text: 'What stands in the ERP is replaced by the snapshot, and cannot be brought back from here.',
      },
      { icon: IconHistory, text: 'The decision is kept in the audit trail with your name.' },
      { icon: IconReceipt2, text: "To leave it as it is for good, go back and choose Keep the ERP's Version." },
    ],
    action: 'Replace It',
    keep: 'Leave It',
    destroys: true,
  })
}

/** What is told of a change that the differences do not name. */
export const other: Detail = {
  term: 'Other',
  value:
    'Terms, or products, quantities, classes, places, taxes or discounts of the lines. Dates, memo and amounts are the same.',
}

/** Each field that differs, with what stands there and what it becomes. */
export function differencesOf({ Differences }: ErpDifferences): readonly Detail[] {
  if (Differences.length === 0) return [other]
  return Differences.map(({ Field, Ours, Theirs }) => ({
    term: Field,
    value: `${Theirs || 'nothing'} in the ERP, becomes ${Ours || 'nothing'}`,
  }))
}
