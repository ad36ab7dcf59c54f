/** What one searches for: of a longer text, such as one that was pasted, its beginning. */

/** The longest text that the server searches for. */
const longestTerm = 200

export const cutNote = `Only the first ${longestTerm} characters are searched.`

export interface Term {
  text: string
  isCut: boolean
}

export function termOf(whole: string): Term {
  // Counted as the server counts: a sign of two code units is one character, and is never halved.
  const characters = [...whole]
  return { text: characters.slice(0, longestTerm).join(''), isCut: characters.length > longestTerm }
}

/** So many signs of what stands in an address are repeated at most. */
const mostRepeated = 40

/** A part of an address as a notice repeats it. */
export function cut(text: string): string {
  return text.length > mostRepeated ? `${text.slice(0, mostRepeated)}…` : text
}
