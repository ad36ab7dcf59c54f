/** Dates are `YYYY-MM-DD` on the wire and MM/DD/YYYY on the screen; timestamps are UTC on the wire. Nothing here reads the clock. */

const iso = /^(\d{4})-(\d{2})-(\d{2})/
const shown = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1000 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** `2026-11-04` as `11/04/2026`; nothing as an empty text, anything else unchanged. */
export function date(value: string | null | undefined): string {
  const parts = iso.exec(value ?? '')
  return parts ? `${parts[2]}/${parts[3]}/${parts[1]}` : (value ?? '')
}

/** What a person typed as the wire's date, or undefined when it is no day of the calendar. */
export function readDate(typed: string): string | undefined {
  const parts = shown.exec(typed.trim())
  if (!parts) return undefined
  const [month, day, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return isDay(year, month, day)
    ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    : undefined
}

const parts = {
  monthFirst: /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/,
  yearFirst: /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/,
  digits: /^(\d{4})(\d{2})(\d{2})$/,
  wordFirst: /^(?<word>[a-z]+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4}|\d{2})$/i,
  wordBetween: /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<word>[a-z]+)\.?,?[ -](?<year>\d{4}|\d{2})$/i,
}
const weekday = /^(mon|tues|wednes|thurs|fri|satur|sun)day,? |^(mon|tue|wed|thu|fri|sat|sun)\.?,? /i
const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const timeOfDay = /[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M|Z)?$/i

/**
 * A text that came whole, as the field shows it: a date however its numbers are written, or with its month as a word. A year of two
 * digits stays one, since it may be of either century. An empty object stands for what is no date; a few digits are a part of one, and
 * undefined.
 */
export function readWholeDate(text: string): { shown: string } | { shown?: never } | undefined {
  if (text === '' || (/^[\d/]+$/.test(text) && text.replaceAll('/', '').length < 5 && !parts.monthFirst.test(text))) {
    return undefined
  }
  const bare = text.replace(timeOfDay, '').replaceAll(/\s+/g, ' ')
  const [, month, , day, year] = parts.monthFirst.exec(bare) ?? []
  if (month && day && year) return { shown: `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}` }
  const [, y, , m, d] = parts.yearFirst.exec(bare) ?? []
  if (y && m && d) return { shown: `${m.padStart(2, '0')}/${d.padStart(2, '0')}/${y}` }
  return /^\d{8}$/.test(bare) ? eightDigits(bare) : writtenMonth(bare.replace(weekday, ''))
}

/** `02031980` and `19800203`. */
function eightDigits(digits: string): { shown: string } {
  const american = `${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}`
  const [, year, month, day] = parts.digits.exec(digits) ?? []
  const turned = `${month}/${day}/${year}`
  return { shown: readDate(american) === undefined && readDate(turned) !== undefined ? turned : american }
}

/** `Feb 3, 1980` and `3 February 1980`. */
function writtenMonth(text: string): { shown: string } | { shown?: never } {
  const { word, day, year } = (parts.wordFirst.exec(text) ?? parts.wordBetween.exec(text))?.groups ?? {}
  const month = monthNames.findIndex(
    (name) => name === word?.toLowerCase() || shortNames(name).includes(word?.toLowerCase() ?? ''),
  )
  return month >= 0 && day && year
    ? { shown: `${String(month + 1).padStart(2, '0')}/${day.padStart(2, '0')}/${year}` }
    : {}
}

function shortNames(month: string): readonly string[] {
  return month === 'september' ? ['sep', 'sept'] : [month.slice(0, 3)]
}

/** What a slash makes of a half typed date: `1` is January, and `01/5` the fifth; undefined where it ends no single digit. */
export function endedBySlash(typed: string): string | undefined {
  const parts = /^(\d{2}\/)?(\d)$/.exec(typed)
  return parts ? `${parts[1] ?? ''}0${parts[2]}/` : undefined
}

/** Whether a text is a date of the wire. */
export function isDate(value: string): boolean {
  const parts = iso.exec(value)
  return value.length === 10 && parts !== null && isDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

let moments: Intl.DateTimeFormat | undefined

/** Says in which time zone the business lives, by its IANA name; known with the session. */
export function businessTimeIn(timeZone: string): void {
  moments = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

function inBusinessTime(at: Date): string {
  if (!moments) throw new Error('Business time is known only below the sign-in guard.')
  return moments.format(at)
}

/** A timestamp in business time: `11/17/2026, 16:40`. */
export function moment(value: string | null | undefined): string {
  return value ? inBusinessTime(new Date(value)) : ''
}

/** The business day of a timestamp: `11/17/2026`. */
export function momentDate(value: string | null | undefined): string {
  return moment(value).slice(0, 10)
}

/** The time of day of a moment in business time: `16:40`. */
export function clockTime(at: Date): string {
  return inBusinessTime(at).slice(12)
}

/** A date of the wire in words: `Friday, November 20, 2026`. */
export function dayInWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A sentence of the server in which a moment stands, told in business time as everything else is: `11/20/2026 14:14 UTC` as `11/20/2026, 09:14`. */
export function toldInBusinessTime(sentence: string): string {
  return sentence.replaceAll(/(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}) UTC/g, (_, month, day, year, hour, minute) =>
    moment(`${year}-${month}-${day}T${hour}:${minute}:00Z`),
  )
}

/** Today as the wire's date in business time. */
export function businessDay(now: Date): string {
  const text = inBusinessTime(now)
  return `${text.slice(6, 10)}-${text.slice(0, 2)}-${text.slice(3, 5)}`
}

/** The day before, as a date of the wire. */
export function dayBefore(day: string): string {
  return addDays(day, -1)
}

/** The day so many days after one, or before it where they are below zero. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whole minutes that are left until a moment, a begun one counted; 0 when it is over. */
export function minutesUntil(moment: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(moment) - now.getTime()) / 60_000))
}

/** How many days later the second date of the wire is; negative when it is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** The day from which a change of status counts that is made today: today in the first three days of a month, else the first of the next
    (rules.md#first-three-days). */
export function changeDay(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  if (day <= 3) return today
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}
