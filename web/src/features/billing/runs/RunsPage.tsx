/** The billing runs: one for each time the plans of all groups were billed together, newest first. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { periodOptions } from '../../../lib/billing/billFilters'
import { businessDay, moment, momentDate } from '../../../lib/format/dates'
import { count, money } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { IconPlus, IconSettings } from '../../../ui/icons'
import type { Column } from '../../../ui/list/columns'
import { ListPage } from '../../../ui/list/ListPage'
import { NameAndFact } from '../../../ui/value/NameAndFact'
import { ofNewRecord } from '../../../ui/panel/ofRecord'
import { Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { AddressLink } from '../../../ui/action/RowLink'
import { StatusDot } from '../../../ui/value/StatusDot'
import { Tag } from '../../../ui/value/Tag'
import { BillingSettingsPanel } from './BillingSettingsPanel'
import { billingSettings, runCsv, runListing, type Run } from './queries'
import { SenderNote } from './SenderNote'
import { StartRunPanel } from './StartRunPanel'
import { comesTo, isBusy, runAddress, runLook, runMonth } from './words'

const columns: readonly Column<Run>[] = [
  {
    key: 'BillingPeriod',
    title: 'Billing Month',
    kind: 'name',
    sorts: true,
    cell: (row) => <NameAndFact name={<Month row={row} />} tag={row.IsAutomatic && <Tag>Automatic</Tag>} />,
  },
  { key: 'State', title: 'Status', kind: 'status', size: 'medium', cell: (row) => <RunStatus row={row} /> },
  { key: 'Total', title: 'Plans', kind: 'count', size: 'medium', cell: plans },
  {
    key: 'DraftTotalDollars',
    title: 'Drafts',
    kind: 'money',
    size: 'medium',
    cell: (row) => money(row.DraftTotalDollars),
  },
  { key: 'Created', title: 'Snapshots', kind: 'count', size: 'small', cell: (row) => count(row.Created) },
  {
    key: 'CreatedTotalDollars',
    title: 'Created',
    kind: 'money',
    size: 'medium',
    cell: (row) => money(row.CreatedTotalDollars),
  },
  { key: 'CreatedOn', title: 'Started', size: 'medium', sorts: true, cell: (row) => moment(row.CreatedOn) },
  { key: 'CreatedBy', title: 'Started By', size: 'medium', cell: startedBy },
]

function Month({ row }: { row: Run }) {
  return <AddressLink to={runAddress(row)}>{runMonth(row)}</AddressLink>
}

function RunStatus({ row }: { row: Run }) {
  return <StatusDot {...runLook(row)}>{row.StateText}</StatusDot>
}

/** `120 of 1,812` while it counts, else all of them. */
function plans(row: Run): string {
  return isBusy(row) ? `${count(row.Done)} of ${count(row.Total)}` : count(row.Total)
}

function startedBy(row: Run): string {
  return row.CreatedBy ?? (row.IsAutomatic ? 'Ledgerwell' : '')
}

export function RunsPage() {
  const may = useCan()('EditBilling')
  const navigate = useNavigate()
  const { open } = usePanels()
  return (
    <>
      <ListPage<Run>
        title="Billing Runs"
        noun="billing runs"
        csv={runCsv}
        {...runListing}
        filters={[{ name: 'period', label: 'Period', options: periodOptions(businessDay(new Date())), single: true }]}
        columns={columns}
        rowId={(row) => row.Id}
        rowName={runMonth}
        above={may && <Sender />}
        actions={
          <>
            <AutomaticRun mayChange={may} onOpen={() => open('billing-settings')} />
            {may && (
              <Button kind="primary" icon={IconPlus} onClick={() => open('billing-run')}>
                New Billing Run
              </Button>
            )}
          </>
        }
        searchLabel="Search who started it"
        empty="No results to display."
        why="A run drafts the bill of a month for each active plan. Nothing is created before the drafts are approved."
        narrow={(row) => ({
          title: <Month row={row} />,
          status: <RunStatus row={row} />,
          facts: [`${plans(row)} plans`, momentDate(row.CreatedOn)],
          end: comesTo(row),
        })}
      />
      {may && (
        <Panels
          kinds={{
            'billing-run': ofNewRecord('billing run', () => (
              <StartRunPanel onStarted={(run) => void navigate({ to: runAddress(run) })} />
            )),
            'billing-settings': () => <BillingSettingsPanel />,
          }}
        />
      )}
    </>
  )
}

function Sender() {
  return <SenderNote settings={useQuery(billingSettings).data} />
}

/** Whether plans are billed by themselves, and the way to change it. */
function AutomaticRun({ mayChange, onOpen }: { mayChange: boolean; onOpen: () => void }) {
  const { data } = useQuery(billingSettings)
  const says = data ? `Automatic run: ${data.AutomaticRun ? 'on' : 'off'}` : 'Automatic run'
  if (!mayChange) return data && <span>{says}</span>
  return (
    <Button icon={IconSettings} onClick={onOpen}>
      {says}
    </Button>
  )
}
