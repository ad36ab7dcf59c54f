/** Texts with a fixed shape: phones, and the initials of a name. */

/** The masks of the input fields; 9 is a digit. */
export const phoneMask = '(999) 999-9999'
export const dateMask = '99/99/9999'

/** `8135550142` as `(813) 555-0142`; anything that is not ten digits (with or without a leading 1) is left as it is. */
export function phone(value: string | null | undefined): string {
  const digits = (value ?? '').replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : (value ?? '')
}

/** `Dana Reyes` as `DR`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words.at(0)?.at(0) ?? ''
  const last = words.length > 1 ? (words.at(-1)?.at(0) ?? '') : ''
  return (first + last).toUpperCase()
}
