/** What is asked before a line item is deleted, and what follows from it
    (rules.md#deleted-line, rules.md#plan-fields). */
import { money } from '../../../lib/format/money'
import type { Detail } from '../../../ui/value/Details'
import { IconArrowBackUp, IconHistory, IconReceipt2 } from '../../../ui/icons'
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { billingTypeName } from './billingTypes'
import { changedByLines, deleteLine, type Line, type PlanPath } from './queries'

export function confirmDeletingLine(path: PlanPath, line: Line): void {
  confirmFirst({
    title: 'Delete Line Item',
    context: line.Name,
    question: 'Are you sure you want to delete this line item?',
    facts: factsOf(line),
    next: [
      { icon: IconReceipt2, text: 'Snapshots that exist keep their copy of it. New ones no longer bill it.' },
      ...(line.IsBilled
        ? [{ icon: IconArrowBackUp, text: 'Members it has billed too long are still credited within the look-back.' }]
        : []),
      { icon: IconHistory, text: 'The deletion is kept in the audit trail with your name.' },
    ],
    action: 'Delete line item',
    destroys: true,
    run: () => deleteLine(path, line.Id),
    refresh: changedByLines(path),
    saved: 'The line item has been deleted.',
  })
}

function factsOf({ Name, BillingType, Rate, ReferenceId, IsBilled }: Line): readonly Detail[] {
  return [
    { term: 'Name', value: Name },
    { term: 'Billing type', value: billingTypeName(BillingType) },
    { term: 'Rate', value: money(Rate) },
    ...(ReferenceId ? [{ term: 'Reference #', value: ReferenceId }] : []),
    { term: 'Billed by snapshots', value: IsBilled ? 'Yes' : 'No' },
  ]
}
