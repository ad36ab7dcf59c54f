/** That a negative statement is brought forward in another one, with the way there. */
import { Note } from '../../../ui/state/Note'
import { usePanels } from '../../../ui/panel/usePanels'
import { PanelLink } from '../../../ui/action/RowLink'
import type { Statement } from '../../../shared/statements/queries'

export function Carried({ statement: { CarriedInto } }: { statement: Pick<Statement, 'CarriedInto'> }) {
  const { open } = usePanels()
  if (!CarriedInto) return null
  return (
    <Note title="Its negative balance is brought forward.">
      In{' '}
      <PanelLink label={`Open ${CarriedInto.Name}`} onClick={() => open('statement', CarriedInto.StatementId)}>
        {CarriedInto.Name}
      </PanelLink>
      .
    </Note>
  )
}
