/** The history of a record that has no panel of its own to hold it. */
import { Suspense, type ReactNode } from 'react'
import { Button } from '../action/Button'
import { Waiting } from '../state/Waiting'
import { useHistoryPart, type HistoryOf } from './HistoryPart'
import { SidePanel } from './SidePanel'
import { usePanelPlace } from './usePanels'

/** `context` says whose history it is. Draws nothing for those who may not see one. */
export function HistoryPanel({ of, context }: { of: HistoryOf; context?: ReactNode }) {
  const { close } = usePanelPlace()
  const draw = useHistoryPart()
  if (!draw) return null
  return (
    <SidePanel title="History" context={context} footer={<Button onClick={close}>Close</Button>}>
      <Suspense fallback={<Waiting label="Loading the history" flush />}>{draw(of)}</Suspense>
    </SidePanel>
  )
}
