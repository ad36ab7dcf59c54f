/** The menu of a row, drawn outside of the table so that its scroll box does not cut it. */
import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { Button, IconButton } from '../action/Button'
import { IconChevronDown, IconDots } from '../icons'
import type { RowAction } from './columns'
import styles from './RowMenu.module.css'

interface RowMenuProps {
  /** Whose actions they are, such as `Actions for Harborline Logistics`. */
  label: string
  actions: readonly RowAction[]
  framed?: boolean
  /** Says so on the button instead of showing dots; where it is narrow, the dots stay. */
  text?: string
}

export function RowMenu({ label, actions, framed, text }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  if (actions.length === 0) return null
  const gentle = actions.filter((action) => !action.destroys)
  const destructive = actions.filter((action) => action.destroys)
  // What an entry opens gives the focus back to the button of the menu, not to an entry that is gone.
  const fromButton = (run: () => void) => {
    button.current?.focus()
    run()
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {text && !isNarrow ? (
          <Button ref={button} aria-label={label} trailing={IconChevronDown}>
            {text}
          </Button>
        ) : (
          <IconButton ref={button} icon={IconDots} label={label} small={!framed} framed={framed === true} />
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {gentle.map((action) => (
          <Entry key={action.label} action={action} onRun={() => fromButton(action.run)} />
        ))}
        {gentle.length > 0 && destructive.length > 0 && <Menu.Divider />}
        {destructive.map((action) => (
          <Entry key={action.label} action={action} onRun={() => fromButton(action.run)} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Entry({ action: { label, icon: Glyph, destroys, blocked }, onRun }: { action: RowAction; onRun: () => void }) {
  return (
    <Menu.Item
      leftSection={<Glyph size={16} stroke={1.75} />}
      data-danger={destroys || undefined}
      disabled={Boolean(blocked)}
      onClick={onRun}
    >
      {label}
      {blocked && <span className={styles.why}>{blocked}</span>}
    </Menu.Item>
  )
}
