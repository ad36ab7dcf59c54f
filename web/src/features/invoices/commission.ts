/** What is asked before the commission on an invoice is marked as paid, or as not paid. */
import { money } from '../../lib/format/money'
import { monthName, monthOf } from '../../lib/format/months'
import { IconHistory, IconReceipt2 } from '../../ui/icons'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import type { ToastAction } from '../../ui/toast/toasts'
import { none, paid } from './columns'
import { invoicesKey, markCommission, type InvoiceRow } from './queries'

export function confirmMarking(row: InvoiceRow, status: 'Paid' | 'Unpaid'): void {
  const action = status === 'Paid' ? 'Mark as Commission Paid' : 'Mark as Un-Paid'
  confirmFirst({
    title: action,
    context: `${row.InvoiceNumber} · ${row.EmployerGroup.Name}`,
    question: `Mark the commission on invoice ${row.InvoiceNumber} as ${status === 'Paid' ? 'paid' : 'not paid'}?`,
    factsTitle: 'What is marked',
    facts: [
      { term: 'Group', value: row.EmployerGroup.Name },
      { term: 'Billing Period', value: monthName(monthOf(row.InvoicePeriodEndDate)) },
      { term: 'Amount', value: money(row.InvoiceTotalDollars) },
      { term: 'Commission now', value: row.CommissionStatusText },
    ],
    next: [
      { icon: IconReceipt2, text: 'The invoice and its payment stay as they are; nothing is sent.' },
      { icon: IconHistory, text: 'The mark is kept in the audit trail with your name.' },
    ],
    action,
    run: () => markCommission(row, status),
    refresh: [invoicesKey],
    saved: 'The commission payment status has been updated.',
    offers: undoOf(row, status),
    errorNotice: true,
  })
}

/** The way back from a mark. No mark leads back to none: of an invoice that was at none the button names the other mark. */
function undoOf(row: InvoiceRow, status: 'Paid' | 'Unpaid'): ToastAction | undefined {
  if (status === 'Unpaid' && row.CommissionStatus !== paid) return undefined
  return {
    label: row.CommissionStatus === none ? 'Mark as Un-Paid' : 'Undo',
    undo: () => markCommission(row, status === 'Paid' ? 'Unpaid' : 'Paid'),
    undone: `The commission on invoice ${row.InvoiceNumber} is marked as ${status === 'Paid' ? 'not paid' : 'paid'}.`,
    refresh: [invoicesKey],
  }
}
