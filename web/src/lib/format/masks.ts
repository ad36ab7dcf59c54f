/** Texts with a fixed shape: phones, and the initials of a name. */

/** The masks of the input fields; 9 is a digit. */
export const phoneMask = '(999) 999-9999'
export const dateMask = '99/99/9999'

/** `8135550142` as `(813) 555-0142`; anything that is not ten digits (with or without a leading 1) is left as it is. */
export function phone(value: string | null | undefined): string {
  const digits = (value ?? '').replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : (value ?? '')
}

/** What is dialled before the 1 of the country. */
const dialledBefore = /^(\+|00|011)(?=[\s().-]*1)/

/**
 * A text that came whole, as the field shows it: ten digits, with the code of the country before them or not, however it is dialled. An
 * empty object stands for any other text, such as a number of another country; a few digits are a part of one, and undefined.
 */
export function readPhone(text: string): { shown: string } | { shown?: never } | undefined {
  const bare = text.replace(/^tel:\s*/i, '').replace(dialledBefore, '')
  const digits = bare.replaceAll(/\D/g, '')
  if (/^[\d\s().-]*$/.test(text) && digits.length < 10 && !/^[01]/.test(digits)) return undefined
  const shown = phone(bare)
  return /^[\d\s().-]+$/.test(bare) && /^\([2-9].{12}$/.test(shown) ? { shown } : {}
}

/** `Dana Reyes` as `DR`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words.at(0)?.at(0) ?? ''
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : ''
  return (first + last).toUpperCase()
}
