/** The payout rates of a rule's plan lines while they are edited: what changed, what is left, and what is sent. */
import { count, counted, readMoney } from '../../../../lib/format/money'
import { addMonths, day, monthName, monthOf, type Month } from '../../../../lib/format/months'
import type { PlanRow, RateWish } from '../queries'

/** What was typed, by line; a line that is not in it stands as it was saved. */
export type Drafts = ReadonlyMap<number, string>

/** The lines of an employer. */
export interface Employer {
  id: number
  name: string
  members: number
  rows: readonly PlanRow[]
}

/** The month from which payouts are set, as the date that is sent; null for what each line does by itself. */
export type From = string | null

/** The payout that is saved for a month. */
function payoutAt({ PayoutRates }: Pick<PlanRow, 'PayoutRates'>, month: string): number {
  return PayoutRates.findLast(({ EffectiveFrom }) => (EffectiveFrom ?? '') <= month)?.PayoutRate ?? 0
}

/** The payout that is saved: of the chosen month, or else of today. */
export function savedPayout(row: PlanRow, from: From): number {
  return from === null ? row.CommissionPayoutRate : payoutAt(row, from)
}

/** The payout of a line as it stands in its field; an emptied field stands for what is saved. */
export function payoutOf(row: PlanRow, typed: string | undefined, from: From): number {
  return (typed === undefined ? null : readMoney(typed)) ?? savedPayout(row, from)
}

/** Whether a payout is saved already: for the chosen month, or else from the first that can still be set up to today. */
function isSet(row: PlanRow, payout: number, from: From): boolean {
  if (from !== null) return payoutAt(row, from) === payout
  const open = row.DefaultEffectiveFrom ?? ''
  const next = row.NextEffectiveFrom ?? null
  // A payout that is set for a month to come stays.
  const isReplaced = (month: string) => month >= open && (next === null || month < next || month === open)
  const replaced = row.PayoutRates.filter(({ EffectiveFrom }) => isReplaced(EffectiveFrom ?? ''))
  return payoutAt(row, open) === payout && replaced.every(({ PayoutRate }) => PayoutRate === payout)
}

export function isChanged(row: PlanRow, typed: string | undefined, from: From): boolean {
  const payout = typed === undefined ? null : readMoney(typed)
  return payout !== null && !isSet(row, payout, from)
}

/** The lines whose payout is another than the saved one. */
export function changedRows(rows: readonly PlanRow[], drafts: Drafts, from: From): readonly PlanRow[] {
  return drafts.size === 0 ? [] : rows.filter((row) => isChanged(row, drafts.get(row.CommissionLineItemId), from))
}

/** What other rules pay on a line: in the chosen month, or else today. */
export function othersOf(row: PlanRow, from: From): PlanRow['AdditionalCommission'] {
  if (from === null) return row.AdditionalCommission
  return row.AdditionalPayees.map((payee) => ({
    PayeeName: payee.PayeeName,
    CommissionPayoutRate: payoutAt(payee, from),
  })).filter(({ CommissionPayoutRate }) => CommissionPayoutRate > 0)
}

/** What others are paid together. */
export function totalOf(others: PlanRow['AdditionalCommission']): number {
  return others.reduce((sum, { CommissionPayoutRate }) => sum + cents(CommissionPayoutRate), 0) / 100
}

/** What all payouts of the chosen month, or else of today, leave of the rate of a line, with the payout in its field. */
export function netOf(row: PlanRow, typed: string | undefined, from: From): number {
  const paid = cents(payoutOf(row, typed, from)) + cents(totalOf(othersOf(row, from)))
  return (cents(row.BillingLineItemRate) - paid) / 100
}

/** Amounts are added in cents, as fractions do not add up exactly. */
function cents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** How many lines pay more than they bill: today or in the chosen month, and how many others do from a later month. */
export interface Overpaid {
  now: number
  later: number
}

