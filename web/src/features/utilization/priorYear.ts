/** The same days a year earlier, with which a report is compared. */
import { isDate } from '../../lib/format/dates'
import type { ReportFilter } from './reportSearch'

/** No report goes further back (rules.md#utilization-report). */
export const earliestDay = '2017-01-01'

/** The filter of the year before; undefined when reports do not reach back so far, or the range would be compared with itself. */
export function priorYear(filter: ReportFilter): ReportFilter | undefined {
  const { startDate, endDate } = filter
  if (!isDate(startDate) || !isDate(endDate)) return undefined
  const [start, end] = [yearBefore(startDate), yearBefore(endDate)]
  return start >= earliestDay && end < startDate ? { ...filter, startDate: start, endDate: end } : undefined
}

/** `Same days of 2025`. */
export function priorName({ startDate, endDate }: ReportFilter): string {
  const [first, last] = [startDate.slice(0, 4), endDate.slice(0, 4)]
  return first === last ? `Same days of ${first}` : 'Same days a year before'
}

function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return isDate(before) ? before : before.replace(/29$/, '28')
}
