/**
 * The snapshots of one billing plan, from the plans: with what the ERP has of each, and what can be done with it. One can be looked at
 * alone, and the members of one stand in the place of the list.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '../../../lib/format/money'
import { monthName, monthOf } from '../../../lib/format/months'
import { useCan } from '../../../session/session'
import { Answered } from '../../../ui/state/Answered'
import { Button } from '../../../ui/action/Button'
import { ButtonRow } from '../../../ui/action/ButtonRow'
import { Details } from '../../../ui/value/Details'
import { IconCash, IconChevronLeft, IconReceipt2, IconRefresh, IconUsers } from '../../../ui/icons'
import type { Column, RowAction } from '../../../ui/list/columns'
import { RowMenu } from '../../../ui/list/RowMenu'
import { PanelSection, SidePanel } from '../../../ui/panel/SidePanel'
import { PlainTable } from '../../../ui/table/PlainTable'
import { RowButton } from '../../../ui/action/RowLink'
import { confirmRegenerating, factsOf } from './confirmations'
import { InErp } from './InErp'
import { confirmUpdatingInvoice } from './invoicing'
import { PaymentStatus } from './PaymentStatus'
import { planSnapshots, type Snapshot } from './queries'
import { SnapshotMembers } from './SnapshotMembers'
import { useSyncing, type Syncing } from './useSyncing'

const period = (row: Snapshot) => monthName(monthOf(row.InvoicePeriodEndDate))

interface PlanSnapshotsPanelProps {
  employerId: number
  planId: number
}

export function PlanSnapshotsPanel({ employerId, planId }: PlanSnapshotsPanelProps) {
  const query = useQuery(planSnapshots(employerId, planId))
  const syncing = useSyncing()
  const mayEdit = useCan()('EditBilling')
  const [focused, setFocused] = useState<number>()
  const [members, setMembers] = useState<number>()
  const rows = query.data ?? []
  const shown = rows.find(({ Id }) => Id === members)
  const actionsOf = (row: Snapshot) => [
    ...(mayEdit ? changesOf(row, syncing) : []),
    { label: 'See members', icon: IconUsers, run: () => setMembers(row.Id) },
  ]
  return (
    <SidePanel title="Invoice Snapshots" context={rows[0]?.BillingPlan.Name}>
      {shown ? (
        <SnapshotMembers row={shown} onBack={() => setMembers(undefined)} />
      ) : (
        <Answered query={query} what="the snapshots of the plan" flush>
          {(all) => (
            <SnapshotsOf
              rows={all}
              focused={all.find(({ Id }) => Id === focused)}
              onFocus={setFocused}
              actionsOf={actionsOf}
              syncing={syncing}
            />
          )}
        </Answered>
      )}
    </SidePanel>
  )
}

function changesOf(row: Snapshot, syncing: Syncing): readonly RowAction[] {
  return [
    { label: 'Regenerate snapshot', icon: IconRefresh, run: () => confirmRegenerating(row) },
    {
      label: 'Sync line items with ERP',
      icon: IconReceipt2,
      run: () => confirmUpdatingInvoice(row),
      blocked: !row.InErp && 'It is not in the ERP.',
    },
    {
      label: 'Sync payment status',
      icon: IconCash,
      run: () => syncing.sync(row),
      blocked: syncing.isSyncing(row) && 'It is being synced.',
    },
  ]
}

interface SnapshotsOfProps {
  rows: readonly Snapshot[]
  /** The one that is looked at alone. */
  focused: Snapshot | undefined
  onFocus: (id: number | undefined) => void
  actionsOf: (row: Snapshot) => readonly RowAction[]
  syncing: Syncing
}

function SnapshotsOf({ rows, focused, onFocus, actionsOf, syncing }: SnapshotsOfProps) {
  const name = (row: Snapshot) => <RowButton onClick={() => onFocus(row.Id)}>{period(row)}</RowButton>
  const menu = (row: Snapshot) => <RowMenu label={`Actions for ${period(row)}`} actions={actionsOf(row)} />
  const columns: readonly Column<Snapshot>[] = [
    { key: 'InvoicePeriodEndDate', title: 'Billing Period', kind: 'name', cell: name },
    { key: 'InvoiceTotalDollars', title: 'Amount', kind: 'money', cell: (row) => money(row.InvoiceTotalDollars) },
    { key: 'InErp', title: 'In ERP System', cell: (row) => <InErp row={row} /> },
    {
      key: 'Payment',
      title: 'Payment',
      kind: 'status',
      cell: (row) => <PaymentStatus row={row} syncing={syncing.isSyncing(row)} />,
    },
    { key: 'Actions', title: 'Actions', cell: menu },
  ]
  const narrow = (row: Snapshot) => ({
    title: name(row),
    end: money(row.InvoiceTotalDollars),
    facts: [<InErp key="erp" row={row} />, <PaymentStatus key="payment" row={row} syncing={syncing.isSyncing(row)} />],
    status: menu(row),
  })
  if (focused)
    return <Focused row={focused} actions={actionsOf(focused)} syncing={syncing} onLeave={() => onFocus(undefined)} />
  return (
    <PanelSection>
      <PlainTable
        label="Snapshots of the plan"
        columns={columns}
        rows={rows}
        rowId={({ Id }) => Id}
        empty="No results to display."
        narrow={narrow}
      />
    </PanelSection>
  )
}

function Focused({
  row,
  actions,
  syncing,
  onLeave,
}: {
  row: Snapshot
  actions: readonly RowAction[]
  syncing: Syncing
  onLeave: () => void
}) {
  return (
    <PanelSection title={period(row)}>
      <Details
        items={[
          ...factsOf(row).filter(({ term }) => term !== 'In ERP System'),
          { term: 'In ERP System', value: <InErp row={row} /> },
          { term: 'Payment', value: <PaymentStatus row={row} syncing={syncing.isSyncing(row)} /> },
        ]}
      />
      <ButtonRow>
        <Button small icon={IconChevronLeft} onClick={onLeave}>
          All snapshots
        </Button>
        {actions.map(({ label, icon, run, blocked }) => (
          <Button key={label} small icon={icon} disabled={Boolean(blocked)} title={blocked || undefined} onClick={run}>
            {label}
          </Button>
        ))}
      </ButtonRow>
    </PanelSection>
  )
}
