/** Grey bars in the place of what is still loading. */
import styles from './Waiting.module.css'

interface WaitingProps {
  label: string
  /** Without margins of its own: inside of a panel, which has them. */
  flush?: boolean
}

export function Waiting({ label, flush = false }: WaitingProps) {
  return (
    <div className={styles.bars} data-flush={flush || undefined} role="status" aria-label={label}>
      {[40, 70, 55, 100, 100, 85].map((width, index) => (
        <span key={index} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
