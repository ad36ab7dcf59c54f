/** How billing runs and their plans are called and drawn. */
import { count, money } from '../../../lib/format/money'
import { addMonths, day, lastDay, monthName, monthOf } from '../../../lib/format/months'
import type { DotLook } from '../../../ui/value/StatusDot'
import type { Run, RunItem } from './queries'

type Running = Pick<Run, 'State'>

/** Whether a step of the run is at work. */
export function isBusy({ State }: Running): boolean {
  return State === 'Drafting' || State === 'Creating'
}

/** Whether the run waits for somebody who approves. */
export function isWaiting({ State }: Running): boolean {
  return State === 'Drafted'
}

/** Whether nothing can happen to it any more. */
export function isOver(run: Running): boolean {
  return !isBusy(run) && !isWaiting(run)
}

/** `November 2026`. */
export function runMonth({ BillableYear, BillableMonth }: Pick<Run, 'BillableYear' | 'BillableMonth'>): string {
  return monthName({ year: BillableYear, month: BillableMonth })
}

const runLooks: Readonly<Record<string, DotLook>> = {
  Drafting: { tone: 'info', shape: 'running' },
  Drafted: { tone: 'warn' },
  Creating: { tone: 'info', shape: 'running' },
  Done: { tone: 'ok' },
  Failed: { tone: 'bad' },
}

/** How a run stands. One that only waits to be created is not a warning any more. */
export function runLook({ State, StateText }: Pick<Run, 'State' | 'StateText'>): DotLook {
  if (isWaiting({ State }) && StateText === readyToCreate) return { tone: 'ok', shape: 'ring' }
  return runLooks[State] ?? { tone: 'off' }
}

const readyToCreate = 'Ready to create'

const itemLooks: Readonly<Record<string, DotLook>> = {
  Draft: { tone: 'info', shape: 'ring' },
  Approved: { tone: 'ok', shape: 'ring' },
  Created: { tone: 'ok' },
  Refused: { tone: 'bad' },
}

/** How a plan stands. One whose snapshot is there and whose invoice the ERP has refused needs a look. */
export function itemLook({ State, InvoiceState }: Pick<RunItem, 'State' | 'InvoiceState'>): DotLook {
  if (State === 'Created' && InvoiceState === 'Refused') return { tone: 'warn' }
  return itemLooks[State] ?? { tone: 'off' }
}

const exceptionNames: Readonly<Record<string, string>> = {
  ZeroAmount: 'Zero amount',
  Changed: 'Changed',
  NoErpCustomer: 'No ERP customer',
  MembersOnNoLine: 'On no line',
  MembersOnTwoLines: 'On two lines',
  PeriodNotOver: 'Period not over',
  CustomerOfAnotherGroup: 'Customer of another group',
  UnfinishedCensus: 'Unfinished census',
  FirstBill: 'First bill',
}

type Exception = RunItem['Exceptions'][number]

