/** What can be done with chosen invoices: the next step as a button, the rest in a menu. Each asks first and then shows its results. */
import { Button } from '../../ui/action/Button'
import { RowMenu } from '../../ui/list/RowMenu'
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { usePanels } from '../../ui/panel/usePanels'
import { startBulkAction } from './queries'
import { confirmationOf, kinds, type Chosen } from './words'

interface BulkActionsProps {
  chosen: readonly Chosen[]
  clear: () => void
}

export function BulkActions({ chosen, clear }: BulkActionsProps) {
  const { open } = usePanels()
  const actions = kinds.map((kind) => ({
    label: kind.label,
    icon: kind.icon,
    blocked: !chosen.some(kind.fits) && `All chosen are ${kind.others}.`,
    run: () =>
      confirmFirst(
        confirmationOf(kind, chosen, async () => {
          const begun = await startBulkAction(
            kind.kind,
            chosen.map(({ id }) => id),
          )
          clear()
          open('bulk', begun.Id)
        }),
      ),
  }))
  const [create, ...others] = actions
  return (
    <>
      <RowMenu framed label="More for the chosen invoices" text="More" actions={others} />
      {create && !create.blocked && (
        <Button kind="primary" icon={create.icon} onClick={create.run}>
          {create.label}
        </Button>
      )}
    </>
  )
}
