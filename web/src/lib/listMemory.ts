/**
 * What a user chose for each list, in this browser: its page size, its order and its columns. Keys and numbers alone, nothing of a
 * record, so that it outlives the sign-out (rules.md#list-choices).
 */

export interface Remembered {
  size?: number
  sort?: string
  desc?: boolean
  /** The keys of the columns that are shown; absent for all of them. */
  columns?: readonly string[]
}

const prefix = 'ledgerwell.list.'
let owner = 0

/** Says who is signed in: everybody has choices of his own. */
export function listsBelongTo(user: number): void {
  owner = user
}

const keyOf = (list: string) => `${prefix}${owner}.${list}`

/** What was chosen for a list; what cannot be read is as if it had not been chosen. */
export function rememberedOf(list: string): Remembered {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? read(stored as Record<string, unknown>) : {}
  } catch {
    // A browser that keeps nothing, or something else under the name.
    return {}
  }
}

function read({ size, sort, desc, columns }: Record<string, unknown>): Remembered {
  return {
    ...(typeof size === 'number' ? { size } : {}),
    ...(typeof sort === 'string' ? { sort, desc: desc === true } : {}),
    ...(Array.isArray(columns) ? { columns: columns.filter((key) => typeof key === 'string') } : {}),
  }
}

/** Remembers a part of the choices; an undefined one is forgotten. */
export function remember(list: string, part: { [Name in keyof Remembered]: Remembered[Name] | undefined }): void {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify({ ...rememberedOf(list), ...part }))
  } catch {
    // Full or closed: nothing is remembered then.
  }
}

/** Forgets all that was chosen for a list. */
export function forgetList(list: string): void {
  try {
    localStorage.removeItem(keyOf(list))
  } catch {
    // There is nothing to forget.
  }
}
