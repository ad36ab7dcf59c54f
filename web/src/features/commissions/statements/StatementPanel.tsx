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
import { IconDownload, IconFileTypeCsv } from '../../../ui/icons'
import { Note } from '../../../ui/state/Note'
import { NoRecordPanel } from '../../../ui/panel/ofRecord'
import { panelTabs } from '../../../ui/panel/PanelTabs'
import { SidePanel } from '../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../ui/panel/usePanels'
import { Stack } from '../../../ui/Stack'
import { Tag } from '../../../ui/value/Tag'
import { Carried } from './Carried'
import { groupsLeft } from '../../../shared/statements/groupsLeft'
import { csvOf, pdfOf, statement, type Statement } from '../../../shared/statements/queries'
import { StatementLines } from './StatementLines'
import { billOf, periodOf, statementNumber, sumsOf } from '../../../shared/statements/words'
import { CompareTab } from './why/CompareTab'

export type StatementTab = 'statement' | 'compare'

export function StatementPanel({ id, first = 'statement' }: { id: number; first?: StatementTab }) {
  const query = useQuery(statement(id))
  const { close } = usePanelPlace()
  const [tab, setTab] = useState<StatementTab>(first)
  const mayCompare = useCan()('ViewCommissions')
  const loaded = query.data
  if (loaded === undefined && isMissing(query.error)) return <NoRecordPanel what="statement" asked />
  const tabs = [
    { name: 'statement', label: 'Statement' },
    { name: 'compare', label: 'Compare with last month' },
  ] as const
  return (
    <SidePanel
      title="Commission Statement"
      status={loaded?.HasBill && <Tag kind="ok">Billed</Tag>}
      context={loaded && `${loaded.Name} · ${loaded.PayeeName}`}
      tabs={mayCompare ? panelTabs<StatementTab>('Parts of the statement', tabs, tab, setTab) : undefined}
      footer={
        <>
          {loaded && <Files statement={loaded} />}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <Answered query={query} what="the statement" flush>
        {(found) => (tab === 'compare' ? <CompareTab statement={found} /> : <Paper statement={found} />)}
      </Answered>
    </SidePanel>
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
        ? 'Its bill pays on what is not paid. The next statement takes nothing of it back by itself.'
        : 'It gets no bill. Delete it and make it again: then these lines are pending until they are paid.'}
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
            { term: 'Bill', value: billOf(one) ?? '–' },
          ]}
        />
      </div>
      <Left statement={one} />
      <NotPaid statement={one} />
      <Carried statement={one} />
      <Details items={sumsOf(one)} />
      <StatementLines statement={one} />
    </Stack>
  )
}
