/** The initials of a person in a circle. */
import { initials } from '../../lib/format/masks'
import styles from './Avatar.module.css'

export function Avatar({ name, small }: { name: string; small?: boolean }) {
  return (
    <span className={styles.avatar} data-small={small || undefined} aria-hidden>
      {initials(name)}
    </span>
  )
}
