/** The query string of our addresses: plain `key=value`, a repeated key for a list, `1` for true. No JSON in the address bar. */
import type { RawSearch } from './list'

export function parseSearch(text: string): Record<string, string | string[]> {
  const read: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const before = read[key]
    read[key] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return read
}

export function stringifySearch(search: RawSearch): string {
  const written = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null || one === false || one === '') continue
      written.append(key, one === true ? '1' : String(one))
    }
  }
  // Commas and dots name the open panels; they read better unescaped and are allowed in a query.
  const text = written.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text ? `?${text}` : ''
}