/** What a tag says of an exception, with its number where it has one: `+32.5%`, `3 on no line`. */
export function exceptionName({ Kind, Text }: Exception): string {
  const changed = /^([\d.,]+) % (more|less)/.exec(Text)
  if (changed) return `${changed[2] === 'more' ? '+' : '−'}${changed[1] ?? ''}%`
  const name = exceptionNames[Kind] ?? Text
  const files = /^[\d,]+(?= census file)/.exec(Text)?.[0]
  if (files) return `${files} unfinished census`
  const number = /^[\d,]+(?= active member)/.exec(Text)?.[0]
  return number ? `${number} ${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
}

/** What a kind of exception is called. */
export function exceptionTitle(kind: string): string {
  return exceptionNames[kind] ?? kind
}

/** The kinds of exceptions that plans of the run have, each with its number. */
export function exceptionOptions({ Counts }: Pick<Run, 'Counts'>): { value: string; label: string }[] {
  return (Counts?.ByException ?? []).map(({ Kind, Count }) => ({
    value: Kind,
    label: `${exceptionTitle(Kind)} ${count(Count)}`,
  }))
}

/** `Medical PEPM · Harborline Logistics`. */
export function planAndGroup({ PlanName, EmployerGroup }: Pick<RunItem, 'PlanName' | 'EmployerGroup'>): string {
  return `${PlanName} · ${EmployerGroup.Name}`
}

/** By how much a draft differs from the month before; nothing when there is none of either. */
export function changeOf({
  DraftTotalDollars,
  PreviousTotalDollars,
}: Pick<RunItem, 'DraftTotalDollars' | 'PreviousTotalDollars'>): number | undefined {
  if (DraftTotalDollars == null || PreviousTotalDollars == null) return undefined
  // Cents do not add up exactly as fractions of dollars.
  return Math.round((DraftTotalDollars - PreviousTotalDollars) * 100) / 100
}

/** A part of a run's plans. */
export interface Part {
  name: string
  label: string
  /** The filter of the list call; none for all plans. */
  filter: string | undefined
}

type Counts = NonNullable<Run['Counts']>

/** Plans that came to nothing, or to no invoice, against what was wanted. */
export function failedIn({ Refused, InvoiceRefused }: Counts): number {
  return Refused + InvoiceRefused
}

/** Whether the run has come to something with at least one plan. */
export function hasResults(run: Pick<Run, 'State' | 'Counts'>): boolean {
  return isOver(run) || (run.Counts?.Created ?? 0) > 0
}

/**
 * How far the step at work is: the drafts, then the snapshots of those that are approved, then their invoices. Snapshots of an earlier run are
 * not made again: each of them counts as an invoice to come.
 */
export function progressOf({
  State,
  StateText,
  Done,
  Total,
  Counts,
}: Pick<Run, 'State' | 'StateText' | 'Done' | 'Total' | 'Counts'>): {
  label: string
  done: number
  total: number
  noun: string
} {
  if (State !== 'Creating' || !Counts) return { label: StateText, done: Done, total: Total, noun: 'plans' }
  const made = Counts.Created - Counts.TakenUp
  const toMake = Counts.Approved - Counts.ApprovedTakenUp
  const asked = Counts.InvoiceCreated + Counts.InvoiceRefused
  const toAsk = Counts.InvoiceWaiting + Counts.ApprovedTakenUp
  if (toMake === 0 && (toAsk > 0 || (made === 0 && asked > 0)))
    return { label: 'Creating invoices', done: asked, total: asked + toAsk, noun: 'invoices' }
  return { label: StateText, done: made, total: made + toMake, noun: 'snapshots' }
}

/** The part of the plans that are not in a run. It is a list of its own. */
export const notIncluded = 'notincluded'

/** The parts a run has plans in, each with their number; all of them come first. */
export function partsOf({ Counts, Total }: Pick<Run, 'Counts' | 'Total'>): Part[] {
  if (!Counts) return []
  const { LeftOut } = Counts
  const numbers: readonly [string, string, number][] = [
    ['exceptions', 'Exceptions', Counts.Exceptions],
    ['drafts', 'Drafts', Counts.Draft],
    ['approved', 'Approved', Counts.Approved],
    ['created', 'Created', Counts.Created],
    ['failed', 'Failed', failedIn(Counts)],
    ['leftout', 'Left out', LeftOut + Counts.InvoiceLeftOut],
    [notIncluded, 'Not in this run', Counts.NotIncluded],
  ]
  const parts = numbers
    .filter(([, , number]) => number > 0)
    .map(([name, label, number]) => ({ name, label: `${label} ${count(number)}`, filter: name }))
  return [{ name: 'all', label: `All plans ${count(Total)}`, filter: undefined }, ...parts]
}

/** What a run comes to, where there is room for one sum: what it has created, or while nothing can be yet, what its drafts come to. */
export function comesTo(run: Pick<Run, 'State' | 'Created' | 'CreatedTotalDollars' | 'DraftTotalDollars'>): string {
  return isOver(run) || run.Created > 0
    ? `Created ${money(run.CreatedTotalDollars)}`
    : `Drafts ${money(run.DraftTotalDollars)}`
}

/** The months a run can be started for: at most 24 back, and the next one. */
export function runnableMonths(today: string): { first: string; min: string; max: string } {
  const month = monthOf(today)
  return { first: day(month, 1), min: day(addMonths(month, -24), 1), max: lastDay(addMonths(month, 1)) }
}

/** The page of a run. */
export function runAddress({ Id }: Pick<Run, 'Id'>): string {
  return `/billing-runs/${Id}`
}
