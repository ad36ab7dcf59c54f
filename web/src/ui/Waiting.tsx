/** Grey bars in the place of what is still loading. */
import styles from './Waiting.module.css'

export function Waiting({ label }: { label: string }) {
  return (
    <div className={styles.bars} role="status" aria-label={label}>
      {[40, 70, 55, 100, 100, 85].map((width, index) => (
        <span key={index} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