export function overpaid(rows: readonly PlanRow[], drafts: Drafts, from: From): Overpaid {
  const found = { now: 0, later: 0 }
  for (const row of rows) {
    const typed = drafts.get(row.CommissionLineItemId)
    const isSaved = typed === undefined
    if (netOf(row, typed, from) < 0 || (isSaved && row.NetRate < 0)) found.now += 1
    else if (isSaved && row.Overpaid) found.later += 1
  }
  return found
}

/** That lines pay more than they bill; nothing when none does. */
export function overpaidText({ now, later }: Overpaid): string | undefined {
  if (now + later === 0) return undefined
  if (now === 0) return `${payMore(later)}, from a later month`
  if (later === 0) return payMore(now)
  return `${payMore(now)}. ${counted(later, 'line')} ${later === 1 ? 'does' : 'do'} so from a later month`
}

function payMore(lines: number): string {
  return lines === 1 ? '1 line pays more than it bills' : `${count(lines)} lines pay more than they bill`
}

/** What is sent for these lines; only what differs from what is saved. */
export function wishesOf(
  rows: readonly PlanRow[],
  payout: (row: PlanRow) => number,
  EffectiveFrom: From,
): readonly RateWish[] {
  return rows
    .filter((row) => !isSet(row, payout(row), EffectiveFrom))
    .map((row) => ({ Id: row.CommissionLineItemId, PayoutRate: payout(row), EffectiveFrom }))
}

/** The lines by employer, in the order of the first line of each. */
export function employersOf(rows: readonly PlanRow[]): readonly Employer[] {
  const found = new Map<number, { id: number; name: string; members: number; rows: PlanRow[] }>()
  for (const row of rows) {
    const known = found.get(row.EmployerId)
    if (known) known.rows.push(row)
    else
      found.set(row.EmployerId, {
        id: row.EmployerId,
        name: row.EmployerName,
        members: row.EmployerMemberCount,
        rows: [row],
      })
  }
  return [...found.values()]
}

/** The lines that have every word of the term in one of their names. */
export function matchingRows(rows: readonly PlanRow[], term: string): readonly PlanRow[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = [row.EmployerName, row.BillingPlanName, row.BillingLineItemName, row.BrokerName]
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** What the server says of single lines, by line: its messages name them by their place in what was sent. */
export function problemsOf(
  wishes: readonly RateWish[],
  fields: readonly { Key: string; Message: string }[],
): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const { Key, Message } of fields) {
    const place = /^\[(\d+)\]/.exec(Key)?.[1]
    const wish = wishes[place === undefined ? 0 : Number(place)]
    if (wish && !found.has(wish.Id)) found.set(wish.Id, Message)
  }
  return found
}

/** The months before and after this one that a payout may be set from. */
const monthsBack = 12
const monthsAhead = 12

/** From when a payout may hold: the value is the date that is sent, or nothing for what each line does by itself. */
export interface Start {
  value: string
  label: string
}

/** The default, and each month from which all lines can be set: the later ones of those that stand in a statement stay as they are. */
export function startsOf(rows: readonly PlanRow[], today: string): readonly Start[] {
  const firsts = [...new Set(rows.map(({ DefaultEffectiveFrom }) => DefaultEffectiveFrom ?? ''))].sort()
  const latest = firsts.at(-1) ?? ''
  const isOne = firsts.length < 2
  const first = !isOne ? 'Next open month' : latest === '' ? 'All months' : monthName(monthOf(latest))
  const now = monthOf(today)
  const months = Array.from({ length: monthsBack + monthsAhead + 1 }, (_, index) => addMonths(now, index - monthsBack))
  // The default of all lines stands first already.
  const open = months.map(startOf).filter(({ value }) => (isOne ? value > latest : value >= latest))
  return [{ value: '', label: first }, ...open]
}

function startOf(month: Month): Start {
  return { value: day(month, 3), label: monthName(month) }
}
