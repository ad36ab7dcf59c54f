/** A button above a list: its icon alone, and where it is narrow, among the chips, with its name. */
import type { ComponentProps } from 'react'
import { Button, IconButton } from '../../action/Button'
import type { Icon } from '../../icons'

type ToolButtonProps = { icon: Icon; label: string; narrow: boolean } & Omit<
  ComponentProps<'button'>,
  'children' | 'aria-label'
>

export function ToolButton({ narrow, icon, label, ...rest }: ToolButtonProps) {
  if (!narrow) return <IconButton icon={icon} label={label} {...rest} />
  return (
    <Button small icon={icon} {...rest}>
      {label}
    </Button>
  )
}
