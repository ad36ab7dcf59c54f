/** A snapshot in the ERP: how it stands there, why, and each call that was made for it. */
import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../../../lib/failure'
import { monthName, monthOf } from '../../../../lib/format/months'
import { readWhyPanelId, type WhyPath } from '../../../../lib/billing/whyPanel'
import { useCan } from '../../../../session/session'
import { Answered } from '../../../../ui/state/Answered'
import { Button } from '../../../../ui/action/Button'
import { IconRefresh } from '../../../../ui/icons'
import { NoRecordPanel } from '../../../../ui/panel/ofRecord'
import { PanelSection, SidePanel } from '../../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../../ui/panel/usePanels'
import { Status } from '../../../../ui/value/StatusDot'
import { snapshot } from '../queries'
import { ErpCalls, ErpReasons } from '../../../../shared/erp/ErpCalls'
import { erpHistory } from './queries'
import { canKeep, confirmKeeping, keepLabel } from './keeping'
import { canRetry } from './sending'
import { canSettleMail, confirmMailed, confirmMailingAgain, mailAgainLabel, mailedLabel } from './settlingMail'
import { useRetrying } from './useRetrying'

export function ErpPanel({ id }: { id: string }) {
  const path = readWhyPanelId(id)
  return path ? <Panel path={path} /> : <NoRecordPanel what="snapshot" />
}

function Panel({ path }: { path: WhyPath }) {
  const query = useQuery(erpHistory(path))
  const { data: row } = useQuery(snapshot(path.employerId, path.snapshotId))
  const mayEdit = useCan()('EditBilling')
  const { isRetrying, retry } = useRetrying()
  const { close } = usePanelPlace()
  const state = query.data?.ErpState
  if (query.data === undefined && isMissing(query.error)) return <NoRecordPanel what="snapshot" asked />
  return (
    <SidePanel
      title="In the ERP"
      status={state && <Status name={state.Text} color={state.Color} />}
      context={row && `${row.BillingPlan.Name} · ${monthName(monthOf(row.InvoicePeriodEndDate))}`}
      footer={
        <>
          {mayEdit && row && canRetry({ ErpState: state ?? null }) && (
            <Button kind="primary" icon={IconRefresh} busy={isRetrying(row.Id)} onClick={() => retry(row)}>
              Retry
            </Button>
          )}
          {mayEdit && row && canKeep({ ErpState: state ?? null }) && (
            <Button onClick={() => confirmKeeping(row)}>{keepLabel}</Button>
          )}
          {mayEdit && row && canSettleMail({ ErpState: state ?? null }) && (
            <>
              <Button onClick={() => confirmMailed(row)}>{mailedLabel}</Button>
              <Button onClick={() => confirmMailingAgain(row)}>{mailAgainLabel}</Button>
            </>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <Answered query={query} what="the history" flush>
        {({ ErpState, Calls }) => (
          <>
            {(ErpState.Message || ErpState.ReadFailedOn) && (
              <PanelSection>
                <ErpReasons state={ErpState} />
              </PanelSection>
            )}
            <PanelSection title="Calls">
              <ErpCalls calls={Calls} />
            </PanelSection>
          </>
        )}
      </Answered>
    </SidePanel>
  )
}
