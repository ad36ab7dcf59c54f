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

/**
 * Gives the focus back to where it was when the panel was opened, as soon as that is no longer inert; where that is gone, as after the
 * step to a next record, to what `instead` finds.
 */
export function useFocusBack(leaving: boolean, instead?: () => HTMLElement | undefined): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    if (leaving) return
    return () => {
      setTimeout(() => {
        const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
        const target = isThere ? opener : instead?.()
        if (target && !target.closest('[inert]')) target.focus({ preventScroll: isThere })
      })
    }
    // What is found instead is asked for when the panel goes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opener, leaving])
}

/** The key of the panel on top; absent while none is drawn. */
export function topPanel(): string | undefined {
  return drawn.at(-1)?.key
}

/** Whether any panel is drawn, so that the page behind is inert. */
export function useAnyPanel(): boolean {
  return useSyncExternalStore(subscribe, () => drawn.length > 0)
}
