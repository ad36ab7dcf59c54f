/** What can be done with a row: what is wanted most as a button of its own, the rest in a menu. */
import { IconButton } from '../action/Button'
import { Inline } from '../Stack'
import type { RowAction } from './columns'
import { RowMenu } from './RowMenu'

interface RowActionsProps {
  /** What the row is called. */
  name: string
  actions: readonly RowAction[]
}

export function RowActions({ name, actions }: RowActionsProps) {
  const menu = <RowMenu label={`Actions for ${name}`} actions={actions.filter(isInMenu)} />
  const direct = actions.filter(({ direct }) => direct)
  if (direct.length === 0) return menu
  return (
    <Inline>
      {direct.map(({ label, icon, run }) => (
        <IconButton key={label} small icon={icon} label={`${label} ${name}`} onClick={run} />
      ))}
      {menu}
    </Inline>
  )
}

function isInMenu({ direct }: RowAction): boolean {
  return direct !== true
}

/** Whether a row has both, which takes more room. */
export function hasBoth(actions: readonly RowAction[]): boolean {
  return actions.some(({ direct }) => direct) && actions.some(isInMenu)
}
