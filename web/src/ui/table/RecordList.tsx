/** People of a file, one below the other: the name, a muted fact, what is said about them in full sentences, and one action. */
import type { ReactNode } from 'react'
import { IconAlertCircle, IconAlertTriangle } from '../icons'
import styles from './RecordList.module.css'

export interface RecordLine {
  id: number | string
  name: string
  /** Muted, beside the name: the row's number. */
  fact?: ReactNode
  /** What is wrong, one sentence each. */
  errors?: readonly string[]
  /** What holds nothing up and should be seen, one sentence each. */
  warnings?: readonly string[]
  /** What is known, one line each. */
  notes?: readonly ReactNode[]
  /** At the right: one link or button. */
  action?: ReactNode
}

interface RecordListProps {
  label: string
  records: readonly RecordLine[]
  empty: string
}

export function RecordList({ label, records, empty }: RecordListProps) {
  if (records.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <div role="region" aria-label={label} tabIndex={0}>
      <ul className={styles.list}>
        {records.map(({ id, name, fact, errors = [], warnings = [], notes = [], action }) => (
          <li key={id} className={styles.record}>
            <div className={styles.text}>
              <span className={styles.name}>{name}</span>
              {fact && <span className={styles.fact}>{fact}</span>}
              {errors.map((error, index) => (
                <p key={`error ${index}`} className={styles.error}>
                  <IconAlertCircle size={14} stroke={1.75} aria-hidden />
                  {error}
                </p>
              ))}
              {warnings.map((warning, index) => (
                <p key={`warning ${index}`} className={styles.warning}>
                  <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
                  {warning}
                </p>
              ))}
              {notes.map((note, index) => (
                <div key={`note ${index}`} className={styles.note}>
                  {note}
                </div>
              ))}
            </div>
            {action}
          </li>
        ))}
      </ul>
    </div>
  )
}
