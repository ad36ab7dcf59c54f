/** Money as dollars with at most two decimals, as the wire carries it. Shown with $, thousands, and a true minus. */

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$1,234.50`, `−$25.00`. */
export function money(amount: number): string {
  return amount < 0 ? `−${dollars.format(-amount)}` : dollars.format(Math.abs(amount))
}

/** A difference: `+$110.00`, `−$25.00`, `$0.00`. */
export function moneyChange(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount)
}

/** By how much an amount differs from the one before, such as `+$110.00`; nothing without one before. */
export function changeFrom(before: number | null | undefined, now: number): string | undefined {
  // Cents do not add up exactly as fractions of dollars.
  return before == null ? undefined : moneyChange(Math.round((now - before) * 100) / 100)
}

/** What a person typed, as dollars: everything but digits and the dot is dropped, further decimals are cut. */
export function readMoney(typed: string): number | null {
  const digits = moneyDigits(typed)
  return /\d/.test(digits) ? Number(digits) : null
}

/** The characters of a typed amount that count, with one dot and two decimals at most. */
export function moneyDigits(typed: string): string {
  const [whole = '', ...rest] = typed.replaceAll(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, 2)}`
}

const wholeAmount = /^(?:\$|USD)?\s*((?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d{0,2}(?:(?<=\d\d)00+)?)?)\s*(?:\$|USD)?$/i

/**
 * A text that came whole as dollars, null when it is empty; undefined when it can be read in several ways or is no amount, such as
 * `1.234,50`, `1.234` and `-5`.
 */
export function readWholeMoney(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const [, amount = ''] = wholeAmount.exec(text.trim()) ?? []
  return /\d/.test(amount) ? Number(amount.replaceAll(',', '')) : undefined
}

const counts = new Intl.NumberFormat('en-US')

/** `1,812`. */
export function count(number: number): string {
  return counts.format(number)
}

/** `1 member`, `412 members`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}
