/** Twelve months of a group in words, for those who do not see the charts. */
import { count, counted, money } from '../../../lib/format/money'
import { monthName, monthOf, shortMonth } from '../../../lib/format/months'
import type { MonthFigures } from './queries'

/** `Nov 2026`. */
export function shortName({ Month }: MonthFigures): string {
  return shortMonth(monthOf(Month))
}

/** `November 2026`. */
export function longName({ Month }: MonthFigures): string {
  return monthName(monthOf(Month))
}

/** `+17 joined, −6 left in November 2026`; nothing where nobody did either. */
export function movedText(months: readonly MonthFigures[]): string | undefined {
  const last = months.at(-1)
  if (!last || (last.Joined === 0 && last.Left === 0)) return undefined
  const parts = [last.Joined > 0 && `+${count(last.Joined)} joined`, last.Left > 0 && `−${count(last.Left)} left`]
  return `${parts.filter(Boolean).join(', ')} in ${longName(last)}`
}

/** What the chart of bills shows. */
export function billsText(months: readonly MonthFigures[]): string {
  const billed = months.filter(({ Billed }) => typeof Billed === 'number')
  const last = billed.at(-1)
  if (!last || typeof last.Billed !== 'number') return 'Bills of twelve months: there is none.'
  return `Bills of twelve months: ${counted(billed.length, 'month')} with a bill, the last one ${longName(last)} with ${money(last.Billed)}.`
}

/** What the chart of members shows. */
export function headsText(months: readonly MonthFigures[]): string {
  const [first, last] = [months.at(0), months.at(-1)]
  if (!first || !last) return ''
  const sum = (of: (month: MonthFigures) => number) => months.reduce((all, month) => all + of(month), 0)
  return `Active members of twelve months: from ${count(first.Active)} to ${count(last.Active)}, ${count(sum(({ Joined }) => Joined))} joined and ${count(sum(({ Left }) => Left))} left.`
}
