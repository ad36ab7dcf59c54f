/** Days as the fields take them, in business time (New York). */

const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit', day: '2-digit' })

/** `11/01/2026`. */
export function firstOfThisMonth(): string {
  const [month = '', , year = ''] = parts.format(new Date()).split('/')
  return `${month}/01/${year}`
}

/** `November 2026`. */
export function thisMonth(): string {
  return new Date().toLocaleDateString('en-US', { timeZone: 'America/New_York', month: 'long', year: 'numeric' })
}
