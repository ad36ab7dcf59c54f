/** A rating out of five stars, filled by its part of five. */
import { IconStarFilled } from '../icons'
import styles from './Stars.module.css'

const five = [1, 2, 3, 4, 5]

export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${rating.toFixed(1)} out of 5 stars`}>
      <Row />
      <span className={styles.filled} style={{ width: `${Math.min(100, (rating / 5) * 100)}%` }}>
        <Row />
      </span>
    </span>
  )
}

function Row() {
  return (
    <span className={styles.row} aria-hidden>
      {five.map((star) => (
        <IconStarFilled key={star} size={14} />
      ))}
    </span>
  )
}
