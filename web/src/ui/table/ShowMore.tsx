/** Below a list that is not drawn whole: how much of it is, and a button for the next part. */
import { count } from '../../lib/format/money'
import { Button } from '../action/Button'
import styles from './ShowMore.module.css'

interface ShowMoreProps {
  shown: number
  total: number
  /** How many the button adds at most. */
  step: number
  busy?: boolean
  onMore: () => void
}

export function ShowMore({ shown, total, step, busy = false, onMore }: ShowMoreProps) {
  if (shown >= total) return null
  return (
    <p className={styles.more}>
      {count(shown)} of {count(total)} are shown.
      <Button small busy={busy} onClick={onMore}>
        Show {count(Math.min(total - shown, step))} more
      </Button>
    </p>
  )
}
