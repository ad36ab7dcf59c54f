/** What is asked before a commission statement is deleted, and what follows from it (rules.md#commission-status,
    rules.md#bill-of-a-statement). */
import { momentDate } from '../../../lib/dates'
import { money } from '../../../lib/money'
import { monthName, monthOf } from '../../../lib/months'
import { IconArrowBackUp, IconHistory, IconReceipt2 } from '../../../ui/icons'
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { deleteStatement, type StatementRow } from './commission'
import { changedBySnapshots } from './queries'

export function confirmDeletingStatement(row: StatementRow): void {
  confirmFirst({
    title: 'Delete Statement',
    context: row.Name,
    question: `Delete the commission statement ${row.Name} of ${money(row.TotalPayoutAmount)}?`,
    detail: 'What was billed is not touched, and another statement of the rule can be generated from it.',
    facts: [
      { term: 'Name', value: row.Name },
      { term: 'Rule', value: row.RuleName },
      { term: 'Payee', value: row.PayeeName },
      { term: 'Billing Period', value: monthName(monthOf(row.BillingPeriod)) },
      { term: 'Amount', value: money(row.TotalPayoutAmount) },
      { term: 'Created', value: momentDate(row.CreatedOn) },
    ],
    next: [
      { icon: IconReceipt2, text: 'Snapshots that no other statement uses can be regenerated and deleted again.' },
      {
        icon: IconArrowBackUp,
        text: 'The commission on their invoices is no longer Unpaid; what was marked as paid stays so.',
      },
      { icon: IconHistory, text: 'The deletion is kept in the audit trail with your name.' },
    ],
    action: 'Delete Statement',
    destroys: true,
    run: () => deleteStatement(row),
    refresh: changedBySnapshots,
    saved: 'The commission statement has been deleted.',
    errorNotice: true,
  })
}
