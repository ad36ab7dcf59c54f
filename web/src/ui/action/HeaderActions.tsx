/** The actions of a head: buttons, and the rest in a "…" menu. Where it is narrow, all of them are in the menu. */
import { useMediaQuery } from '@mantine/hooks'
import { useKeys } from '../keys/useKeys'
import { Button } from './Button'
import type { RowAction } from '../list/columns'
import { RowMenu } from '../list/RowMenu'

export interface HeaderAction extends RowAction {
  /** Always in the menu, also where there is room. */
  inMenu?: boolean
  /** The one primary of the page. */
  primary?: boolean
}

export function HeaderActions({ actions, label }: { actions: readonly HeaderAction[]; label: string }) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const edit = actions.find(({ edits, blocked }) => edits && !blocked)
  useKeys('This page', edit ? [{ keys: 'E', says: edit.label, run: edit.run }] : [])
  const hidden = actions.filter((action) => action.inMenu || action.destroys || (isNarrow && !action.primary))
  return (
    <>
      {actions
        .filter((action) => !hidden.includes(action))
        .map((action) => (
          <Button
            key={action.label}
            kind={action.primary ? 'primary' : 'plain'}
            icon={action.icon}
            disabled={Boolean(action.blocked)}
            title={action.blocked || undefined}
            onClick={action.run}
          >
            {action.label}
          </Button>
        ))}
      <RowMenu framed label={label} actions={hidden} />
    </>
  )
}
