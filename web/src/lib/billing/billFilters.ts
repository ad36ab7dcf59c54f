/** The filters that lists of snapshots and of invoices share: how they are paid, and which month they bill. */
import { addMonths, day, monthName, monthOf } from '../format/months'

const payments = ['Open', 'Partially Paid', 'Paid', 'Overdue', 'Voided', 'Unknown']

/** How an invoice may be paid, as choices. */
export const paymentOptions = payments.map((name) => ({ value: name, label: name }))

const monthsBack = 24

/** The next billing month and those before it, newest first, as choices; the value is the last day that the month bills. */
export function periodOptions(today: string) {
  return Array.from({ length: monthsBack + 2 }, (_, index) => {
    const month = addMonths(monthOf(today), 1 - index)
    return { value: day(month, 3), label: monthName(month) }
  })
}

const erpStates = {
  NotSent: 'Not sent',
  Queued: 'Queued',
  Sent: 'Sent',
  OutOfDate: 'Out of date',
  Failed: 'Failed',
  Changed: 'Changed in the ERP',
  Deleted: 'Deleted in the ERP',
}

/** How a snapshot may stand in the ERP, as choices (rules.md#state-in-the-erp). */
export const erpStateOptions = Object.entries(erpStates).map(([value, label]) => ({ value, label }))

/** How the bill of a statement may stand there; nothing of a statement changes after it was sent. */
export const billStateOptions = erpStateOptions
  .filter(({ value }) => value !== 'OutOfDate')
  .map(({ value, label }) => ({ value, label: value === 'NotSent' ? 'No bill' : label }))

/** The filters of a list of invoices by when they are due, and by how late they are. */
export const dueFilters = [
  { name: 'duefrom', label: 'Due from', day: true, upTo: 'dueto' },
  { name: 'dueto', label: 'Due to', day: true },
  {
    name: 'late',
    label: 'Days late',
    single: true,
    options: [
      { value: '1', label: '1 or more' },
      { value: '31', label: 'More than 30' },
      { value: '61', label: 'More than 60' },
      { value: '91', label: 'More than 90' },
    ],
  },
] as const

type Chosen = Readonly<Record<string, readonly string[]>>

/** What the list call is asked for. */
export function billFilter({ plan, payment, period, duefrom, dueto, late }: Chosen) {
  return {
    ...(plan ? { PlanIds: plan.map(Number) } : {}),
    ...(payment ? { PaymentStatus: [...payment] } : {}),
    ...(period?.[0] ? { BillingPeriod: period[0] } : {}),
    ...(duefrom?.[0] ? { DueFrom: duefrom[0] } : {}),
    ...(dueto?.[0] ? { DueTo: dueto[0] } : {}),
    ...(late?.[0] ? { MinDaysLate: Number(late[0]) } : {}),
  }
}
