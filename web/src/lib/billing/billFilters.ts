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

type Chosen = Readonly<Record<string, readonly string[]>>

/** What the list call is asked for. */
export function billFilter({ plan, payment, period }: Chosen) {
  return {
    ...(plan ? { PlanIds: plan.map(Number) } : {}),
    ...(payment ? { PaymentStatus: [...payment] } : {}),
    ...(period?.[0] ? { BillingPeriod: period[0] } : {}),
  }
}
