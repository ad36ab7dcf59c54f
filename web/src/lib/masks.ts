/** Texts with a fixed shape: phones, and the initials of a name. */

/** The masks of the input fields; 9 is a digit. */
export const phoneMask = '(999) 999-9999'
export const dateMask = '99/99/9999'

/** `8135550142` as `(813) 555-0142`; anything that is not ten digits (with or without a leading 1) is left as it is. */
export function phone(value: string | null | undefined): string {
  const digits = (value ?? '').replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : (value ?? '')
}

/**
 * A text that came whole, as the field shows it: ten digits, with or without a 1 before them. Nothing stands for any other text, such
 * as a number of another country; a few digits are a part of one, and undefined.
 */
export function readPhone(text: string): { shown: string } | { shown?: never } | undefined {
  const digits = text.replaceAll(/\D/g, '')
  if (/^[\d\s().-]*$/.test(text) && digits.length < 10 && !digits.startsWith('1')) return undefined
  const shown = phone(text)
  return /^[+\d\s().-]+$/.test(text) && shown.length === phoneMask.length && shown.startsWith('(') ? { shown } : {}
}

/** `Dana Reyes` as `DR`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words.at(0)?.at(0) ?? ''
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : ''
  return (first + last).toUpperCase()
}
