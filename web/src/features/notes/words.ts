/** The text of a note, whole or in short. */

const inShortAtMost = 120
const firstSentence = /^.{1,160}?[.!?](?=\s|$)/

/** What a note begins with, on one line. */
export function inShort(body: string): string {
  const line = body.trim().replaceAll(/\s+/g, ' ')
  return line.length > inShortAtMost ? `${line.slice(0, inShortAtMost).trimEnd()}…` : line
}

/** The first sentence, or the first line when that is shorter, and what follows. A text without a short beginning has none. */
export function beginning(body: string): { first: string | undefined; rest: string } {
  const text = body.trim()
  const [line = ''] = text.split('\n', 1)
  const first = firstSentence.exec(line)?.[0] ?? (line.length <= 160 ? line.trim() : undefined)
  return first ? { first, rest: text.slice(first.length).trim() } : { first: undefined, rest: text }
}
