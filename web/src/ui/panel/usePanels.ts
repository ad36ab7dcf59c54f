/**
 * Opening and closing side panels. They stand in the URL (`?panel=plan.3,line.9`, bottom first), so that Back closes one and a
 * link opens one. Confirmations stand above them and only in memory.
 */
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { createContext, use } from 'react'

/** A panel of the URL: its kind, as a page's <Panels> knows it, and the id it is about, if any. */
export interface PanelEntry {
  kind: string
  id: string
}

export function readPanels(text: string | undefined): PanelEntry[] {
  return (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const dot = part.indexOf('.')
      return dot < 0 ? { kind: part, id: '' } : { kind: part.slice(0, dot), id: part.slice(dot + 1) }
    })
}

export function writePanels(entries: readonly PanelEntry[]): string | undefined {
  return entries.map(({ kind, id }) => (id === '' ? kind : `${kind}.${id}`)).join(',') || undefined
}

/** What a panel knows of its place: how to close it, and to ask first when it holds unsaved changes. */
export interface PanelPlace {
  key: string
  /** What the address says of it; a panel in memory has none. */
  entry?: PanelEntry
  order: number
  leaving: boolean
  close: () => void
}

export const PanelContext = createContext<PanelPlace | undefined>(undefined)

/** The place of the panel around; shapes that are panels must stand in one. */
export function usePanelPlace(): PanelPlace {
  const place = use(PanelContext)
  if (!place) throw new Error('A panel shape must be drawn by <Panels> or by a confirmation.')
  return place
}

export interface PanelActions {
  /** Opens a panel above those that are open; without an id it is one that creates. */
  open: (kind: string, id?: number | string) => void
  /** Puts another panel in the place of the top one, such as the record that was just created; `also` changes more of the address. */
  replace: (kind: string, id?: number | string, also?: Readonly<Record<string, unknown>>) => void
  /** Closes the top panel. */
  close: () => void
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many panels were opened by steps of this history, and so can be closed by going back. */
    panelSteps?: number
  }
}

/** The panels of the URL. */
export function useOpenPanels(): PanelEntry[] {
  const text = useRouterState({ select: ({ location }) => panelText(location.search) })
  return readPanels(text)
}

function panelText(search: object): string | undefined {
  return 'panel' in search && typeof search.panel === 'string' ? search.panel : undefined
}

export function usePanels(): PanelActions {
  const router = useRouter()
  const navigate = useNavigate()
  const go = (entries: readonly PanelEntry[], steps: number, replace: boolean, also: object = {}) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...also, panel: writePanels(entries) }),
      state: { panelSteps: steps },
      replace,
      resetScroll: false,
    })
  const now = () => {
    const { search, state } = router.state.location
    return { entries: readPanels(panelText(search)), steps: state.panelSteps ?? 0 }
  }
  return {
    open: (kind, id = '') => {
      const { entries, steps } = now()
      go([...entries, { kind, id: String(id) }], steps + 1, false)
    },
    replace: (kind, id = '', also = {}) => {
      const { entries, steps } = now()
      go([...entries.slice(0, -1), { kind, id: String(id) }], steps, true, also)
    },
    close: () => {
      const { entries, steps } = now()
      // A panel one has opened is closed by going back, so that Back does not open it again; one a link opened has no step to go back.
      if (steps > 0) router.history.back()
      else go(entries.slice(0, -1), 0, true)
    },
  }
}
