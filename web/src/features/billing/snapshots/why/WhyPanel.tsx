/** "Why this amount?": a snapshot compared with the one before, its lines, and its members, each opening to what explains it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../../../api/downloads'
import { moment } from '../../../../lib/format/dates'
import { isMissing } from '../../../../lib/failure'
import { monthName, monthOf } from '../../../../lib/format/months'
import { readWhyPanelId, type WhyPath } from '../../../../lib/billing/whyPanel'
import { Answered } from '../../../../ui/state/Answered'
import { Button } from '../../../../ui/action/Button'
import { DownloadButton } from '../../../../ui/action/DownloadButton'
import { IconAlertTriangle, IconCheck, IconDownload } from '../../../../ui/icons'
import { NoRecordPanel } from '../../../../ui/panel/ofRecord'
import { panelTabs } from '../../../../ui/panel/PanelTabs'
import { SidePanel } from '../../../../ui/panel/SidePanel'
import { usePanelPlace } from '../../../../ui/panel/usePanels'
import { Tag } from '../../../../ui/value/Tag'
import { CompareTab } from './CompareTab'
import { LinesTab } from './LinesTab'
import { MembersTab } from './MembersTab'
import { exportOf, why, type Why } from './queries'

export function WhyPanel({ id }: { id: string }) {
  const path = readWhyPanelId(id)
  return path ? <Panel path={path} /> : <NoRecordPanel what="snapshot" />
}

type Tab = 'compare' | 'lines' | 'members'

function Panel({ path }: { path: WhyPath }) {
  const query = useQuery(why(path))
  const { close } = usePanelPlace()
  const [tab, setTab] = useState<Tab>('compare')
  const loaded = query.data
  if (loaded === undefined && isMissing(query.error)) return <NoRecordPanel what="snapshot" asked />
  const tabs = [
    { name: 'compare', label: 'Compare with last month' },
    { name: 'lines', label: 'Lines', count: loaded?.LineItems.length },
    { name: 'members', label: 'Members', count: loaded?.People },
  ] as const
  return (
    <SidePanel
      title="Why this amount?"
      status={loaded && <Reconciled why={loaded} />}
      context={
        loaded &&
        `${loaded.BillingPlan.Name} · ${monthName(monthOf(loaded.InvoicePeriodEndDate))} · ${loaded.EmployerGroup.Name}`
      }
      tabs={panelTabs<Tab>('Parts of the explanation', tabs, tab, setTab)}
      footerState={loaded && computed(loaded)}
      footer={
        <>
          {loaded && (
            <DownloadButton icon={IconDownload} get={() => download(exportOf(path))}>
              Export comparison
            </DownloadButton>
          )}
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      <Answered query={query} what="the comparison" flush>
        {(found) => (
          <>
            {tab === 'compare' && <CompareTab path={path} why={found} />}
            {tab === 'lines' && <LinesTab path={path} why={found} />}
            {tab === 'members' && <MembersTab path={path} why={found} />}
          </>
        )}
      </Answered>
    </SidePanel>
  )
}

function Reconciled({ why: { IsReconciled } }: { why: Why }) {
  return IsReconciled ? (
    <Tag kind="ok" icon={IconCheck}>
      Reconciled to the cent
    </Tag>
  ) : (
    <Tag kind="bad" icon={IconAlertTriangle}>
      Does not add up
    </Tag>
  )
}

function computed({ ComputedOn, CreatedOn }: Why): string {
  return `Computed ${moment(ComputedOn)}, ${ComputedOn === CreatedOn ? 'never changed since' : `first made ${moment(CreatedOn)}`}`
}
