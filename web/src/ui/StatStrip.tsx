/** Counters in one strip: a muted label, a large number, a few words beside or below it. */
import type { ReactNode } from 'react'
import styles from './StatStrip.module.css'

export interface Stat {
  label: string
  /** The label where it is narrow. */
  short?: string
  value: ReactNode
  /** Beside the number, or below it when the strip has many. */
  says?: ReactNode
}

interface StatStripProps {
  stats: readonly Stat[]
  /** Shown in place of the numbers, such as 'Loading member data...' */
  waiting?: string | false | undefined
  /** Without a border of its own, inside a card. */
  bare?: boolean
}

export function StatStrip({ stats, waiting, bare }: StatStripProps) {
  return (
    <dl className={styles.strip} data-strip data-many={stats.length > 4 || undefined} data-bare={bare} aria-busy={waiting ? true : undefined}>
      {stats.map(({ label, short, value, says }) => (
        <div key={label} className={styles.stat}>
          <dt>
            <span className={short && styles.long}>{label}</span>
            {short && <span className={styles.short} aria-hidden>{short}</span>}
          </dt>
          <dd>
            {waiting ? <span className={styles.says}>{waiting}</span> : <span className={styles.value}>{value}</span>}
            {!waiting && says && <span className={styles.says}>{says}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
