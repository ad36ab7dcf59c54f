/**
 * A side panel: 700 px wide, 15 px narrower per level, with a header, a scrolling body and a pinned footer. Only the top one
 * listens to Esc and keeps the focus; what is below is inert; the focus returns to where it was.
 */
import { Portal } from '@mantine/core'
import { useFocusTrap, useMergedRef, useWindowEvent } from '@mantine/hooks'
import { useId, type CSSProperties, type ReactNode } from 'react'
import { IconButton } from '../action/Button'
import { IconX } from '../icons'
import { openerOfRow } from '../list/tools/rowFocus'
import { useSteps } from './neighbours'
import { PanelTabs, type PanelTabsProps } from './PanelTabs'
import { StepButtons } from './StepButtons'
import { useFocusBack, usePanelLevel } from './stack'
import { usePanelPlace } from './usePanels'
import styles from './SidePanel.module.css'

export const panelWidth = 700
export const panelStep = 15

export interface SidePanelProps {
  title: ReactNode
  /** Beside the title: an id, a status. */
  status?: ReactNode
  /** One line below the title that says what it belongs to. */
  context?: ReactNode
  tabs?: PanelTabsProps | undefined
  footer?: ReactNode
  /** At the right of the footer: one line of state. */
  footerState?: ReactNode
  /** Asked before closing; absent closes at once. */
  onClose?: () => void
  children: ReactNode
}

export function SidePanel({ title, status, context, tabs, footer, footerState, onClose, children }: SidePanelProps) {
  const place = usePanelPlace()
  const { level, isTop } = usePanelLevel(place.key, place.order, place.leaving)
  const titleId = useId()
  const close = onClose ?? place.close
  const element = useMergedRef<HTMLElement>(useFocusTrap(isTop))
  const steps = useSteps()
  useFocusBack(place.leaving, () => place.entry && openerOfRow(place.entry.id.split('.')[0] ?? ''))
  useEscape(isTop, close)

  const layer: CSSProperties = { zIndex: `calc(var(--z-panel) + ${2 * level})` }
  const width = { '--panel-width': `${panelWidth - panelStep * level}px` } as CSSProperties
  return (
    <Portal>
      <div className={styles.layer} style={layer} data-leaving={place.leaving || undefined} inert={!isTop}>
        <div className={styles.scrim} data-upper={level > 0 || undefined} onClick={close} aria-hidden />
        <section
          ref={element}
          role="dialog"
          aria-modal={isTop}
          aria-labelledby={titleId}
          tabIndex={-1}
          className={styles.panel}
          style={width}
        >
          <Heading id={titleId} title={title} status={status} context={context} />
          {tabs ? <PanelTabs {...tabs}>{children}</PanelTabs> : <div className={styles.body}>{children}</div>}
          {footer && (
            <div className={styles.footer}>
              {footer}
              {footerState && <div className={styles.state}>{footerState}</div>}
            </div>
          )}
          {/* Last, so that the first field has the focus when the panel opens. */}
          <div className={styles.close}>
            {steps && <StepButtons {...steps} place="This panel" />}
            <IconButton icon={IconX} label="Close" onClick={close} />
          </div>
        </section>
      </div>
    </Portal>
  )
}

function Heading({
  id,
  title,
  status,
  context,
}: { id: string } & Pick<SidePanelProps, 'title' | 'status' | 'context'>) {
  return (
    <div className={styles.header}>
      <div className={styles.heading}>
        <div className={styles.titleRow}>
          <h2 id={id}>{title}</h2>
          {status}
        </div>
        {context && <p className={styles.context}>{context}</p>}
      </div>
    </div>
  )
}

/** Esc closes the top panel, unless something inside of it (an open list, a calendar) has a use for the key. */
function useEscape(active: boolean, close: () => void) {
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !active || event.isComposing || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : undefined
      if (target?.closest('[data-mantine-stop-propagation="true"], [data-portal] [role="dialog"]:not([aria-modal])'))
        return
      event.preventDefault()
      close()
    },
    { capture: true },
  )
}

/** A part of a panel's body; parts are divided by a line. */
export function PanelSection({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      {title && <h3>{title}</h3>}
      {children}
    </section>
  )
}
