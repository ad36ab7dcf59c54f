/** Where there is nothing: what is missing, why, and one action. A failure looks alike but is red and says its reference. */
import type { ReactNode } from 'react'
import type { Icon } from '../icons'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  icon?: Icon
  title: string
  children?: ReactNode
  action?: ReactNode
  failed?: boolean
  /** Without margins of its own: inside of a panel, which has them. */
  flush?: boolean
}

export function EmptyState({ icon: Glyph, title, children, action, failed = false, flush = false }: EmptyStateProps) {
  return (
    <div
      className={styles.state}
      data-failed={failed || undefined}
      data-flush={flush || undefined}
      role={failed ? 'alert' : undefined}
    >
      {Glyph && <Glyph size={18} stroke={1.75} aria-hidden />}
      <div className={styles.text}>
        <strong>{title}</strong>
        {children && <p>{children}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
