/** What is asked before a statement is billed or deleted, and what follows from it (rules.md#commission-status,
    rules.md#bill-of-a-statement). */
import { momentDate } from '../../lib/format/dates'
import { money } from '../../lib/format/money'
import type { Detail } from '../../ui/value/Details'
import { IconArrowBackUp, IconHistory, IconLock, IconReceipt2, IconRefresh } from '../../ui/icons'
import { confirmFirst, type Confirmation } from '../../ui/panel/ConfirmPanel'
import {
  changedByStatements,
  createBill,
  deleteStatement,
  keepBill,
  statementsKey,
  type Statement,
  type StatementRow,
} from './queries'
import { groupsLeft } from './groupsLeft'
import { factsOf, periodOf, sumsOf } from './words'

/** A statement to be billed; a row of the list does not know which groups have left. */
type Billed = StatementRow & Partial<Pick<Statement, 'GroupsLeft'>>

export function confirmCreatingBill(row: Billed): void {
  confirmFirst(creatingBill(row))
}

export function creatingBill(row: Billed): Confirmation {
  const left = row.GroupsLeft && groupsLeft({ GroupsLeft: row.GroupsLeft })
  return {
    title: 'Create Bill in ERP',
    context: row.Name,
    question: `Create a bill of ${money(row.AmountDue)} to ${row.PayeeName} in the ERP?`,
    detail: [
      left && `${left} This bill pays on them all the same.`,
      'It goes to the account and the vendor of the commission rule.',
    ]
      .filter(Boolean)
      .join(' '),
    factsTitle: 'What is billed',
    facts: [...factsOf(row).filter(({ term }) => term !== 'Bill'), ...sumsOf(row)],
    next: [
      { icon: IconReceipt2, text: 'It is created once, also when the ERP does not answer and you try again.' },
      { icon: IconLock, text: 'The statement is locked then: it can no longer be deleted.' },
      { icon: IconHistory, text: 'The creation is kept in the audit trail with your name.' },
    ],
    action: 'Create Bill',
    run: () => createBill(row, left !== undefined),
    refresh: changedByStatements,
    saved: 'The bill has been created.',
    errorNotice: true,
    noticeStays: true,
  }
}

export const keepBillLabel = "Keep the ERP's Version"

export function confirmKeepingBill(row: Pick<Statement, 'Id' | 'Name' | 'PayeeName' | 'AmountDue' | 'ErpState'>): void {
  confirmFirst({
    title: keepBillLabel,
    context: row.Name,
    question: `Keep the bill to ${row.PayeeName} as it was changed in the ERP?`,
    detail: row.ErpState?.Message,
    facts: [{ term: 'Amount due here', value: money(row.AmountDue) }],
    factsTitle: 'The statement',
    next: [
      { icon: IconReceipt2, text: 'Nothing is written to the ERP, and the statement stays as it is.' },
      { icon: IconHistory, text: 'The decision is kept in the audit trail with your name.' },
    ],
    action: 'Keep It',
    run: () => keepBill(row),
    refresh: changedByStatements,
    saved: 'The bill stays as it is in the ERP.',
  })
}

/** As much of a statement as the question before its deletion names. */
export type Deletable = Pick<
  StatementRow,
  'Id' | 'Name' | 'RuleName' | 'PayeeName' | 'BillingPeriod' | 'TotalPayoutAmount' | 'CreatedOn'
>

export function confirmDeleting(row: Deletable, onDone?: () => void): void {
  confirmFirst({
    title: 'Delete Statement',
    context: row.Name,
    question: `Delete the commission statement ${row.Name} of ${money(row.TotalPayoutAmount)}?`,
    detail: 'What was billed is not touched, and another statement of the rule can be generated from it.',
    facts: deletedFacts(row),
    next: [
      {
        icon: IconRefresh,
        text: 'Another statement pays these lines again, unless their plan line has left the rule since: choose it there first.',
      },
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
    refresh: changedByStatements.map((queryKey) => ({
      queryKey,
      // Nothing can be said of the deleted one any more, so it is not asked for again.
      predicate: ({ queryKey: key }) => !(key[0] === statementsKey[0] && key[1] === row.Id),
    })),
    saved: 'The commission statement has been deleted.',
    errorNotice: true,
    noticeStays: true,
    ...(onDone ? { onDone } : {}),
  })
}

function deletedFacts(row: Deletable): readonly Detail[] {
  return [
    { term: 'Name', value: row.Name },
    { term: 'Rule', value: row.RuleName },
    { term: 'Payee', value: row.PayeeName },
    { term: 'Billing Period', value: periodOf(row) },
    { term: 'Amount', value: money(row.TotalPayoutAmount) },
    { term: 'Created', value: momentDate(row.CreatedOn) },
  ]
}
