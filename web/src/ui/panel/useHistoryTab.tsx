/** A further tab of a panel that shows the history of its record to those who may see it. */
import { Suspense, useState, type ReactNode } from 'react'
import { Waiting } from '../state/Waiting'
import { useHistoryPart, type HistoryOf } from './HistoryPart'
import type { PanelTabsProps } from './PanelTabs'

const pastTab = { name: 'history', label: 'History' }
const formTab = { name: 'details', label: 'Details' }

/** The tabs of a panel with one more for the history of its record, and what that one shows while it is chosen. */
export function useHistoryTab(
  history: HistoryOf | undefined,
  tabs: PanelTabsProps | undefined,
): { tabs: PanelTabsProps | undefined; shown?: { body: ReactNode } } {
  const [isOpen, setOpen] = useState(false)
  const draw = useHistoryPart()
  if (!history || !draw) return { tabs }
  const all: PanelTabsProps = {
    label: tabs?.label ?? 'Parts of the record',
    tabs: [...(tabs?.tabs ?? [formTab]), pastTab],
    current: isOpen ? pastTab.name : (tabs?.current ?? formTab.name),
    onChoose: (name) => {
      setOpen(name === pastTab.name)
      if (name !== pastTab.name) tabs?.onChoose(name)
    },
  }
  if (!isOpen) return { tabs: all }
  const body = <Suspense fallback={<Waiting label="Loading the history" flush />}>{draw(history)}</Suspense>
  return { tabs: all, shown: { body } }
}
