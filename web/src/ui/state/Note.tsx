/** A note on the page: a tint, one line in its colour, an icon, a bold first sentence, at most two ways on. */
import type { ReactNode } from 'react'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, type Icon } from '../icons'
import styles from './Note.module.css'

export type NoteKind = 'info' | 'warn' | 'bad' | 'ok'

const icons: Record<NoteKind, Icon> = {
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
  ok: IconCircleCheck,
}

interface NoteProps {
  kind?: NoteKind
  icon?: Icon
  /** The bold first sentence. */
  title?: ReactNode
  /** Gives the title a line of its own. */
  ownLine?: boolean
  children?: ReactNode
  /** Stands at the right: one button or two, or who wrote it and when. */
  action?: ReactNode
  /** Read out as soon as it appears; for what answers something one has just done. */
  live?: boolean
}

export function Note({ kind = 'info', icon, title, ownLine, children, action, live = false }: NoteProps) {
  const Glyph = icon ?? icons[kind]
  return (
    <div className={styles.note} data-kind={kind} role={live ? (kind === 'bad' ? 'alert' : 'status') : undefined}>
      <Glyph size={16} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.body}>
        {title && (
          <strong className={styles.title} data-own-line={ownLine || undefined}>
            {title}{' '}
          </strong>
        )}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
