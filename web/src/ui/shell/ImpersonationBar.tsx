/** The amber bar over the whole width while one acts as someone else. It never scrolls away. */
import type { ReactNode } from 'react'
import { Button } from '../action/Button'
import { IconAlertTriangle } from '../icons'
import styles from './ImpersonationBar.module.css'

interface ImpersonationBarProps {
  name: string
  /** How long it goes on. */
  detail?: ReactNode
  stopping?: boolean
  onStop: () => void
}

export function ImpersonationBar({ name, detail, stopping = false, onStop }: ImpersonationBarProps) {
  return (
    <div className={styles.bar} role="status">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>
        You act as <strong>{name}</strong>
      </span>
      {detail}
      <Button small busy={stopping} onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}
