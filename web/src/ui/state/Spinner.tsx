/** The turning ring inside a pressed button or beside a running task. Never laid over a page. */
import styles from './Spinner.module.css'

export function Spinner() {
  return <span className={styles.ring} aria-hidden />
}
