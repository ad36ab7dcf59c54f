/** Creates the invoice of a snapshot in the ERP, or updates the one that stands there: what the menu of its row asks, at an address. */
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../../lib/failure'
import { readWhyPanelId, type WhyPath } from '../../../lib/billing/whyPanel'
import { Button } from '../../../ui/action/Button'
import { ConfirmPanel } from '../../../ui/panel/ConfirmPanel'
import { NoRecordPanel } from '../../../ui/panel/ofRecord'
import { SidePanel } from '../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../ui/panel/usePanels'
import { Answered } from '../../../ui/state/Answered'
import { creatingInvoice, updatingInvoice } from './invoicing'
import { snapshot } from './queries'

export function InvoicingPanel({ id }: { id: string }) {
  const path = readWhyPanelId(id)
  return path ? <Panel path={path} /> : <NoRecordPanel what="snapshot" />
}

function Panel({ path }: { path: WhyPath }) {
  const query = useQuery(snapshot(path.employerId, path.snapshotId))
  const { close } = usePanelPlace()
  const row = query.data
  if (row) return <ConfirmPanel {...(row.InErp ? updatingInvoice(row) : creatingInvoice(row))} />
  if (isMissing(query.error)) return <NoRecordPanel what="snapshot" asked />
  return (
    <SidePanel title="Invoice" footer={<Button onClick={close}>Close</Button>}>
      <Answered query={query} what="the snapshot" flush>
        {() => null}
      </Answered>
    </SidePanel>
  )
}
