/** The scrolling part of a page that is not a list: cards in one, two or three columns. */
import type { ReactNode } from 'react'
import styles from './PageBody.module.css'

interface PageBodyProps {
  columns?: 1 | 2 | 3
  children: ReactNode
}

export function PageBody({ columns = 1, children }: PageBodyProps) {
  return (
    <div className={styles.body} data-columns={columns}>
      {children}
    </div>
  )
}

/** One column of cards below each other; the columns of a body need not be of equal height. */
export function Column({ children }: { children: ReactNode }) {
  return <div className={styles.column}>{children}</div>
}

/** Something over all columns: a note, the counters. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}

/** A main column and a narrow one at its right, as on a file's page; in an expanded row the row gives the gutters. */
export function MainAndRail({ main, rail, inRow }: { main: ReactNode; rail: ReactNode; inRow?: boolean | undefined }) {
  return (
    <div className={styles.split} data-in-row={inRow || undefined}>
      <div className={styles.column}>{main}</div>
      <div className={styles.column}>{rail}</div>
    </div>
  )
}
