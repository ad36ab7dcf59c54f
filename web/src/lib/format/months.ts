/** Billing months, `YYYY-MM`: how they are shown, chosen, and turned into the period of a snapshot. */

const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** A month of the calendar; `month` runs from 1 to 12. */
export interface Month {
  year: number
  month: number
}

/** The month a date of the wire lies in. */
export function monthOf(date: string): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) }
}

/** The month so many months later, or earlier. */
export function addMonths({ year, month }: Month, by: number): Month {
  const index = year * 12 + (month - 1) + by
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 }
}

/** The last day of a month, as a date of the wire. */
export function lastDay(month: Month): string {
  const next = addMonths(month, 1)
  return day(month, new Date(Date.UTC(next.year, next.month - 1, 0)).getUTCDate())
}

/** `November 2026`. */
export function monthName({ year, month }: Month): string {
  return `${names[month - 1] ?? ''} ${year}`
}

/** `Nov 2026`. */
export function shortMonth({ year, month }: Month): string {
  return `${(names[month - 1] ?? '').slice(0, 3)} ${year}`
}

/** The twelve months as choices. */
export const monthChoices = names.map((label, index) => ({ value: index + 1, label }))

/** Last year, this year and next year: the years a billing period may be chosen from. */
export function billingYears(today: string): number[] {
  const { year } = monthOf(today)
  return [year - 1, year, year + 1]
}

/** The period of a billing month: from the 4th of the month before to the 3rd of the month. */
export function billingPeriod(month: Month): { StartDate: string; EndDate: string } {
  return { StartDate: day(addMonths(month, -1), 4), EndDate: day(month, 3) }
}

/** A day of a month, as a date of the wire. */
export function day({ year, month }: Month, number: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(number).padStart(2, '0')}`
}
