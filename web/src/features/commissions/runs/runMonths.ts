/** Which months a commission run may be of, and which one an address names. */
import { addMonths, monthOf, type Month } from '../../../lib/format/months'

/** The months a run may be of: the last one first, at most 24 back, and the one that runs. */
export function runMonths(today: string): { first: Month; min: Month; max: Month } {
  const now = monthOf(today)
  return { first: addMonths(now, -1), min: addMonths(now, -24), max: now }
}

/** `2026-10` of the address as a month within the bounds; else the first one offered. */
export function monthFrom(text: string | undefined, today: string): Month {
  const { first, min, max } = runMonths(today)
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? '')) return first
  const month = monthOf(`${text}-01`)
  return isBefore(month, min) || isBefore(max, month) ? first : month
}

/** `2026-10`. */
export function monthText({ year, month }: Month): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

export function isBefore(one: Month, other: Month): boolean {
  return one.year * 12 + one.month < other.year * 12 + other.month
}
