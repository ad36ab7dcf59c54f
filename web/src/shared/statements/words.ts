/** How statements and their months are called. */
import { momentDate } from '../../lib/format/dates'
import { money } from '../../lib/format/money'
import { addMonths, day, monthName, monthOf, shortMonth, type Month } from '../../lib/format/months'
import type { Detail } from '../../ui/value/Details'
import type { TagKind } from '../../ui/value/Tag'
import { dayOfStatement, type Statement, type StatementRow, type StatementTotal } from './queries'

/** Why a statement can be neither deleted nor billed again. */
export const hasBill = 'A bill exists in the ERP for this statement.'

/** Why a statement cannot be deleted whose bill failed and may have arrived all the same. */
export const billInDoubt = 'It is not known whether its bill was created. Choose Create Bill in ERP again.'

/** Whether the last call for its bill failed: what follows is another try. */
export function billFailed({ BillState }: Pick<StatementRow, 'BillState'>): boolean {
  return BillState === 'Failed'
}

/** What stands beside the name of a statement of its bill. */
export function billTag(row: Pick<StatementRow, 'HasBill' | 'BillState'>): { name: string; kind: TagKind } | undefined {
  if (billFailed(row)) return { name: 'Bill failed', kind: 'bad' }
  return row.HasBill ? { name: 'Billed', kind: 'ok' } : undefined
}

/** Why no bill is created, or nothing. */
export function notBilledAgain(row: Pick<StatementRow, 'HasBill' | 'BillState'>): string | false {
  return row.HasBill && !billFailed(row) && hasBill
}

/** Why it is not deleted, or nothing. */
export function notDeleted(row: Pick<StatementRow, 'HasBill' | 'BillState'>): string | false {
  return row.HasBill && (billFailed(row) ? billInDoubt : hasBill)
}

/** `October 2026`. */
export function periodOf({ BillingPeriod }: Pick<StatementRow, 'BillingPeriod'>): string {
  return monthName(monthOf(BillingPeriod))
}

/** The month a statement is mostly made for: the one before. */
export function previousMonth(today: string): Month {
  return addMonths(monthOf(today), -1)
}

/** The date that asks for the statements of a month: its 3rd, or today in the month that runs (rules.md#bulk-csv-of-a-month). */
export function csvDay(month: Month, today: string): string {
  const { year, month: current } = monthOf(today)
  return month.year === year && month.month === current ? today : day(month, dayOfStatement)
}

/** The billable month of a total: `Oct 2026`. */
export function billableMonth({ BillableMonth, BillableYear }: StatementTotal): string {
  return shortMonth({ year: BillableYear, month: BillableMonth })
}

/** What a total is besides a charge: taken back, or owed before and billed later. A charge may be of another month. */
export function totalKind({
  IsCredit,
  IsCorrection,
  Kind,
}: Pick<StatementTotal, 'IsCredit' | 'IsCorrection' | 'Kind'>): { name: string; kind: TagKind } | undefined {
  if (Kind === 'Clawback') return { name: 'Clawback', kind: 'info' }
  if (IsCredit) return { name: 'Credit', kind: 'info' }
  return IsCorrection ? { name: 'Debt', kind: 'warn' } : undefined
}

/** What one asks first of a statement. */
export function factsOf(row: StatementRow): readonly Detail[] {
  return [
    { term: 'Rule', value: row.RuleName },
    { term: 'Payee', value: row.PayeeName },
    { term: 'Billing Period', value: periodOf(row) },
    { term: 'Created', value: momentDate(row.CreatedOn) },
    { term: 'Bill', value: billOf(row) },
  ]
}

/** `202610-7-HRB, Sent`; nothing before there is one. */
export function billOf({ BillNumber, BillState }: Pick<StatementRow, 'BillNumber' | 'BillState'>): string | undefined {
  return [BillNumber, billStateText(BillState)].filter(Boolean).join(', ') || undefined
}

/** How far a bill is, in words: `Out of date` for `OutOfDate`. */
export function billStateText(state: string | null | undefined): string | undefined {
  if (!state) return undefined
  const words = state.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** From the payout to what is due; what is nothing is left out, but for the total. */
export function sumsOf(row: StatementRow & Partial<Pick<Statement, 'BroughtForwardFrom'>>): readonly Detail[] {
  return [
    { term: 'Total payout', value: money(row.TotalPayoutAmount) },
    ...forwardOf(row),
    { term: 'Amount due', value: money(row.AmountDue), total: true },
    ...waitsOf(row),
  ]
}

/** What waits for invoices: of the statement's lines, and of earlier months. */
export function waitsOf({
  PendingAmount,
  PendingEarlier,
}: Pick<StatementRow, 'PendingAmount' | 'PendingEarlier'>): Detail[] {
  return [
    { term: 'Pending until invoices are paid', value: PendingAmount },
    { term: 'Still pending from earlier months', value: PendingEarlier },
  ].flatMap(({ term, value }) => (value === 0 ? [] : [{ term, value: money(value) }]))
}

function forwardOf({
  BroughtForward,
  BroughtForwardFrom = [],
}: Pick<StatementRow, 'BroughtForward'> & Partial<Pick<Statement, 'BroughtForwardFrom'>>): Detail[] {
  if (BroughtForwardFrom.length === 0)
    return BroughtForward === 0 ? [] : [{ term: 'Brought forward', value: money(BroughtForward) }]
  return BroughtForwardFrom.map(({ StatementId, Name, Amount }) => ({
    id: String(StatementId),
    term: `Brought forward from ${monthInName(Name)}${
      BroughtForwardFrom.some((other) => other.StatementId !== StatementId && other.Name === Name)
        ? `, ${statementNumber({ Id: StatementId, BillNumber: null })}`
        : ''
    }`,
    value: money(Amount),
  }))
}

/** The month in a statement's name, `Acme - October 2026`: the rest is the rule, which is the same. */
function monthInName(name: string): string {
  return name.split(' - ').at(-1) ?? name
}

/** The number a statement is known by: of its bill, or its own before there is one. */
export function statementNumber({ BillNumber, Id }: Pick<StatementRow, 'BillNumber' | 'Id'>): string {
  return BillNumber ?? `CS-${String(Id).padStart(6, '0')}`
}
