/**
 * The records a user opened last, in this browser: kinds and ids alone, since names are asked for anew, in the scope of whoever is signed
 * in. Forgotten at sign-out.
 */

export const openedKinds = ['Group', 'Member', 'Invoice', 'CensusFile', 'Broker', 'User', 'Statement'] as const
export type OpenedKind = (typeof openedKinds)[number]

export interface Opened {
  kind: OpenedKind
  id: number
}

const most = 8
const prefix = 'ledgerwell.opened.'

/** What a user opened, the last first. */
export function openedBy(user: number): readonly Opened[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + user) ?? '[]')
    return Array.isArray(stored)
      ? stored
          .map(read)
          .filter((one) => one !== undefined)
          .slice(0, most)
      : []
  } catch {
    // A browser that keeps nothing, or something else under the name.
    return []
  }
}

function read(text: unknown): Opened | undefined {
  if (typeof text !== 'string') return undefined
  const [name, number] = text.split('-')
  const kind = openedKinds.find((one) => one === name)
  const id = Number(number)
  return kind && Number.isInteger(id) && id > 0 ? { kind, id } : undefined
}

/** One record as it is kept and asked for: `Member-7`. */
export function openedText({ kind, id }: Opened): string {
  return `${kind}-${id}`
}

export function noteOpened(user: number, opened: Opened): void {
  const text = openedText(opened)
  const others = openedBy(user).map(openedText)
  const all = [text, ...others.filter((one) => one !== text)].slice(0, most)
  try {
    localStorage.setItem(prefix + user, JSON.stringify(all))
  } catch {
    // Full or closed: nothing is remembered then.
  }
}

/** Forgets what anybody opened in this browser. */
export function forgetOpened(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // There is nothing to forget.
  }
}

const pages: readonly (readonly [RegExp, OpenedKind])[] = [
  [/^\/employers\/\d+\/members\/(\d+)$/, 'Member'],
  [/^\/employers\/(\d+)(?:\/|$)/, 'Group'],
  [/^\/census-files\/(\d+)(?:\/|$)/, 'CensusFile'],
]
const panels: Readonly<Record<string, OpenedKind>> = {
  invoice: 'Invoice',
  statement: 'Statement',
  user: 'User',
  broker: 'Broker',
}

/** The record that an address shows: that of its top panel, or that of its page. */
export function openedAt(pathname: string, panel: string | undefined): Opened | undefined {
  const [name = '', number] = panel?.split(',').at(-1)?.split('.') ?? []
  const ofPanel = Object.hasOwn(panels, name) ? panels[name] : undefined
  if (ofPanel && Number(number) > 0) return { kind: ofPanel, id: Number(number) }
  for (const [pattern, kind] of pages) {
    const id = pattern.exec(pathname)?.[1]
    if (id) return { kind, id: Number(id) }
  }
  return undefined
}
