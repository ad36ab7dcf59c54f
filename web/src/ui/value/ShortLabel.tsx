/** A label with a shorter form where it is narrow. Screen readers hear the whole one in either place. */
import styles from './ShortLabel.module.css'

export function ShortLabel({ label, short }: { label: string; short?: string | undefined }) {
  if (!short) return <span>{label}</span>
  return (
    <>
      <span className={styles.long}>{label}</span>
      <span className={styles.short} aria-hidden>
        {short}
      </span>
    </>
  )
}
