/** Creates the bill of a statement in the ERP: what the menu of its row asks, at an address. */
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../../lib/failure'
import { creatingBill } from '../../../shared/statements/confirmations'
import { statement } from '../../../shared/statements/queries'
import { Button } from '../../../ui/action/Button'
import { ConfirmPanel } from '../../../ui/panel/ConfirmPanel'
import { NoRecordPanel } from '../../../ui/panel/ofRecord'
import { SidePanel } from '../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../ui/panel/usePanels'
import { Answered } from '../../../ui/state/Answered'

export function BillPanel({ id }: { id: number }) {
  const query = useQuery(statement(id))
  const { close } = usePanelPlace()
  if (query.data) return <ConfirmPanel {...creatingBill(query.data)} />
  if (isMissing(query.error)) return <NoRecordPanel what="statement" asked />
  return (
    <SidePanel title="Create Bill in ERP" footer={<Button onClick={close}>Close</Button>}>
      <Answered query={query} what="the statement" flush>
        {() => null}
      </Answered>
    </SidePanel>
  )
}
