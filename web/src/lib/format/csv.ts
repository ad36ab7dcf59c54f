/** Files of comma-separated values, as the server writes them. */

/** A field as it stands in the file, and what ends it. */
const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y

/** The same file without the column of a title; all other fields stay as they are written. */
export function csvWithout(content: string, title: string): string {
  let gone: number | undefined
  let kept = ''
  let row: string[] = []
  for (let at = 0; at < content.length || row.length > 0; at = field.lastIndex) {
    field.lastIndex = at
    const [, text, end] = field.exec(content) ?? []
    // What is no such file stays as it came.
    if (text === undefined || end === undefined) return content
    row.push(text)
    if (end === ',') continue
    gone ??= row.indexOf(title)
    const column = gone
    kept += row.filter((_, place) => place !== column).join(',') + end
    row = []
  }
  return kept
}
