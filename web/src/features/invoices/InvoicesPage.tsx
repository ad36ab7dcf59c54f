/** The invoices of one group, or of all groups, and the viewer in a side panel. */
import { download, invoicePdf, invoicesArchive } from '../../api/downloads'
import { paymentOptions, periodOptions } from '../../lib/billing/billFilters'
import { businessDay, date } from '../../lib/format/dates'
import { money } from '../../lib/format/money'
import { monthName, monthOf } from '../../lib/format/months'
import { whyPanelId } from '../../lib/billing/whyPanel'
import { useCan } from '../../session/session'
import { DownloadButton } from '../../ui/action/DownloadButton'
import { IconArrowBackUp, IconBook, IconCircleCheck, IconDownload, IconReceipt2 } from '../../ui/icons'
import type { Column, RowAction } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { ListPage } from '../../ui/list/ListPage'
import { ofRecord } from '../../ui/panel/ofRecord'
import { Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { RowButton, RowLink } from '../../ui/action/RowLink'
import { Inline } from '../../ui/Stack'
import { Status } from '../../ui/value/StatusDot'
import { Tag } from '../../ui/value/Tag'
import { orNotice } from '../../ui/toast/toasts'
import { InErpCell } from '../../shared/erp/ErpState'
import { NotRead } from '../../shared/erp/NotRead'
import { confirmMarking } from './commission'
import { InvoicePanel } from './InvoicePanel'
import { invoiceList, type InvoiceRow } from './queries'

const period = (row: InvoiceRow) => monthName(monthOf(row.InvoicePeriodEndDate))
/** As in the viewer: the date that the invoice carries. */
const invoiceDate = (row: InvoiceRow) => date(row.InvoiceDate) || 'Not available'

const isInErp = ({ InvoiceDate }: InvoiceRow) => (InvoiceDate ? 'Yes' : '-')

function columnsFor(isOfAllGroups: boolean, isForStaff: boolean): readonly Column<InvoiceRow>[] {
  return [
    {
      key: 'InvoiceNumber',
      title: 'Invoice Number',
      kind: 'name',
      size: 'medium',
      cell: (row) => <InvoiceNumber row={row} />,
    },
    ...(isOfAllGroups ? [groupColumn] : []),
    { key: 'InvoiceDate', title: 'Invoice Date', kind: 'date', sorts: true, cell: invoiceDate },
    { key: 'InvoicePeriodEndDate', title: 'Billing Period', sorts: true, cell: period },
    {
      key: 'InvoiceTotalDollars',
      title: 'Amount',
      kind: 'money',
      sorts: true,
      cell: (row) => money(row.InvoiceTotalDollars),
    },
    {
      key: 'PaymentStatus',
      title: 'Status',
      kind: 'status',
      cell: (row) => <Status name={row.PaymentStatusText} color={row.PaymentStatusColor} />,
    },
    {
      key: 'InErp',
      title: 'In ERP System',
      size: isForStaff ? 'large' : 'small',
      cell: (row) => (isForStaff ? <InErpCell state={row.ErpState} address={row.ErpInvoiceUrl} /> : isInErp(row)),
    },
  ]
}

const groupColumn: Column<InvoiceRow> = {
  key: 'EmployerGroup',
  title: 'Group',
  size: 'large',
  cell: ({ EmployerGroup }) => (
    <RowLink to="/employers/$employerId" params={{ employerId: EmployerGroup.Id }}>
      {EmployerGroup.Name}
    </RowLink>
  ),
}

function InvoiceNumber({ row }: { row: InvoiceRow }) {
  const { open } = usePanels()
  return (
    <Inline>
      <RowButton onClick={() => open('invoice', row.Id)}>{row.InvoiceNumber}</RowButton>
      <CommissionBadge row={row} />
    </Inline>
  )
}

/** Whether commission is due on it. The server tells only administrators; for others the status is always 0. */
function CommissionBadge({ row: { CommissionStatus, CommissionStatusText } }: { row: InvoiceRow }) {
  if (CommissionStatus === 0) return null
  return (
    <Tag kind={CommissionStatus === paid ? 'ok' : 'plain'} says={`Commission: ${CommissionStatusText}`}>
      C
    </Tag>
  )
}

/** The commission statuses: 0 none, 1 unpaid, 2 paid (rules.md#commission-status). */
const unpaid = 1
const paid = 2

function commissionActions(row: InvoiceRow): readonly RowAction[] {
  return [
    ...(row.CommissionStatus === paid
      ? []
      : [{ label: 'Mark as Commission Paid', icon: IconCircleCheck, run: () => confirmMarking(row, 'Paid') }]),
    ...(row.CommissionStatus === unpaid
      ? []
      : [{ label: 'Mark as Un-Paid', icon: IconArrowBackUp, run: () => confirmMarking(row, 'Unpaid') }]),
  ]
}

function erpPanelOf({ Id, EmployerGroup }: InvoiceRow): string {
  return whyPanelId({ employerId: EmployerGroup.Id, snapshotId: Id })
}

const panels = { invoice: ofRecord('invoice', (id) => <InvoicePanel id={id} />) }
/** The page of the accounting system is for staff, as in the viewer. */
const columnsOfAll = { forStaff: columnsFor(true, true), forOthers: columnsFor(true, false) }
const columnsOfOne = { forStaff: columnsFor(false, true), forOthers: columnsFor(false, false) }

function DownloadChosen({ rows }: { rows: readonly InvoiceRow[] }) {
  return (
    <DownloadButton small icon={IconDownload} get={() => download(invoicesArchive(rows))}>
      Download
    </DownloadButton>
  )
}

interface InvoicesPageProps {
  /** The group, whose header is the title then; all groups when absent. */
  employerId?: number
}

export function InvoicesPage({ employerId = 0 }: InvoicesPageProps) {
  const { open } = usePanels()
  const isOfAll = employerId === 0
  const can = useCan()
  const marksCommission = can('EditBilling')
  const columns = isOfAll ? columnsOfAll : columnsOfOne
  const filters: readonly Filter[] = [
    { name: 'payment', label: 'Status', options: paymentOptions },
    { name: 'period', label: 'Period', options: periodOptions(businessDay(new Date())), single: true },
  ]
  return (
    <>
      <ListPage
        {...(isOfAll ? { title: 'Invoices' } : { heading: 'Invoices' })}
        listKey={isOfAll ? 'invoices' : 'group-invoices'}
        noun="invoices"
        list={invoiceList(employerId)}
        defaults={{ PerPage: 24, OrderBy: 'InvoicePeriodEndDate', OrderDesc: true }}
        columns={can('ViewBilling') ? columns.forStaff : columns.forOthers}
        rowId={(row) => row.Id}
        rowName={(row) => `invoice ${row.InvoiceNumber}`}
        rowActions={(row) => [
          { label: 'View', icon: IconReceipt2, run: () => open('invoice', row.Id) },
          { label: 'Download', icon: IconDownload, run: () => orNotice(download(invoicePdf(row))) },
          ...(marksCommission ? commissionActions(row) : []),
          ...(can('ViewBilling')
            ? [{ label: 'View ERP History', icon: IconBook, run: () => open('erp', erpPanelOf(row)) }]
            : []),
        ]}
        selection={{ bar: (rows) => ({ actions: <DownloadChosen rows={rows} /> }) }}
        above={<NotRead />}
        searchLabel={isOfAll ? 'Search invoice or group' : 'Search invoices'}
        filters={filters}
        empty="No results to display."
        narrow={(row) => ({
          title: <InvoiceNumber row={row} />,
          status: <Status name={row.PaymentStatusText} color={row.PaymentStatusColor} />,
          // A long name of a group gives way; a month is never cut.
          facts: isOfAll ? [period(row), row.EmployerGroup.Name] : [period(row), invoiceDate(row)],
          end: money(row.InvoiceTotalDollars),
        })}
      />
      <Panels kinds={panels} />
    </>
  )
}
