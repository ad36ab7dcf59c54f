/** The menu of a row, drawn outside of the table so that its scroll box does not cut it. */
import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState, type RefObject } from 'react'
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

/** A list has one a row, and hardly any is opened: the menu itself is only made when it is wanted. */
export function RowMenu({ actions, ...look }: RowMenuProps) {
  const [wanted, setWanted] = useState(false)
  if (actions.length === 0) return null
  if (wanted) return <OpenedMenu actions={actions} {...look} />
  return <MenuButton {...look} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
}

type MenuButtonProps = Omit<RowMenuProps, 'actions'> & {
  ref?: RefObject<HTMLButtonElement | null>
  onClick?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

function MenuButton({ label, framed, text, ...rest }: MenuButtonProps) {
  if (text) return <TextButton label={label} text={text} {...rest} />
  return <IconButton icon={IconDots} label={label} small={!framed} framed={framed === true} {...rest} />
}

function TextButton({ label, text, ...rest }: Omit<MenuButtonProps, 'framed'>) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  if (isNarrow) return <IconButton icon={IconDots} label={label} framed {...rest} />
  return (
    <Button aria-label={label} trailing={IconChevronDown} {...rest}>
      {text}
    </Button>
  )
}

function OpenedMenu({ actions, ...look }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(true)
  const turn = (to: boolean) => {
    setOpen(to)
    // It took the place of the button that was pressed, and the focus of that one was lost.
    if (!to) button.current?.focus()
  }
  const gentle = actions.filter((action) => !action.destroys)
  const destructive = actions.filter((action) => action.destroys)
  // What an entry opens gives the focus back to the button of the menu, not to an entry that is gone.
  const fromButton = (run: () => void) => {
    button.current?.focus()
    run()
  }
  return (
    <Menu position="bottom-end" opened={open} onChange={turn}>
      <Menu.Target>
        <MenuButton ref={button} {...look} />
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
