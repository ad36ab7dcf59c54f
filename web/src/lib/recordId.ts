/** The id of a record as an address spells it, a whole number from 1; undefined for anything else, which names no record. */
export function recordId(text: string): number | undefined {
  const id = Number(text)
  return /^[1-9][0-9]*$/.test(text) && Number.isSafeInteger(id) ? id : undefined
}
