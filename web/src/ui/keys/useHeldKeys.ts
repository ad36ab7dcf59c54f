/**
 * Keeps the keys for a field in a dialog that has been opened, while the field does not have the focus: its code may still be loading.
 * What is typed or pasted goes into the field, and nothing reaches the page below.
 */
import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { hasOwnUse } from './keys'

interface Held {
  field: RefObject<HTMLInputElement | null>
  /** Told of each change of the text by a key. */
  onChange: (change: (text: string) => string) => void
  onClose: () => void
}

export function useHeldKeys({ field, onChange, onClose }: Held): void {
  const change = (how: (text: string) => string) => {
    onChange(how)
    field.current?.focus()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (document.activeElement === field.current) return
    const { key } = event
    const isText = isOneCharacter(key) && (!isChord(event) || event.getModifierState('AltGraph'))
    // Ctrl K closes what it has opened.
    if (isChord(event) && key.toLowerCase() === 'k') return
    // Enter and Tab work on the buttons of the dialog.
    if (isBeside(field.current) && (key === ' ' || !(isText || key === 'Backspace' || key === 'Escape'))) return
    event.stopImmediatePropagation()
    if (isOfBrowser(event)) return
    event.preventDefault()
    if (key === 'Escape') onClose()
    else if (isText) change((text) => text + key)
    else change((text) => (key === 'Backspace' ? [...text].slice(0, -1).join('') : text))
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement === field.current) return
    event.stopImmediatePropagation()
    event.preventDefault()
    const pasted = event.clipboardData?.getData('text') ?? ''
    change((text) => text + pasted)
  })
  // Before the next key, whereas other effects may come after it.
  useLayoutEffect(() => {
    const listeners = new AbortController()
    const options = { capture: true, signal: listeners.signal }
    addEventListener('keydown', press, options)
    addEventListener('paste', paste, options)
    return () => listeners.abort()
  }, [])
}

function isOneCharacter(key: string): boolean {
  return [...key].length === 1
}

function isChord({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

/** Whether something else of the dialog has the focus. */
function isBeside(field: HTMLElement | null): boolean {
  return field?.closest('[role="dialog"]')?.contains(document.activeElement) ?? false
}

/** Such as F5 and Ctrl R; in a field of the page below, keys with Ctrl would change its text. */
function isOfBrowser(event: KeyboardEvent): boolean {
  return /^F\d/.test(event.key) || (isChord(event) && isOneCharacter(event.key) && !hasOwnUse(event))
}
