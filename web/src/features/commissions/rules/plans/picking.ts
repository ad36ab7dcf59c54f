/** Choosing the plan lines of a rule: what there is to choose from, and what is chosen. */
import type { PlanRow } from '../queries'

/** What the picker is opened with. */
export interface PickerWish {
  brokerId: number
  /** The lines the rule has, with its payouts. */
  held: readonly PlanRow[]
  chosen: readonly number[]
  onConfirm: (ids: readonly number[]) => void
}

/** What a broker offers, with what the rule has already: its payouts, and lines that are offered no more. */
export function choicesOf(offered: readonly PlanRow[], held: readonly PlanRow[]): readonly PlanRow[] {
  const has = new Map(held.map((row) => [row.BillingLineItemId, row]))
  const choices = offered.map((row) => has.get(row.BillingLineItemId) ?? row)
  const shown = new Set(offered.map(({ BillingLineItemId }) => BillingLineItemId))
  return [...choices, ...held.filter(({ BillingLineItemId }) => !shown.has(BillingLineItemId))]
}

export type Chosen = ReadonlySet<number>

/** With these lines, or without them. */
export function withLines(chosen: Chosen, rows: readonly PlanRow[], on: boolean): Chosen {
  const next = new Set(chosen)
  for (const { BillingLineItemId } of rows) {
    if (on) next.add(BillingLineItemId)
    else next.delete(BillingLineItemId)
  }
  return next
}

/** The chosen lines on which the rule pays nothing. */
export function withoutPayout(rows: readonly PlanRow[], chosen: Chosen): readonly PlanRow[] {
  const paysNothing = (row: PlanRow) => row.CommissionPayoutRate === 0 && !row.NextPayoutRate
  return rows.filter((row) => paysNothing(row) && chosen.has(row.BillingLineItemId))
}
