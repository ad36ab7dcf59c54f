/** A tag of a count that opens to what is counted: a title, one line each, and at most two buttons. */
import { Popover } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { IconButton } from '../action/Button'
import { IconAlertCircle, IconX } from '../icons'
import styles from './TagPopover.module.css'

interface TagPopoverProps {
  /** What the tag says: `35 errors`. */
  children: ReactNode
  title: string
  /** Beside the title: `35 rows of 430`. */
  says?: string | undefined
  lines: readonly (string | CountedLine)[]
  actions?: ReactNode
  /** Called when it is opened, for lines that are asked for only then. */
  onOpen?: () => void
}

/** A line with its share of the count. */
interface CountedLine {
  says: string
  number: string
}

export function TagPopover({ children, title, says, lines, actions, onOpen }: TagPopoverProps) {
  const [open, setOpen] = useState(false)
  const titleId = useId()
  const toggle = () => {
    if (!open) onOpen?.()
    setOpen(!open)
  }
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={360} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles.tag} aria-expanded={open} onClick={toggle}>
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-labelledby={titleId}>
        <div className={styles.head}>
          <strong id={titleId}>{title}</strong>
          {says && <span>{says}</span>}
          <IconButton small icon={IconX} label="Close" onClick={() => setOpen(false)} />
        </div>
        <ul className={styles.lines}>
          {lines.map((line, index) => (
            <li key={index}>
              <IconAlertCircle size={16} stroke={1.75} aria-hidden />
              <span>{typeof line === 'string' ? line : line.says}</span>
              {typeof line !== 'string' && <strong>{line.number}</strong>}
            </li>
          ))}
        </ul>
        {actions && <div className={styles.actions}>{actions}</div>}
      </Popover.Dropdown>
    </Popover>
  )
}
