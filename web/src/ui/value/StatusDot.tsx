/** A status: a dot and a word. A filled dot is in effect, a ring is scheduled, a turning ring is running. */
import type { CSSProperties, ReactNode } from 'react'
import styles from './StatusDot.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'off'
export type DotShape = 'filled' | 'ring' | 'running'

/** How a status is drawn. */
export interface DotLook {
  tone: Tone
  shape?: DotShape
}

interface StatusDotProps extends DotLook {
  /** A colour that the server gives, in place of the tone's. */
  color?: string | undefined
  children: ReactNode
}

export function StatusDot({ tone, shape = 'filled', color, children }: StatusDotProps) {
  return (
    <span className={styles.status}>
      <span
        className={styles.dot}
        data-tone={tone}
        data-shape={shape}
        data-told={color !== undefined || undefined}
        style={color === undefined ? undefined : told(color)}
        aria-hidden
      />
      <span className={styles.word}>{children}</span>
    </span>
  )
}

/** A colour as the dot takes it. */
function told(color: string): CSSProperties {
  return { '--dot': color } as CSSProperties
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

interface StatusProps {
  name: string | null | undefined
  /** The colour that the server gives with it, as with payment statuses. */
  color?: string | null | undefined
}

/** The status the server names: in its colour where it gives one, else in ours. A name that we do not know is grey. */
export function Status({ name, color }: StatusProps) {
  const says = name || 'Unknown'
  return (
    <StatusDot {...(looks[says] ?? { tone: 'off' })} color={color ?? undefined}>
      {says}
    </StatusDot>
  )
}
