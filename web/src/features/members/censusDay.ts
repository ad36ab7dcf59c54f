/** The day as of which a member census is made. */
import { lastDay, monthOf } from '../../lib/format/months'

/** Today for the current month, which is meant when none is chosen; otherwise the last day of the chosen month. */
export function censusDay(chosen: string, today: string): string {
  if (chosen === '') return today
  const end = lastDay(monthOf(chosen))
  return end < today ? end : today
}
