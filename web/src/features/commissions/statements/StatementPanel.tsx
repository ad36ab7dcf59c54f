/** A commission statement as it would stand on paper, and beside the one before. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../../api/downloads'
import { momentDate } from '../../../lib/format/dates'
import { isMissing } from '../../../lib/failure'
import { counted, money } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Answered } from '../../../ui/state/Answered'
import { BillHead } from '../../../ui/bill/BillHead'
import { Button } from '../../../ui/action/Button'
import { Details } from '../../../ui/value/Details'
import { DownloadButton } from '../../../ui/action/DownloadButton'
import { IconDownload, IconFileTypeCsv, IconReceipt2, IconRefresh } from '../../../ui/icons'
import { Note } from '../../../ui/state/Note'
import { NoRecordPanel } from '../../../ui/panel/ofRecord'
import { panelTabs } from '../../../ui/panel/PanelTabs'
import { SidePanel } from '../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../ui/panel/usePanels'
import { Stack } from '../../../ui/Stack'
import { ErpCalls, ErpReasons } from '../../../shared/erp/ErpCalls'
import { BillTag } from './BillTag'
import { Carried } from './Carried'
import { confirmCreatingBill, confirmKeepingBill, keepBillLabel } from '../../../shared/statements/confirmations'
import { groupsLeft } from '../../../shared/statements/groupsLeft'
import { billHistory, csvOf, pdfOf, statement, type Statement } from '../../../shared/statements/queries'
import { StatementLines } from './StatementLines'
import { billFailed, billOf, billTag, periodOf, statementNumber, sumsOf } from '../../../shared/statements/words'
import { useRetryingBill } from './useRetryingBill'
import { CompareTab } from './why/CompareTab'

export type StatementTab = 'statement' | 'compare' | 'history'

export function StatementPanel({ id, first = 'statement' }: { id: number; first?: StatementTab }) {
  const query = useQuery(statement(id))
  const { close } = usePanelPlace()
  const [tab, setTab] = useState<StatementTab>(first)
  const can = useCan()
  const mayCompare = can('ViewCommissions')
  const { isRetrying, retry } = useRetryingBill()
  const loaded = query.data
  if (loaded === undefined && isMissing(query.error)) return <NoRecordPanel what="statement" asked />
  const tabs = [
    { name: 'statement', label: 'Statement' },
    { name: 'compare', label: 'Compare with last month' },
    { name: 'history', label: 'History' },
  ] as const
  return (
    <SidePanel
      title="Commission Statement"
      status={loaded && billTag(loaded) && <BillTag row={loaded} />}
      context={loaded && `${loaded.Name} · ${loaded.PayeeName}`}
      tabs={mayCompare ? panelTabs<StatementTab>('Parts of the statement', tabs, tab, setTab) : undefined}
      footer={
        <>
          {loaded && <Files statement={loaded} />}
          {loaded && billFailed(loaded) && can('EditCommissions') && (
            <Button kind="primary" icon={IconRefresh} busy={isRetrying} onClick={() => retry(loaded)}>
              Retry
            </Button>
          )}
          {loaded?.ErpState?.State === 'Changed' && can('EditCommissions') && (
            <Button onClick={() => confirmKeepingBill(loaded)}>{keepBillLabel}</Button>
          )}
          {loaded && mayBeBilled(loaded) && can('EditCommissions') && (
            <Button kind="primary" icon={IconReceipt2} onClick={() => confirmCreatingBill(loaded)}>
              Create Bill in ERP
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <Answered query={query} what="the statement" flush>
        {(found) => <Tab tab={tab} statement={found} />}
      </Answered>
    </SidePanel>
  )
}

/** Whether it has no bill and something to pay; what the ERP or a rule still refuses, the confirmation says. */
function mayBeBilled({ HasBill, AmountDue, UnpaidInvoices }: Statement): boolean {
  return !HasBill && AmountDue > 0 && UnpaidInvoices === 0
}

function Tab({ tab, statement: one }: { tab: StatementTab; statement: Statement }) {
  if (tab === 'compare') return <CompareTab statement={one} />
  return tab === 'history' ? <BillHistory id={one.Id} /> : <Paper statement={one} />
}

function BillHistory({ id }: { id: number }) {
  const query = useQuery(billHistory(id))
  return (
    <Answered query={query} what="the history" flush>
      {({ ErpState, Calls }) => (
        <Stack>
          <ErpReasons state={ErpState} />
          <ErpCalls calls={Calls} />
        </Stack>
      )}
    </Answered>
  )
}

function Files({ statement: one }: { statement: Statement }) {
  return (
    <>
      <DownloadButton icon={IconDownload} get={() => download(pdfOf(one))}>
        Download PDF
      </DownloadButton>
      <DownloadButton icon={IconFileTypeCsv} get={() => download(csvOf(one))}>
        Download CSV
      </DownloadButton>
    </>
  )
}

function Left({ statement: one }: { statement: Statement }) {
  const says = groupsLeft(one)
  if (!says) return null
  return (
    <Note kind="warn" title={says}>
      Remove their plan lines from the rule and delete this statement when they are not to be paid any more.
    </Note>
  )
}

function NotPaid({ statement: { UnpaidInvoices: number, HasBill } }: { statement: Statement }) {
  if (number === 0) return null
  const title = `${counted(number, 'invoice')} of this statement ${number === 1 ? 'is' : 'are'} not paid any more.`
  return (
    <Note kind="warn" title={title}>
      {HasBill
        ? 'Its bill pays on what is not paid. No statement takes that back by itself: add an adjustment to the rule for what is to be taken back.'
        : 'It gets no bill. Delete it and make it again: then these lines are pending until they are paid. A plan line that has left the rule is not paid again: choose it in the rule first.'}
    </Note>
  )
}

function Voided({ statement: { VoidedInvoices: number } }: { statement: Statement }) {
  if (number === 0) return null
  const title = `${counted(number, 'invoice')} of this statement ${number === 1 ? 'was' : 'were'} voided in the ERP.`
  return (
    <Note kind="warn" title={title}>
      The rule pays on billed invoices, and so on these. Add an adjustment to the rule for what is not to be paid.
    </Note>
  )
}

function Paper({ statement: one }: { statement: Statement }) {
  return (
    <Stack>
      <div>
        <BillHead
          toLabel="Payee"
          to={one.PayeeName}
          address={[`Rule: ${one.RuleName}`]}
          amountLabel="Amount due"
          amount={money(one.AmountDue)}
          says={one.PendingAmount !== 0 && `${money(one.PendingAmount)} pending`}
          facts={[
            { term: 'Statement', value: statementNumber(one) },
            { term: 'Billing Period', value: periodOf(one) },
            { term: 'Created', value: momentDate(one.CreatedOn) },
            { term: 'Bill', value: billOf(one) ?? '-' },
          ]}
        />
      </div>
      {one.ErpState && <ErpReasons state={one.ErpState} />}
      <Left statement={one} />
      <NotPaid statement={one} />
      <Voided statement={one} />
      <Carried statement={one} />
      <Details items={sumsOf(one)} />
      <StatementLines statement={one} />
    </Stack>
  )
}
