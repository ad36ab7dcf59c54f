/** Which exceptions of a run weigh most: a bill to the wrong customer before a wrong amount, and what nearly every plan has last. */
import { count } from '../../../lib/format/money'
import type { RunItem } from './queries'
import { exceptionTitle } from './words'

type Exceptions = RunItem['Exceptions']
type WithExceptions = Pick<RunItem, 'Exceptions'>

const mostSevereFirst = [
  'CustomerOfAnotherGroup',
  'ZeroAmount',
  'NoErpCustomer',
  'Changed',
  'MembersOnTwoLines',
  'MembersOnNoLine',
  'UnfinishedCensus',
  'FirstBill',
  'PeriodNotOver',
]

/** Its place; a kind that is not known here stands before those that only tell something. */
function rank(kind: string): number {
  const at = mostSevereFirst.indexOf(kind)
  return at < 0 ? mostSevereFirst.indexOf('UnfinishedCensus') : at
}

/** The exceptions of a plan, the most severe first. */
export function bySeverity(exceptions: Exceptions): Exceptions {
  return [...exceptions].sort((one, other) => rank(one.Kind) - rank(other.Kind))
}

/** Plans with the most severe exceptions first; of equal ones those with more, and those without any in their order last. */
export function severestFirst<Row extends WithExceptions>(rows: readonly Row[]): Row[] {
  const ranked = rows.map((row) => ({ row, ranks: bySeverity(row.Exceptions).map(({ Kind }) => rank(Kind)) }))
  return ranked.sort((one, other) => compared(one.ranks, other.ranks)).map(({ row }) => row)
}

function compared(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? mostSevereFirst.length) - (other[at] ?? mostSevereFirst.length)
    if (difference !== 0) return difference
  }
  return 0
}

/** How many of some plans have which exception, the most severe first. */
export function exceptionCounts(rows: readonly WithExceptions[]): { term: string; value: string }[] {
  const kinds = rows.flatMap(({ Exceptions }) => Exceptions.map(({ Kind }) => Kind))
  return [...new Set(kinds)]
    .sort((one, other) => rank(one) - rank(other))
    .map((kind) => ({ term: exceptionTitle(kind), value: count(kinds.filter((one) => one === kind).length) }))
}
