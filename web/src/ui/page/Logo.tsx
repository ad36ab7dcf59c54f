/** The mark and the name of the product. */
import styles from './Logo.module.css'

export function Logo() {
  return (
    <span className={styles.logo}>
      <svg width="22" height="22" viewBox="0 0 26 26" aria-hidden>
        <rect width="26" height="26" rx="6" className={styles.tile} />
        <path d="M8 6.5v11a2 2 0 0 0 2 2h9" className={styles.letter} />
        <path d="M13 8h6M13 12h6M13 15.6h3.4" className={styles.lines} />
      </svg>
      Ledgerwell
    </span>
  )
}
