/** Days as the fields take them, in business time (New York). */

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** `11/01/2026`. */
export function firstOfThisMonth(): string {
  const [month = '', , year = ''] = parts.format(new Date()).split('/')
  return `${month}/01/${year}`
}

/** `10/01/2026`, in November. */
export function firstOfLastMonth(): string {
  const { month, year } = lastMonth()
  return `${String(month).padStart(2, '0')}/01/${year}`
}

/** `12/01/2026`, in November. */
export function firstOfNextMonth(): string {
  const [month = 0, , year = 0] = today().split('/').map(Number)
  return month === 12 ? `01/01/${year + 1}` : `${String(month + 1).padStart(2, '0')}/01/${year}`
}

/** `October` and `2026`, in November. */
export function nameOfLastMonth(): { month: string; year: string } {
  const { month, year } = lastMonth()
  return {
    month: new Date(Date.UTC(year, month - 1, 15)).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' }),
    year: String(year),
  }
}

function lastMonth(): { month: number; year: number } {
  const [month = 0, , year = 0] = today().split('/').map(Number)
  return month === 1 ? { month: 12, year: year - 1 } : { month: month - 1, year }
}

/** `November 2026`. */
export function thisMonth(): string {
  return new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York', month: 'long', year: 'numeric' })
}

/** `11/21/2026`. */
export function today(): string {
  return parts.format(new Date())
}

/** From when a change of a status made today holds: at once in the first three days of a month, else from the first of the next. */
export function effectiveOfToday(): { atOnce: boolean; day: string } {
  const [, day = 0] = today().split('/').map(Number)
  return day <= 3 ? { atOnce: true, day: today() } : { atOnce: false, day: firstOfNextMonth() }
}
