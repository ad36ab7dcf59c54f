/** The words of a comparison: what a cause is called, how many it is about, and how the two totals differ. */
import { date, momentDate } from '../../../../lib/format/dates'
import { count, counted, money, moneyChange } from '../../../../lib/format/money'
import { monthName, monthOf, shortMonth, type Month } from '../../../../lib/format/months'
import type { Cause, Source, Why, WhyMember } from './queries'

const names: Readonly<Record<string, string>> = {
  ChangedLine: 'Changed line',
  RateChanges: 'Rate changes',
  AfterHours: 'After-hours consults',
}

export function causeName({ Cause: cause }: Cause): string {
  return names[cause] ?? cause
}

/** How the month before is called in a sentence: its name, with the year where that is another; undefined for a first bill. */
export function monthBefore({ Previous, InvoicePeriodEndDate }: Why): string | undefined {
  if (!Previous) return undefined
  const before = monthOf(Previous.InvoicePeriodEndDate)
  const name = monthName(before)
  return before.year === monthOf(InvoicePeriodEndDate).year ? name.slice(0, -5) : name
}

const times = (price: number | null | undefined) => (price === null || price === undefined ? '' : ` × ${money(price)}`)

/** `17 members × $12.50`, `3 now, 0 in October`, `none`. */
export function howMany(cause: Cause, before: string | undefined): string {
  const { Before, Now } = cause
  switch (cause.Cause) {
    case 'Joined':
      return Now.Quantity === 0 ? 'none' : counted(Now.Quantity, 'member') + times(Now.Rate)
    case 'Left':
      return Before.Quantity === 0 ? 'none' : counted(Before.Quantity, 'member') + times(Before.Rate)
    case 'ChangedLine':
      return counted(Now.Quantity, 'member')
    case 'RateChanges':
      return rateChanges(cause)
    default:
      return nowAndBefore(cause, before)
  }
}

function rateChanges({ Before, Now }: Cause): string {
  if (Now.Quantity === 0) return 'none'
  const rates =
    typeof Before.Rate === 'number' && typeof Now.Rate === 'number'
      ? `, ${money(Before.Rate)} to ${money(Now.Rate)}`
      : ''
  return counted(Now.Quantity, 'member') + rates
}

/** Whether a cause is a number of consults, each at a price, of which nobody is named. */
export function isPriced({ Cause: cause }: Cause): boolean {
  return cause === 'Consults' || cause === 'AfterHours'
}

function nowAndBefore(cause: Cause, before: string | undefined): string {
  const { Before, Now } = cause
  const priced = isPriced(cause)
  if (before === undefined) return count(Now.Quantity) + (priced ? times(Now.Rate) : '')
  const quantities = `${count(Now.Quantity)} now, ${count(Before.Quantity)} in ${before}`
  if (!priced) return quantities
  const rates = new Set([Before.Rate, Now.Rate].filter((rate) => typeof rate === 'number'))
  if (rates.size > 1)
    return `${count(Now.Quantity)}${times(Now.Rate)} now, ${count(Before.Quantity)}${times(Before.Rate)} in ${before}`
  const [rate] = rates
  return rate === undefined ? quantities : `${quantities},${times(rate)}`
}

/** `401 members, 7 consults`: what a bill was made of. */
export function madeOf(members: number, causes: readonly Cause[], side: 'Before' | 'Now'): string {
  const quantity = (name: string) => causes.find(({ Cause: cause }) => cause === name)?.[side].Quantity ?? 0
  const consults = quantity('Consults')
  const afterHours = quantity('AfterHours')
  return [
    counted(members, 'member'),
    ...(consults > 0 ? [counted(consults, 'consult')] : []),
    // Beside consultations they are fees on some of these; alone they are the consults that are billed.
    ...(afterHours > 0 ? [counted(afterHours, consults > 0 ? 'after-hours fee' : 'consult')] : []),
  ].join(', ')
}

/** What follows the amount: `is`, `$110.00 more`, `than October`. */
export function differenceWords(why: Why): { lead: string; strong: string; rest: string } {
  const before = monthBefore(why)
  const by = why.DifferenceDollars
  if (before === undefined) return { lead: 'on', strong: 'the first bill', rest: 'of this plan' }
  if (by === 0) return { lead: 'is', strong: 'the same', rest: `as ${before}` }
  return { lead: 'is', strong: `${money(Math.abs(by))} ${by > 0 ? 'more' : 'less'}`, rest: `than ${before}` }
}

