/**
 * Which side panels are drawn, bottom first. Panels announce themselves, whether the URL or a confirmation opened them; from
 * this follow their width (15 px less per level), who listens to Esc, and that everything below is inert.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'

interface Drawn {
  key: string
  order: number
}

let drawn: readonly Drawn[] = []
const listeners = new Set<() => void>()

function publish(next: readonly Drawn[]) {
  drawn = [...next].sort((a, b) => a.order - b.order)
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Announces a panel until it leaves; tells its level from the bottom (0) and whether it is on top. */
export function usePanelLevel(key: string, order: number, leaving: boolean): { level: number; isTop: boolean } {
  useEffect(() => {
    if (leaving) return
    publish([...drawn.filter((one) => one.key !== key), { key, order }])
    return () => publish(drawn.filter((one) => one.key !== key))
  }, [key, order, leaving])
  const all = useSyncExternalStore(subscribe, () => drawn)
  const place = all.findIndex((one) => one.key === key)
  const [last, setLast] = useState(0)
  if (place >= 0 && place !== last) setLast(place)
  return { level: place >= 0 ? place : last, isTop: !leaving && place === all.length - 1 }
}

/** Gives the focus back to where it was when the panel was opened, as soon as that is no longer inert. */
export function useFocusBack(leaving: boolean): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    if (leaving) return
    return () => {
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected && !opener.closest('[inert]'))
          opener.focus({ preventScroll: true })
      })
    }
  }, [opener, leaving])
}

/** Whether any panel is drawn, so that the page behind is inert. */
export function useAnyPanel(): boolean {
  return useSyncExternalStore(subscribe, () => drawn.length > 0)
}
