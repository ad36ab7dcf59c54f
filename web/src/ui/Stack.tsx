/** Things that stand together: below each other in an expanded row, or beside each other in a cell, a little apart. */
import type { ReactNode } from 'react'
import styles from './Stack.module.css'

export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

/** A text and what belongs to it, such as a tag, on one line. */
export function Inline({ children }: { children: ReactNode }) {
  return <span className={styles.inline}>{children}</span>
}
