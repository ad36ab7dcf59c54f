/** What a button of a list opens below itself. Hardly any is opened, so the popover is only made when it is wanted. */
import { Popover } from '@mantine/core'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'

interface PoppedProps {
  open: boolean
  onOpen: (open: boolean) => void
  /** What is opened, for those who do not see it. */
  label: string
  button: Omit<ComponentProps<'button'>, 'ref' | 'type' | 'onClick'>
  children: ReactNode
}

export function Popped({ open, onOpen, label, button, children }: PoppedProps) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  const target = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed first gave its place to the one of the popover, which has to be given the focus back.
    if (wanted && !open) target.current?.focus()
    // Only the closing counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open])
  const shown = { ...button, 'aria-expanded': open, onClick: () => onOpen(!open) }
  if (!wanted) return <button type="button" {...shown} />
  return (
    <Popover opened={open} onChange={onOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <button ref={target} type="button" {...shown} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  )
}
