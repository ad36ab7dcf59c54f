/** The inside of an expanded row: definition lists beside each other, and a history at the right behind a line. */
import type { ReactNode } from 'react'
import styles from './RowDetail.module.css'

export function ColumnsBesideHistory({ children, history }: { children: ReactNode; history: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.facts}>
        <div className={styles.columns}>{children}</div>
      </div>
      <div className={styles.history}>{history}</div>
    </div>
  )
}
