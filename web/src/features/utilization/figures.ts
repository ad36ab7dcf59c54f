/** The numbers of a report as they are shown, and their changes against the year before. */
import { count } from '../../lib/format/money'
import { states } from '../../lib/format/states'
import type { Bar } from '../../ui/report/BarCard'

/** Stands for a plan, a code or another text that a consult lacks (rules.md#empty-values). */
export const blank = '(Blank)'

/** A fraction as a percentage of two decimals: `27.14%`. */
export function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(2)}%`
}

/** A difference with its sign and a true minus; zero has none. It is that of the numbers as shown, so that a reader's own agrees. */
export function change(now: number, before: number, decimals = 0): string {
  const difference = (Number(now.toFixed(decimals)) - Number(before.toFixed(decimals))).toFixed(decimals)
  const size = difference.replace('-', '')
  const shown = decimals === 0 ? count(Number(size)) : size
  return Number(difference) === 0 ? shown : `${Number(difference) > 0 ? '+' : '−'}${shown}`
}

/** A number with one decimal where it is not whole: `6`, `6.5`. */
export function halves(number: number): string {
  return Number.isInteger(number) ? count(number) : number.toFixed(1)
}

/** Names with their counts, as the wire carries them. */
export type Counts = Readonly<Record<string, number>>

/** What a list is compared with: the counts of the year before and all its consults. */
interface Before {
  counts: Counts
  total: number
  /** Whether it holds only the first ones: what is missing in it may have been below them. */
  isTop?: boolean
}

/** So many are listed of what is only the top of a list (rules.md#utilization-report). */
const top = 5

/** The lines of a list with their part of the total consults, beside that of the year before where it is known. */
export function bars(counts: Counts, total: number, before?: Before): Bar[] {
  const isWhole = before && !(before.isTop && Object.keys(before.counts).length >= top)
  const was = (name: string) => before?.counts[name] ?? (isWhole ? 0 : undefined)
  return Object.entries(counts).map(([name, number]) => {
    const earlier = was(name)
    return {
      name: name === '' ? blank : name,
      count: number,
      percent: share(number, total),
      before: before && earlier !== undefined ? share(earlier, before.total) : undefined,
    }
  })
}

function share(number: number, total: number): number {
  return total === 0 ? 0 : (number * 100) / total
}

/** The bands of ages and hours as they are set: an en dash between two ends. */
export function withDashes(counts: Counts): Counts {
  return renamed(counts, (name) => name.replace('-', '–'))
}

/** States with their abbreviation before the name: `FL · Florida`. */
export function withAbbreviations(counts: Counts): Counts {
  return renamed(counts, (name) => {
    const state = states.find((one) => one.name === name)
    return state ? `${state.abbreviation} · ${name}` : name
  })
}

function renamed(counts: Counts, name: (name: string) => string): Counts {
  return Object.fromEntries(Object.entries(counts).map(([key, number]) => [name(key), number]))
}
