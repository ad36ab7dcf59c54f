/**
 * The keys that work where one is. Pages, lists and panels offer theirs here while they are drawn; the listener asks this, and so does
 * the sheet behind `?`, which therefore lists exactly what works.
 */
import { topPanel } from '../panel/stack'

/** One key and what it does: `J`, `?`, `Ctrl Enter`. */
export interface KeyUse {
  keys: string
  says: string
  /** Absent for a key that the browser answers by itself, such as Enter on a link: the sheet tells it all the same. */
  run?: () => void
}

/** Some keys of one place. */
export interface KeyOffer {
  /** What the sheet calls the place: `This list`. */
  heading: string
  /** The panel they belong to, the page when absent: only what is on top hears them. */
  panel: string | undefined
  /** Whether they work in every place; those with Ctrl then also while one types. */
  anywhere: boolean
  uses: () => readonly KeyUse[]
}

let offers: readonly KeyOffer[] = []

/** Offers keys until the returned function is called. */
export function offerKeys(offer: KeyOffer): () => void {
  offers = [...offers, offer]
  return () => {
    offers = offers.filter((one) => one !== offer)
  }
}

/** The places whose keys work now, what was drawn last first. */
export function activeKeys(): readonly KeyOffer[] {
  const top = topPanel()
  return offers.filter(({ anywhere, panel }) => anywhere || panel === top).reverse()
}

/** What a pressed key does now. */
export function pressed(event: KeyboardEvent): KeyUse | undefined {
  const isFree = !hasOwnUse(event)
  for (const { anywhere, uses } of activeKeys()) {
    const found = uses().find(
      ({ keys, run }) => run && isPressed(keys, event) && (isFree || (anywhere && isChord(keys))),
    )
    if (found && (isChord(found.keys) || areSingleKeysOn())) return found
  }
  return undefined
}

/** With Ctrl or Cmd, and so no letter that somebody types. */
export function isChord(keys: string): boolean {
  return keys.startsWith('Ctrl ')
}

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const chord = isChord(keys)
  const key = chord ? keys.slice('Ctrl '.length) : keys
  // A sign such as `?` needs Shift on some keyboards and none on others.
  const shifts = !chord && !/^[a-z]$/i.test(key)
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === chord &&
    !event.altKey &&
    (shifts || !event.shiftKey)
  )
}

const ownUse =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"]), textarea, select, [contenteditable="true"], [role="grid"], [role="menu"], [role="listbox"], [role="combobox"], [role="dialog"]:not([aria-modal])'

/** Whether what has the focus takes letters itself: a field, an open menu, a calendar, a grid of cells. */
export function hasOwnUse({ target }: Event): boolean {
  return target instanceof Element && target.closest(ownUse) !== null
}

const stored = 'ledgerwell.keys'
const off = 'off'

/** Whether letters without Ctrl work; who dictates or touches keys by accident switches them off (rules.md#keys). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(stored) !== off
}

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(stored)
  else localStorage.setItem(stored, off)
}
