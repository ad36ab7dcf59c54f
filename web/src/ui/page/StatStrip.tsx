/** Counters in one strip: a muted label, a large number, a few words beside or below it. */
import type { ReactNode } from 'react'
import { ShortLabel } from '../value/ShortLabel'
import styles from './StatStrip.module.css'

export interface Stat {
  label: string
  /** The label where it is narrow. */
  short?: string
  value: ReactNode
  /** Beside the number, or below it when the strip has many. */
  says?: ReactNode
  /** Left out of the lines of a brief strip: it is told elsewhere on the page, or there is nothing to tell yet. */
  minor?: boolean
  /** The number is bad news, and red. */
  bad?: boolean
}

interface StatStripProps {
  stats: readonly Stat[]
  /** Shown in place of the numbers, such as 'Loading member data...' */
  waiting?: string | false | undefined
  /** Without a border of its own, inside a card. */
  bare?: boolean
  /** Lines of words instead of a strip where it is narrow: what lies below is what one comes for. */
  brief?: boolean
  /** The words beside the numbers stay where it is narrow. */
  wordy?: boolean
}

export function StatStrip({ stats, waiting, bare, brief, wordy }: StatStripProps) {
  return (
    <dl
      className={styles.strip}
      data-strip
      data-many={stats.length > 4 || undefined}
      data-four={stats.length === 4 || undefined}
      data-bare={bare || undefined}
      data-brief={brief || undefined}
      data-wordy={wordy || undefined}
      aria-busy={waiting ? true : undefined}
    >
      {stats.map(({ label, short, value, says, minor, bad }) => (
        <div key={label} className={styles.stat} data-minor={minor || undefined}>
          <dt>
            <ShortLabel label={label} short={short} />
          </dt>
          <dd>
            {waiting ? (
              <span className={styles.says}>{waiting}</span>
            ) : (
              <span className={styles.value} data-bad={bad || undefined}>
                {value}
              </span>
            )}
            {!waiting && says && <span className={styles.says}>{says}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
