/** A name and what belongs to it in a cell: a muted fact that shortens first, or a tag. The name is never shortened; what does not fit goes below it. */
import type { ReactNode } from 'react'
import styles from './NameAndFact.module.css'

interface NameAndFactProps {
  name: ReactNode
  fact?: ReactNode
  tag?: ReactNode
  /** A fact that always has the line below, and goes on where the cell wraps. */
  below?: ReactNode
}

export function NameAndFact({ name, fact, tag, below }: NameAndFactProps) {
  return (
    <span className={styles.line}>
      <span className={styles.name}>{name}</span>
      {fact && <span className={styles.fact}>{fact}</span>}
      {tag && <span className={styles.tag}>{tag}</span>}
      {below && <span className={`${styles.fact} ${styles.below}`}>{below}</span>}
    </span>
  )
}
