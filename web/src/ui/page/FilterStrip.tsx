/** Figures in one strip above a list, each of which shows only its rows; pressed again it shows all. */
import type { ReactNode } from 'react'
import styles from './FilterStrip.module.css'

export interface Figure {
  name: string
  label: string
  value: ReactNode
  /** Beside the number. */
  says?: ReactNode
  /** Draws attention when it is not empty. */
  warns?: boolean
}

interface FilterStripProps {
  /** What is chosen: `Show invoices`. */
  label: string
  figures: readonly Figure[]
  /** The name of the one whose rows are shown. */
  current: string | undefined
  onChoose: (name: string | undefined) => void
}

export function FilterStrip({ label, figures, current, onChoose }: FilterStripProps) {
  return (
    <div className={styles.strip} role="group" aria-label={label}>
      {figures.map(({ name, label: title, value, says, warns }) => (
        <button
          key={name}
          type="button"
          className={styles.figure}
          aria-pressed={name === current}
          data-warns={warns || undefined}
          onClick={() => onChoose(name === current ? undefined : name)}
        >
          <span className={styles.label}>{title}</span>
          <span className={styles.amount}>
            <span className={styles.value}>{value}</span>
            {says && <span className={styles.says}>{says}</span>}
          </span>
        </button>
      ))}
    </div>
  )
}
