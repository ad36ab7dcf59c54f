/** What is wrong with the rows, by kind, to choose from: errors first, and how far they are done. */
import { count } from '../../../lib/format/money'
import { ProgressBar } from '../../../ui/state/ProgressBar'
import { findingTitle } from './cells'
import styles from './FixRows.module.css'
import type { Finding } from './queries'

export const keyOf = ({ Kind, Field }: Finding) => `${Kind} ${Field ?? ''}`

/** How many of the rows that had errors are fixed or left out. */
export interface RowsDone {
  done: number
  total: number
}

interface KindsProps {
  found: readonly Finding[]
  current: string
  left: number
  done: RowsDone
  onShow: (key: string) => void
}

export function Kinds({ found, current, left, done: { done, total }, onShow }: KindsProps) {
  const parts = [
    { title: 'Errors', list: found.filter(({ Severity }) => Severity === 'Error') },
    { title: 'Warnings', list: found.filter(({ Severity }) => Severity === 'Warning') },
  ]
  return (
    <nav className={styles.kinds} aria-label="Kinds of errors">
      <p className={styles.left}>
        <strong>{count(left)}</strong> {left === 1 ? 'row has errors' : 'rows have errors'}
      </p>
      {total > 0 && <ProgressBar label="Rows fixed or skipped" done={done} total={total} noun="rows done" />}
      {parts.map(
        ({ title, list }) =>
          list.length > 0 && (
            <section key={title} aria-label={title}>
              <h2>{title}</h2>
              {list.map((one) => (
                <button
                  key={keyOf(one)}
                  type="button"
                  className={styles.kind}
                  aria-current={keyOf(one) === current || undefined}
                  onClick={() => onShow(keyOf(one))}
                >
                  <span>{findingTitle(one)}</span>
                  <span>{count(one.Records)}</span>
                  <small>{one.Label ?? 'Whole row'}</small>
                </button>
              ))}
            </section>
          ),
      )}
      <p className={styles.keys}>
        Arrow keys move between cells, Enter edits, Tab keeps and moves on, Ctrl D copies from above, Esc undoes the
        cell. Cells copied from a spreadsheet can be pasted.
      </p>
    </nav>
  )
}
