/** A name and what belongs to it on one line of a cell: a muted fact that shortens first, or a tag that never does, before which a plain name or a button shortens. */
import type { ReactNode } from 'react'
import styles from './NameAndFact.module.css'

export function NameAndFact({ name, fact, tag }: { name: ReactNode; fact?: ReactNode; tag?: ReactNode }) {
  return (
    <span className={styles.line}>
      <span className={styles.name} data-text={typeof name === 'string' || undefined}>
        {name}
      </span>
      {fact && <span className={styles.fact}>{fact}</span>}
      {tag && <span className={styles.tag}>{tag}</span>}
    </span>
  )
}
