/** The invoices of one group, or of all groups, and the viewer in a side panel. */
import { download, invoicePdf } from '../../api/downloads'
import { dueFilters, paymentOptions, periodOptions } from '../../lib/billing/billFilters'
import { businessDay } from '../../lib/format/dates'
import { money } from '../../lib/format/money'
import { whyPanelId } from '../../lib/billing/whyPanel'
import { useCan } from '../../session/session'
import { IconArrowBackUp, IconBook, IconCircleCheck, IconDownload, IconReceipt2 } from '../../ui/icons'
import type { RowAction } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { ListPage } from '../../ui/list/ListPage'
import { useRoom } from '../../ui/list/useRoom'
import { ofRecord } from '../../ui/panel/ofRecord'
import { Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { Stack } from '../../ui/Stack'
import { orNotice } from '../../ui/toast/toasts'
import { bulkPanels } from '../../shared/bulk/BulkActionPanel'
import { BulkActions } from '../../shared/bulk/BulkActions'
import { DownloadInvoices } from '../../shared/bulk/DownloadInvoices'
import type { Chosen } from '../../shared/bulk/words'
import { oneGroupFilter, useChosenGroup } from '../../shared/groupFilter'
import { NotRead } from '../../shared/erp/NotRead'
import { invoiceColumns, InvoiceNumber, invoiceDate, lateness, paid, period } from './columns'
import { confirmMarking } from './commission'
import { InvoicePanel } from './InvoicePanel'
import { InvoiceStatus } from './InvoiceStatus'
import { InvoiceSums } from './InvoiceSums'
import { invoiceCsv, invoiceListing, type InvoiceRow } from './queries'

/** The commission status of one that is in a statement and not paid (rules.md#commission-status). */
const unpaid = 1

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

const panels = { invoice: ofRecord('invoice', (id) => <InvoicePanel id={id} />), ...bulkPanels }

/** What the chosen ones come to. */
function sumOf(rows: readonly InvoiceRow[]): string {
  return money(rows.reduce((sum, row) => sum + Math.round(row.InvoiceTotalDollars * 100), 0) / 100)
}

function chosenOf(row: InvoiceRow): Chosen {
  return {
    id: row.Id,
    name: `${row.InvoiceNumber} · ${row.EmployerGroup.Name}`,
    dollars: row.InvoiceTotalDollars,
    isSent: Boolean(row.InvoiceDate),
    isOutOfDate: row.OutOfDate,
    isCommissionPaid: row.CommissionStatus === paid,
  }
}

interface InvoicesPageProps {
  /** The group, whose header is the title then; all groups when absent. */
  employerId?: number
}

export function InvoicesPage({ employerId = 0 }: InvoicesPageProps) {
  const { open } = usePanels()
  const isOfAll = employerId === 0
  const chosenGroup = useChosenGroup()
  const can = useCan()
  const room = useRoom()
  const marksCommission = can('EditBilling')
  const reader = can('ViewBilling') ? 'staff' : can('ViewUnsentInvoices') ? 'broker' : 'customer'
  const filters: readonly Filter[] = [
    ...(isOfAll ? [oneGroupFilter] : []),
    { name: 'payment', label: 'Status', options: paymentOptions },
    { name: 'period', label: 'Period', options: periodOptions(businessDay(new Date())), single: true },
    ...(reader === 'customer' ? [] : [{ name: 'notsent', label: 'Not sent' }]),
    ...dueFilters,
  ]
  return (
    <>
      <ListPage
        {...(isOfAll ? { title: 'Invoices' } : { heading: 'Invoices' })}
        noun="invoices"
        csv={invoiceCsv(employerId)}
        {...invoiceListing(employerId)}
        columns={invoiceColumns(isOfAll, reader, room)}
        rowId={(row) => row.Id}
        rowName={(row) => `invoice ${row.InvoiceNumber}`}
        recordPanels={{ invoice: ({ Id }) => Id, erp: erpPanelOf }}
        rowActions={(row) => [
          { label: 'View', icon: IconReceipt2, run: () => open('invoice', row.Id) },
          { label: 'Download', icon: IconDownload, run: () => orNotice(download(invoicePdf(row))) },
          ...(marksCommission ? commissionActions(row) : []),
          ...(can('ViewBilling')
            ? [{ label: 'View ERP History', icon: IconBook, run: () => open('erp', erpPanelOf(row)) }]
            : []),
        ]}
        selection={{
          bar: (rows, clear) => ({
            says: sumOf(rows),
            actions: (
              <>
                <DownloadInvoices invoices={rows} />
                {marksCommission && <BulkActions chosen={rows.map(chosenOf)} clear={clear} />}
              </>
            ),
          }),
        }}
        above={
          <Stack>
            <NotRead />
            <InvoiceSums employerId={isOfAll ? chosenGroup : employerId} />
          </Stack>
        }
        searchLabel={isOfAll ? 'Search invoice or group' : 'Search invoices'}
        filters={filters}
        empty="No results to display."
        narrow={(row) => ({
          title: <InvoiceNumber row={row} />,
          status: <InvoiceStatus row={row} />,
          // A long name of a group gives way; a month is never cut.
          facts: isOfAll ? [period(row), row.EmployerGroup.Name] : [period(row), invoiceDate(row)],
          says: row.DueDate && lateness(row),
          end: money(row.InvoiceTotalDollars),
        })}
      />
      <Panels kinds={panels} />
    </>
  )
}
