/** A value that changes: what it is called, the old one struck through, the new one tinted. */
import { Nothing } from './Details'
import styles from './ValueChange.module.css'

interface ValueChangeProps {
  label: string
  /** Nothing when there was none. */
  before?: string | undefined
  /** Nothing when it is cleared. */
  after?: string | undefined
}

export function ValueChange({ label, before, after }: ValueChangeProps) {
  return (
    <span className={styles.change}>
      {label}
      {before !== undefined && <del className={styles.old}>{before}</del>}
      <span aria-hidden>→</span>
      {after === undefined ? <Nothing /> : <ins className={styles.new}>{after}</ins>}
    </span>
  )
}

/** Several in a line; they wrap. */
export function ValueChanges({ changes }: { changes: readonly ValueChangeProps[] }) {
  return (
    <span className={styles.line}>
      {changes.map((change) => (
        <ValueChange key={change.label} {...change} />
      ))}
    </span>
  )
}
