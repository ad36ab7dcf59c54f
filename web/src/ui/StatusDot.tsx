/** A status: a dot and a word. A filled dot is in effect, a ring is scheduled, a turning ring is running. */
import type { ReactNode } from 'react'
import styles from './StatusDot.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'off'
export type DotShape = 'filled' | 'ring' | 'running'

/** How a status is drawn. */
export interface DotLook {
  tone: Tone
  shape?: DotShape
}

export function StatusDot({ tone, shape = 'filled', children }: DotLook & { children: ReactNode }) {
  return (
    <span className={styles.status}>
      <span className={styles.dot} data-tone={tone} data-shape={shape} aria-hidden />
      <span className={styles.word}>{children}</span>
    </span>
  )
}

const looks: Readonly<Record<string, DotLook>> = {
  Active: { tone: 'ok' },
  'In-Active': { tone: 'off' },
  'Pending Active': { tone: 'ok', shape: 'ring' },
  'Pending In-Active': { tone: 'off', shape: 'ring' },
  Paid: { tone: 'ok' },
  Open: { tone: 'info' },
  Unpaid: { tone: 'info' },
  'Partially Paid': { tone: 'warn' },
  Overdue: { tone: 'bad' },
  'Out of date': { tone: 'warn' },
  Processed: { tone: 'ok' },
  Processing: { tone: 'info', shape: 'running' },
  Failed: { tone: 'bad' },
}

/** The status the server names, drawn in our colours; a name we do not know is grey. */
export function Status({ name }: { name: string | null | undefined }) {
  const says = name || 'Unknown'
  return <StatusDot {...(looks[says] ?? { tone: 'off' })}>{says}</StatusDot>
}
