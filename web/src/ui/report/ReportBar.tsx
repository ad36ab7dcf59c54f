/** The head of a report: its name, what it is about as chips, and at the right what can be done. */
import type { ReactNode } from 'react'
import type { Icon } from '../icons'
import styles from './ReportBar.module.css'

/** One thing a report is about. */
export interface Facet {
  /** What it is of all a report may be about: `plans`. */
  name: string
  says: string
  icon?: Icon
  /** Solid and tinted; otherwise dashed, as nothing is narrowed by it. */
  on?: boolean
  /** A tick before it, as the bars have for what they are compared with. */
  ticked?: boolean
}

interface ReportBarProps {
  title: string
  facets: readonly Facet[]
  /** Opens what changes them. */
  onFacet: () => void
  children: ReactNode
}

export function ReportBar({ title, facets, onFacet, children }: ReportBarProps) {
  return (
    <div className={styles.bar}>
      <h2>{title}</h2>
      <div className={styles.facets}>
        {facets.map(({ name, says, icon: Glyph, on = false, ticked = false }) =>
          ticked ? (
            <span key={name} className={styles.facet} data-on>
              <span className={styles.tick} aria-hidden />
              {says}
            </span>
          ) : (
            <button key={name} type="button" className={styles.facet} data-on={on || undefined} onClick={onFacet}>
              {Glyph && <Glyph size={14} stroke={1.75} aria-hidden />}
              <span className={styles.text}>{says}</span>
            </button>
          ),
        )}
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}
