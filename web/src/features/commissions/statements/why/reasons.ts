/** From last month's amount to this one: the differences gathered by their reason, and whether they add up to the cent. */
import { counted, money, moneyChange } from '../../../../lib/format/money'
import type { CauseRow } from '../../../../ui/bill/CauseTable'
import type { Comparison, Difference } from './queries'

/** What changed for one reason. */
export interface Reason {
  name: string
  rows: readonly Difference[]
  dollars: number
}

const cents = (dollars: number) => Math.round(dollars * 100)

/** The reasons in the order in which they first stand. */
export function reasonsOf(rows: readonly Difference[]): Reason[] {
  const byName = new Map<string, Difference[]>()
  for (const row of rows) {
    const found = byName.get(row.Reason)
    if (found) found.push(row)
    else byName.set(row.Reason, [row])
  }
  return [...byName].map(([name, own]) => ({
    name,
    rows: own,
    dollars: own.reduce((sum, { Difference: by }) => sum + cents(by), 0) / 100,
  }))
}

/** A reason as a row between the two amounts. */
export function causeOf({ name, rows, dollars }: Reason): CauseRow {
  return { key: name, name, many: counted(rows.length, 'line'), dollars, opens: true }
}

/** Whether the differences lead from the amount of the one month to that of the other. */
export function reconciles({ Before, Now, Difference: by, Rows }: Comparison): boolean {
  const sum = Rows.reduce((total, row) => total + cents(row.Difference), 0)
  return sum === cents(by) && cents(Before) + sum === cents(Now)
}

/** How many statements a month has, where there are several: `2 statements`. */
export function several(count: number): string {
  return count > 1 ? counted(count, 'statement') : ''
}

/** What follows the amount: `is`, `$110.00 more`, `than Acme - October 2026`. */
export function differenceWords({ Previous, PreviousCount, Difference: by }: Comparison): {
  lead: string
  strong: string
  rest: string
} {
  if (!Previous) return { lead: 'on', strong: 'the first statement', rest: 'of this rule' }
  const before = [Previous.Name, several(PreviousCount)].filter(Boolean).join(', ')
  if (by === 0) return { lead: 'is', strong: 'the same', rest: `as ${before}` }
  return { lead: 'is', strong: `${money(Math.abs(by))} ${by > 0 ? 'more' : 'less'}`, rest: `than ${before}` }
}

/** The heading of what stands behind a reason: `Quantity: 12 lines, −$75.00`. */
export function behindTitle({ name, rows, dollars }: Reason): string {
  return `${name}: ${counted(rows.length, 'line')}, ${moneyChange(dollars)}`
}
