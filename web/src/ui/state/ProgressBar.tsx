/** How far a run is: rows done of all rows, and what is known about the rest. */
import type { ReactNode } from 'react'
import { count } from '../../lib/format/money'
import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  label: string
  done: number
  /** 0 while nobody knows how many there are. */
  total: number
  /** What is counted: `rows`. */
  noun: string
  /** At the right: percent, time left. */
  says?: ReactNode
  /** Below: that one may leave the page. */
  help?: ReactNode
}

export function ProgressBar({ label, done, total, noun, says, help }: ProgressBarProps) {
  const percent = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0
  return (
    <div className={styles.progress} data-padded>
      <div className={styles.line}>
        <span>
          <strong>{count(done)}</strong> {total > 0 && `of ${count(total)} `}
          {noun}
        </span>
        <span>{says ?? (total > 0 && `${percent}%`)}</span>
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={styles.bar} style={{ width: `${percent}%` }} />
      </div>
      {help && <p className={styles.help}>{help}</p>}
    </div>
  )
}
