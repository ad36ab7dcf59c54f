/** The question before an adjustment is deleted. */
import { moment } from '../../../../lib/format/dates'
import { money } from '../../../../lib/format/money'
import { monthName, monthOf } from '../../../../lib/format/months'
import { IconHistory, IconReceipt2 } from '../../../../ui/icons'
import { confirmFirst } from '../../../../ui/panel/ConfirmPanel'
import { changedByAdjustments, deleteAdjustment, type Adjustment } from './queries'

export function askToDelete(ruleId: number, { Id, Amount, Reason, Month, AddedBy, AddedOn }: Adjustment): void {
  confirmFirst({
    title: 'Delete Adjustment',
    question: `Delete the adjustment of ${money(Amount)}?`,
    facts: [
      { term: 'Reason', value: Reason },
      { term: 'Counts from', value: monthName(monthOf(Month)) },
      { term: 'Added', value: `${moment(AddedOn)} by ${AddedBy}` },
    ],
    next: [
      { icon: IconReceipt2, text: 'No statement of the rule takes it up any more. No statement that exists changes.' },
      { icon: IconHistory, text: 'The deletion is kept in the audit trail with your name.' },
    ],
    action: 'Delete Adjustment',
    destroys: true,
    run: () => deleteAdjustment(ruleId, Id),
    refresh: changedByAdjustments(ruleId),
    saved: 'The adjustment has been deleted.',
  })
}