/** The heading of what stands behind a cause: `Left: 6 members, −$75.00`. */
export function behindTitle(cause: Cause): string {
  const quantity = cause.Now.Quantity + cause.Before.Quantity
  switch (cause.Cause) {
    case 'Joined':
    case 'Left':
      return `${causeName(cause)}: ${counted(quantity, 'member')}, ${moneyChange(cause.AmountDollars)}`
    case 'ChangedLine':
    case 'RateChanges':
      return `${causeName(cause)}: ${counted(cause.Now.Quantity, 'member')}, ${moneyChange(cause.AmountDollars)}`
    case 'Credits':
    case 'Debts':
      return `${causeName(cause)}: ${counted(quantity, 'entry', 'entries')}, ${moneyChange(cause.AmountDollars)}`
    default:
      return `${causeName(cause)}: ${moneyChange(cause.AmountDollars)}`
  }
}

/** Whether there is anything to open behind a cause. Who is not known cannot be listed. */
export function opens({ Cause: cause, Before, Now }: Cause): boolean {
  return cause !== 'Members' && Before.Quantity + Now.Quantity > 0
}

/** `Imbert, Kira`, or `9 consults`, of whom nobody is named. */
export function whoName({ Employee, Quantity }: WhyMember): string {
  return Employee
    ? [Employee.LastName, Employee.FirstName].filter(Boolean).join(', ') || 'No name'
    : counted(Quantity, 'consult')
}

/** The status change that counted: `Made In-Active on 09/01/2026`. */
export function statusWords({ FilteredStatusChanges }: WhyMember): { isActive: boolean; says: string } | undefined {
  const [change] = FilteredStatusChanges
  if (!change) return undefined
  const isActive = change.Status === 0
  return { isActive, says: `Made ${isActive ? 'Active' : 'In-Active'} on ${date(change.ChangeDate)}` }
}

/** Where a status change came from: `Sunniva Prewitt, by hand`, `File c90e7713, row 97`, `Undo of file c90e7713, Sunniva Prewitt, 11/06/2026`. */
export function sourceWords({ Kind, UserName, FileName, RecordNumber, WasAbsent, RecordedOn }: Source): string {
  const file = FileName?.slice(0, 8)
  if (file && Kind === 'Undo')
    return [`Undo of file ${file}`, UserName, momentDate(RecordedOn)].filter(Boolean).join(', ')
  if (file) return `File ${file}${WasAbsent ? ', absent' : RecordNumber ? `, row ${RecordNumber}` : ''}`
  const how = Kind === 'GroupEnd' ? 'group ended' : Kind === 'User' ? 'by hand' : 'automatic'
  return UserName ? `${UserName}, ${how}` : `${how.charAt(0).toUpperCase()}${how.slice(1)}`
}

/** An entry, or several of one member for several months with one reason. */
export interface Told {
  key: string
  months: string
  first: WhyMember
  amount: number
}

/** Entries that say the same of the same member become one, also where those of another line stand between. */
export function told(rows: readonly WhyMember[]): Told[] {
  const groups: { first: WhyMember; months: Month[]; cents: number }[] = []
  for (const row of rows) {
    const month = { year: row.BillableYear, month: row.BillableMonth }
    const cents = Math.round(row.AmountDollars * 100)
    const same = ofLastMember(groups, row).find(({ first }) => saysTheSame(first, row))
    if (same) {
      if (!same.months.some((one) => one.year === month.year && one.month === month.month)) same.months.push(month)
      same.cents += cents
    } else groups.push({ first: row, months: [month], cents })
  }
  return groups.map(({ first, months, cents }, index) => ({
    key: String(index),
    months: monthsInShort(months),
    first,
    amount: cents / 100,
  }))
}

/** The last groups, as far as they are about the member of an entry: the entries of a member stand together. */
function ofLastMember<Group extends { first: WhyMember }>(
  groups: readonly Group[],
  { Employee }: WhyMember,
): readonly Group[] {
  const other = groups.findLastIndex(({ first }) => first.Employee?.EmployeeId !== Employee?.EmployeeId)
  return groups.slice(other + 1)
}

function saysTheSame(one: WhyMember, other: WhyMember): boolean {
  return (
    one.Employee !== null &&
    one.Employee?.EmployeeId === other.Employee?.EmployeeId &&
    one.Reason === other.Reason &&
    isOfOne(one.Source, other.Source) &&
    one.IsOfPrevious === other.IsOfPrevious &&
    one.LineName === other.LineName
  )
}

function isOfOne(one: Source | null | undefined, other: Source | null | undefined): boolean {
  return one?.CensusFileId === other?.CensusFileId && one?.UserName === other?.UserName
}

/** `Oct 2026`, `Sep and Oct 2026`, `Jun, Sep and Oct 2026`, `Dec 2025 and Jan 2026`. */
export function monthsInShort(months: readonly Month[]): string {
  const names = months.map((month, index) =>
    months[index + 1]?.year === month.year ? shortMonth(month).slice(0, 3) : shortMonth(month),
  )
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
}
