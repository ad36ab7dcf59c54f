/** A panel with something that is shown once: it closes when one says that it is kept, and asks before it closes otherwise. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/action/Button'
import { Note } from '../../ui/state/Note'
import { ask } from '../../ui/panel/ConfirmPanel'
import { PanelSection, SidePanel } from '../../ui/panel/SidePanel'
import { usePanelPlace } from '../../ui/panel/usePanels'

interface KeptPanelProps {
  title: string
  context?: ReactNode
  /** What is shown, within a sentence: `the recovery codes`. */
  what: string
  /** The button that closes: `I have kept them`. */
  kept: string
  /** Says that it is shown only now. */
  note: string
  /** Runs when the panel closes, kept or not. */
  onClosed?: () => void
  children: ReactNode
}

export function KeptPanel({ title, context, what, kept, note, onClosed, children }: KeptPanelProps) {
  const { close } = usePanelPlace()
  const leave = () => {
    close()
    onClosed?.()
  }
  const askFirst = async () => {
    const leaves = await ask({
      title,
      question: `Close without keeping ${what}?`,
      detail: 'You cannot see this again.',
      action: 'Close anyway',
      keep: 'Go back',
      destroys: true,
    })
    if (leaves) leave()
  }
  return (
    <SidePanel
      title={title}
      context={context}
      onClose={() => void askFirst()}
      footer={
        <Button kind="primary" onClick={leave}>
          {kept}
        </Button>
      }
    >
      <PanelSection>
        <Note kind="warn" live title={note} />
        {children}
      </PanelSection>
    </SidePanel>
  )
}
