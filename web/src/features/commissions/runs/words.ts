/** How the rules of a commission run are called and drawn. */
import { count, counted, moneyChange } from '../../../lib/format/money'
import type { DotLook } from '../../../ui/value/StatusDot'
import type { RuleOutcome, RunRule } from './queries'

const looks: Readonly<Record<string, DotLook>> = {
  Ready: { tone: 'info', shape: 'ring' },
  Made: { tone: 'ok', shape: 'ring' },
  Billed: { tone: 'ok' },
  Failed: { tone: 'bad' },
}

const texts: Readonly<Record<string, string>> = {
  Ready: 'Ready',
  Nothing: 'Nothing to pay',
  Made: 'Statement made',
  Billed: 'Billed',
  Failed: 'Bill failed',
}

/** How a rule stands. */
export function stateLook(rule: Pick<RunRule, 'State' | 'BillState'>): DotLook {
  return isOnTheWay(rule) ? { tone: 'info', shape: 'running' } : (looks[rule.State] ?? { tone: 'off' })
}

export function stateText(rule: Pick<RunRule, 'State' | 'BillState'>): string {
  return isOnTheWay(rule) ? 'Creating the bill' : (texts[rule.State] ?? rule.State)
}

/** A part of the rules, in the order of the segments. */
export interface Part {
  name: string
  label: string
  has: (rule: RunRule) => boolean
}

const parts: readonly [string, string, (rule: RunRule) => boolean][] = [
  ['exceptions', 'Exceptions', hasExceptions],
  ['ready', 'Ready', ({ State }) => State === 'Ready'],
  ['made', 'To bill', ({ State, StatementIds }) => ['Made', 'Ready'].includes(State) && StatementIds.length > 0],
  ['billed', 'Billed', ({ State }) => State === 'Billed'],
  ['failed', 'Failed', ({ State }) => State === 'Failed'],
  // A statement of zero or less has no bill: its amount is brought forward.
  [
    'nothing',
    'Nothing to pay',
    ({ State, StatementIds }) => State === 'Nothing' || (State === 'Made' && StatementIds.length === 0),
  ],
]

/** Whether there is something to look at before anything is created. */
export function hasExceptions({ Exceptions }: Pick<RunRule, 'Exceptions'>): boolean {
  return Exceptions.length > 0
}

/** Whether a statement can be made of it. */
export function isReady({ State }: Pick<RunRule, 'State'>): boolean {
  return State === 'Ready'
}

/** Whether a statement of it waits for a bill, or for another try. */
export function isBillable(rule: Pick<RunRule, 'State' | 'StatementIds' | 'BillState'>): boolean {
  return rule.StatementIds.length > 0 && !isOnTheWay(rule)
}

const underWay = ['Queued', 'Sending']

/** Whether a job creates its bill, so that it is asked for again. */
export function isOnTheWay({ State, BillState }: Pick<RunRule, 'State' | 'BillState'>): boolean {
  return State !== 'Billed' && underWay.includes(BillState ?? '')
}

/** Whether its bill is still to come: a job creates it, or was told to and has not begun. */
export function isAwaited(
  rule: Pick<RunRule, 'State' | 'BillState'>,
  result: Pick<RuleOutcome, 'Outcome'> | undefined,
): boolean {
  const isToBegin = rule.State === 'Made' && rule.BillState == null && result?.Outcome === 'Queued'
  return isOnTheWay(rule) || isToBegin
}

/** The parts that have rules in them, each with their number; all of them come first. */
export function partsOf(rules: readonly RunRule[]): Part[] {
  const all: Part = { name: 'all', label: `All rules ${count(rules.length)}`, has: () => true }
  const others = parts.map(([name, label, has]) => ({ name, label, has, number: rules.filter(has).length }))
  return [
    all,
    ...others
      .filter(({ number }) => number > 0)
      .map(({ name, label, has, number }) => ({ name, label: `${label} ${count(number)}`, has })),
  ]
}

const exceptionNames: Readonly<Record<string, string>> = {
  Negative: 'Negative',
  NoPlans: 'No billing plans',
  NoErpAccount: 'No ERP account',
  NoErpVendor: 'No vendor',
  Overpaid: 'Pays more than it bills',
  GroupLeft: 'Group left the broker',
  NoPayout: 'No payout rate',
  InvoicesMissing: 'Invoices missing',
  PendingOnly: 'Pending only',
  Ended: 'Ended rule',
  Unbilled: 'Bill to come',
  BillFailed: 'Bill failed',
  InvoiceNotPaid: 'Invoice not paid any more',
  BilledNotPaid: 'Billed, not paid any more',
  NoLastMonth: 'No last month',
  Voided: 'Voided invoice',
  CreditsUnpaid: 'Credits of unpaid months',
}

/** What a tag says of an exception; a deviation says by how much: `+26.1%`. */
export function exceptionName({ Code, Message }: RunRule['Exceptions'][number], rule: RunRule): string {
  return (Code === 'Deviation' ? deviationOf(rule) : exceptionNames[Code]) ?? Message
}

/** By how much the month differs from the last one, in percent; nothing to compare with is no percentage. */
function deviationOf({
  MonthAmount,
  LastMonthAmount,
}: Pick<RunRule, 'MonthAmount' | 'LastMonthAmount'>): string | undefined {
  if (!LastMonthAmount) return undefined
  const by = MonthAmount - LastMonthAmount
  return `${by < 0 ? '−' : '+'}${Math.round(Math.abs(by / LastMonthAmount) * 1000) / 10}%`
}

/** By how much the payout of the month differs from last month's; nothing without one. */
export function againstLast({ MonthAmount, LastMonthAmount }: RunRule): string | undefined {
  if (LastMonthAmount == null) return undefined
  // Cents do not add up exactly as fractions of dollars.
  return moneyChange(Math.round((MonthAmount - LastMonthAmount) * 100) / 100)
}

/** Sums amounts due in cents. */
export function dueOf(rules: readonly Pick<RunRule, 'AmountDue'>[]): number {
  return rules.reduce((cents, { AmountDue }) => cents + Math.round(AmountDue * 100), 0) / 100
}

/** Sums in cents what the bills pay that are still to be created. */
export function toBillOf(rules: readonly Pick<RunRule, 'ToBill'>[]): number {
  return rules.reduce((cents, { ToBill }) => cents + Math.round(ToBill * 100), 0) / 100
}

/** How many bills are still to be created. */
export function billsOf(rules: readonly Pick<RunRule, 'StatementIds'>[]): number {
  return rules.reduce((sum, { StatementIds }) => sum + StatementIds.length, 0)
}

const refused = 'Refused'

const outcomes: Readonly<Record<string, string>> = {
  Done: 'Created',
  Already: 'It was there already.',
  Queued: 'The bill is on the way.',
  Refused: 'Refused',
}

/** What came of a row: what the server says of it, or how it calls it. */
export function resultText({ Outcome, Message }: Pick<RuleOutcome, 'Outcome' | 'Message'>): string {
  return Message || (outcomes[Outcome] ?? Outcome)
}

/** What came of all rows in one sentence: `3 statements created, 1 not.` What was there already counts as created. */
export function summaryOf(results: readonly Pick<RuleOutcome, 'Outcome'>[], noun: 'statement' | 'bill'): string {
  const left = results.filter(({ Outcome }) => Outcome === refused).length
  const made = `${counted(results.length - left, noun)} ${noun === 'bill' ? 'on the way' : 'created'}`
  return left === 0 ? `${made}.` : `${made}, ${count(left)} not.`
}
