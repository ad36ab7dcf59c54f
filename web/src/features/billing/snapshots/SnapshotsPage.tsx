/** The billing snapshots of a group: what each plan bills for each month, with its lines and their members. */
import { money } from '../../../lib/money'
import { monthName, monthOf } from '../../../lib/months'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/Button'
import { ErpLink } from '../../../ui/ExternalLink'
import { IconHistory, IconPlus, IconRefresh, IconTrash } from '../../../ui/icons'
import type { Column, RowAction } from '../../../ui/list/columns'
import { ListPage } from '../../../ui/list/ListPage'
import { HistoryPanel } from '../../../ui/panel/HistoryPanel'
import { useHistoryPart } from '../../../ui/panel/HistoryPart'
import { panelId, Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { Inline } from '../../../ui/Stack'
import { Status } from '../../../ui/StatusDot'
import { Tag } from '../../../ui/Tag'
import { confirmDeleting, confirmRegenerating } from './confirmations'
import { CreateSnapshotPanel } from './CreateSnapshotPanel'
import { snapshotList, type Snapshot } from './queries'
import { SnapshotDetail } from './SnapshotDetail'

const period = (row: Snapshot) => monthName(monthOf(row.InvoicePeriodEndDate))

const columns: readonly Column<Snapshot>[] = [
  { key: 'InvoicePeriodEndDate', title: 'Billing Period', kind: 'name', size: 'medium', sorts: true, cell: period },
  { key: 'BillingPlan', title: 'Billing Plan', size: 'large', cell: (row) => row.BillingPlan.Name },
  { key: 'InvoiceTotalDollars', title: 'Amount', kind: 'money', sorts: true, cell: (row) => money(row.InvoiceTotalDollars) },
  { key: 'InErp', title: 'In ERP System', size: 'large', cell: (row) => <InErp row={row} /> },
]

function InErp({ row }: { row: Snapshot }) {
  return (
    <Inline>
      <ErpLink href={row.ErpInvoiceUrl} />
      {row.InErp && <Status name={row.PaymentStatusText} />}
      {row.OutOfDate && <Tag kind="warn">Out of date</Tag>}
    </Inline>
  )
}

function actionsOf(row: Snapshot, showHistory: (() => void) | false): readonly RowAction[] {
  return [
    { label: 'Regenerate Snapshot', icon: IconRefresh, run: () => confirmRegenerating(row) },
    ...(showHistory ? [{ label: 'View History', icon: IconHistory, run: showHistory }] : []),
    { label: 'Delete Snapshot', icon: IconTrash, destroys: true, run: () => confirmDeleting(row) },
  ]
}

/** Stands below the group's header and the billing pages' second level. */
export function SnapshotsPage({ employerId }: { employerId: number }) {
  const can = useCan()
  const { open } = usePanels()
  const mayEdit = can('EditBilling')
  const seesHistory = useHistoryPart() !== undefined
  return (
    <>
      <ListPage<Snapshot>
        noun="snapshots"
        list={snapshotList(employerId)}
        defaults={{ PerPage: 25, OrderBy: 'InvoicePeriodEndDate', OrderDesc: true }}
        columns={columns}
        rowId={(row) => row.Id}
        rowName={(row) => `${period(row)}, ${row.BillingPlan.Name}`}
        expanded={(row) => <SnapshotDetail row={row} />}
        {...(mayEdit ? { rowActions: (row) => actionsOf(row, seesHistory && (() => open('snapshot-history', row.Id))) } : {})}
        actions={
          mayEdit && (
            <Button kind="primary" icon={IconPlus} onClick={() => open('snapshot')}>
              New Snapshot
            </Button>
          )
        }
        empty="No results to display."
        narrow={(row) => ({ title: period(row), status: row.InErp && <Status name={row.PaymentStatusText} />, facts: [row.BillingPlan.Name, row.OutOfDate && 'Out of date in the ERP'], end: money(row.InvoiceTotalDollars) })}
      />
      {mayEdit && <Panels kinds={{ snapshot: () => <CreateSnapshotPanel employerId={employerId} />, 'snapshot-history': (id) => <SnapshotHistory id={panelId(id)} /> }} />}
    </>
  )
}

function SnapshotHistory({ id }: { id: number | undefined }) {
  return id !== undefined && <HistoryPanel of={{ subject: 'snapshot', id }} context={`Snapshot ${id}`} />
}
