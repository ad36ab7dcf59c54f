/** Leaving a side panel: with a question while something in it is unsaved. */
import { readPanels, usePanelPlace } from './usePanels'
import { askToDiscard, useUnsavedQuestion, type Place } from './unsaved'

/** `leave` asks first where something is unsaved; `close` does not. */
export function useLeaving(dirty: boolean): { leave: () => void; close: () => void } {
  const place = usePanelPlace()
  const allowLeaving = useUnsavedQuestion(dirty && !place.leaving, 'Close', (current, next) =>
    isStillOpen(place.order, current, next),
  )
  const close = () => {
    allowLeaving()
    place.close()
  }
  const leave = async () => {
    if (!dirty || (await askToDiscard('Close'))) close()
  }
  return { leave: () => void leave(), close }
}

/** Whether the panel at a level of the URL is the same in both places: another one opening above it, or closing, loses nothing. */
function isStillOpen(order: number, current: Place, next: Place): boolean {
  const panels = ({ search }: Place) =>
    readPanels(typeof search === 'object' && search !== null && 'panel' in search ? String(search.panel ?? '') : '')
  const [before, after] = [panels(current)[order], panels(next)[order]]
  return current.pathname === next.pathname && before?.kind === after?.kind && before?.id === after?.id
}
