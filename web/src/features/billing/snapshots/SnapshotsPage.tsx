/** The billing snapshots of a group: what each plan bills for each month, with its lines and their members. */
import { erpStateOptions, paymentOptions, periodOptions } from '../../../lib/billing/billFilters'
import { businessDay } from '../../../lib/format/dates'
import { changeFrom, money } from '../../../lib/format/money'
import { monthName, monthOf } from '../../../lib/format/months'
import { whyPanelId } from '../../../lib/billing/whyPanel'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import {
  IconBook,
  IconBriefcase,
  IconCash,
  IconHistory,
  IconMail,
  IconMailForward,
  IconPlus,
  IconReceipt2,
  IconRefresh,
  IconTrash,
} from '../../../ui/icons'
import type { Column, RowAction } from '../../../ui/list/columns'
import type { Filter } from '../../../ui/list/FilterChip'
import { ListPage, type Selection } from '../../../ui/list/ListPage'
import { HistoryPanel } from '../../../ui/panel/HistoryPanel'
import { useHistoryPart } from '../../../ui/panel/HistoryPart'
import { ofNewRecord, ofRecord } from '../../../ui/panel/ofRecord'
import type { RecordPanels } from '../../../ui/panel/neighbours'
import { Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { bulkPanels } from '../../../shared/bulk/BulkActionPanel'
import { BulkActions } from '../../../shared/bulk/BulkActions'
import { DownloadInvoices } from '../../../shared/bulk/DownloadInvoices'
import type { Chosen } from '../../../shared/bulk/words'
import { CommissionPanel } from './CommissionPanel'
import { confirmDeleting, confirmRegenerating } from './confirmations'
import { CreateSnapshotPanel } from './CreateSnapshotPanel'
import { canKeep, confirmKeeping, keepLabel } from './erp/keeping'
import { canSettleMail, confirmMailed, confirmMailingAgain, mailAgainLabel, mailedLabel } from './erp/settlingMail'
import { canRetry } from './erp/sending'
import { useRetrying, type Retrying } from './erp/useRetrying'
import { InErp } from './InErp'
import { confirmCreatingInvoice, confirmUpdatingInvoice } from './invoicing'
import { PaymentStatus } from './PaymentStatus'
import { planOptions, snapshotCsv, snapshotListing, type Snapshot } from './queries'
import { SnapshotDetail } from './SnapshotDetail'
import { useSyncing, type Syncing } from './useSyncing'

const period = (row: Snapshot) => monthName(monthOf(row.InvoicePeriodEndDate))

/** What a narrow row says of the ERP: only what needs a look. */
function toldInErp({ ErpState }: Snapshot): string | false {
  if (!ErpState || ErpState.State === 'Sent' || ErpState.State === 'NotSent') return false
  return ErpState.Text.includes('ERP') ? ErpState.Text : `${ErpState.Text} in the ERP`
}

const columnsWith = (isSyncing: (row: Snapshot) => boolean): readonly Column<Snapshot>[] => [
  { key: 'InvoicePeriodEndDate', title: 'Billing Period', kind: 'name', size: 'medium', sorts: true, cell: period },
  { key: 'BillingPlan', title: 'Billing Plan', size: 'large', cell: (row) => row.BillingPlan.Name },
  {
    key: 'InvoiceTotalDollars',
    title: 'Amount',
    kind: 'money',
    sorts: true,
    cell: (row) => money(row.InvoiceTotalDollars),
  },
  {
    key: 'Change',
    title: 'Against last',
    kind: 'money',
    cell: ({ InvoiceTotalDollars, PreviousTotalDollars }) => changeFrom(PreviousTotalDollars, InvoiceTotalDollars),
  },
  {
    key: 'Payment',
    title: 'Payment',
    kind: 'status',
    cell: (row) => <PaymentStatus row={row} syncing={isSyncing(row)} />,
  },
  { key: 'InErp', title: 'In ERP System', size: 'large', cell: (row) => <InErp row={row} /> },
]

/** What opens a panel; false for those who may not. */
interface Ways {
  showHistory: (() => void) | false
  generateStatement: (() => void) | false
  showErp: () => void
}

function actionsOf(
  row: Snapshot,
  { showHistory, generateStatement, showErp }: Ways,
  { syncing, retrying }: { syncing: Syncing; retrying: Retrying },
): readonly RowAction[] {
  return [
    ...(canRetry(row)
      ? [
          {
            label: 'Retry',
            icon: IconRefresh,
            run: () => retrying.retry(row),
            blocked: retrying.isRetrying(row.Id) && 'It is being sent.',
          },
        ]
      : []),
    {
      label: 'Sync Payment Status',
      icon: IconCash,
      run: () => syncing.sync(row),
      blocked: syncing.isSyncing(row) && 'It is being synced.',
    },
    { label: 'Regenerate Snapshot', icon: IconRefresh, run: () => confirmRegenerating(row) },
    row.InErp
      ? { label: 'Update Invoice in ERP', icon: IconReceipt2, run: () => confirmUpdatingInvoice(row) }
      : { label: 'Create Invoice in ERP', icon: IconReceipt2, run: () => confirmCreatingInvoice(row) },
    ...(canSettleMail(row)
      ? [
          { label: mailedLabel, icon: IconMail, run: () => confirmMailed(row) },
          { label: mailAgainLabel, icon: IconMailForward, run: () => confirmMailingAgain(row) },
        ]
      : []),
    ...(canKeep(row) ? [{ label: keepLabel, icon: IconReceipt2, run: () => confirmKeeping(row) }] : []),
    { label: 'View ERP History', icon: IconBook, run: showErp },
    ...(generateStatement
      ? [{ label: 'Generate Commission Statement', icon: IconBriefcase, run: generateStatement }]
      : []),
    ...(showHistory ? [{ label: 'View History', icon: IconHistory, run: showHistory }] : []),
    { label: 'Delete Snapshot', icon: IconTrash, destroys: true, run: () => confirmDeleting(row) },
  ]
}

/** The bills of several months at once, as on the page of all invoices. */
const selection: Selection<Snapshot> = {
  bar: (rows, clear) => ({
    says: money(rows.reduce((sum, row) => sum + Math.round(row.InvoiceTotalDollars * 100), 0) / 100),
    actions: (
      <>
        <DownloadInvoices invoices={rows} />
        <BulkActions chosen={rows.map(chosenOf)} clear={clear} />
      </>
    ),
  }),
}

function chosenOf(row: Snapshot): Chosen {
  return {
    id: row.Id,
    name: `${period(row)} · ${row.BillingPlan.Name}`,
    dollars: row.InvoiceTotalDollars,
    isSent: row.InErp,
    isOutOfDate: row.OutOfDate,
  }
}

function filtersFor(employerId: number): readonly Filter[] {
  return [
    { name: 'plan', label: 'Plan', options: planOptions(employerId) },
    { name: 'period', label: 'Period', options: periodOptions(businessDay(new Date())), single: true },
    { name: 'payment', label: 'Payment', options: paymentOptions },
    { name: 'erp', label: 'ERP state', options: erpStateOptions },
  ]
}

function recordPanels(employerId: number): RecordPanels<Snapshot> {
  const idOf = ({ Id }: Snapshot) => Id
  const pathOf = ({ Id }: Snapshot) => whyPanelId({ employerId, snapshotId: Id })
  return { why: pathOf, erp: pathOf, commission: idOf, 'snapshot-history': idOf }
}

/** Stands below the group's header and the billing pages' second level. */
export function SnapshotsPage({ employerId }: { employerId: number }) {
  const can = useCan()
  const { open } = usePanels()
  const mayEdit = can('EditBilling')
  const syncing = useSyncing()
  const retrying = useRetrying()
  const seesHistory = useHistoryPart() !== undefined
  const waysOf = ({ Id }: Snapshot): Ways => ({
    showHistory: seesHistory && (() => open('snapshot-history', Id)),
    generateStatement: can('EditCommissions') && (() => open('commission', Id)),
    showErp: () => open('erp', whyPanelId({ employerId, snapshotId: Id })),
  })
  return (
    <>
      <ListPage<Snapshot>
        heading="Billing Snapshots"
        noun="snapshots"
        csv={snapshotCsv(employerId)}
        {...snapshotListing(employerId)}
        columns={columnsWith(syncing.isSyncing)}
        rowId={(row) => row.Id}
        rowName={(row) => `${period(row)}, ${row.BillingPlan.Name}`}
        recordPanels={recordPanels(employerId)}
        expanded={(row) => <SnapshotDetail row={row} />}
        {...(mayEdit ? { selection } : {})}
        {...(mayEdit ? { rowActions: (row) => actionsOf(row, waysOf(row), { syncing, retrying }) } : {})}
        actions={
          mayEdit && (
            <Button kind="primary" icon={IconPlus} onClick={() => open('snapshot')}>
              New Snapshot
            </Button>
          )
        }
        filters={filtersFor(employerId)}
        empty="No results to display."
        why="A snapshot is the bill of a plan for a month. It needs a billing plan and members on the roster."
        narrow={(row) => ({
          title: period(row),
          status: <PaymentStatus row={row} syncing={syncing.isSyncing(row)} />,
          facts: [row.BillingPlan.Name, toldInErp(row)],
          end: money(row.InvoiceTotalDollars),
        })}
      />
      {mayEdit && (
        <Panels
          kinds={{
            ...bulkPanels,
            snapshot: ofNewRecord('snapshot', () => <CreateSnapshotPanel employerId={employerId} />),
            ...(can('EditCommissions')
              ? {
                  commission: ofRecord('snapshot', (id) => <CommissionPanel employerId={employerId} snapshotId={id} />),
                }
              : {}),
            'snapshot-history': ofRecord('snapshot', (id) => (
              <HistoryPanel of={{ subject: 'snapshot', id }} context={`Snapshot ${id}`} />
            )),
          }}
        />
      )}
    </>
  )
}
