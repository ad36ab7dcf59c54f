/** The columns of the list of invoices, by who reads it. */
import { counted, money } from '../../lib/format/money'
import { date } from '../../lib/format/dates'
import { monthName, monthOf } from '../../lib/format/months'
import { RowButton, RowLink } from '../../ui/action/RowLink'
import type { Column, Room } from '../../ui/list/columns'
import { usePanels } from '../../ui/panel/usePanels'
import { NameAndFact } from '../../ui/value/NameAndFact'
import { Tag } from '../../ui/value/Tag'
import { InErpLines, isPlainlySent } from '../../shared/erp/ErpState'
import { InvoiceStatus } from './InvoiceStatus'
import type { InvoiceRow } from './queries'

/** Who reads a list: staff see the ERP, brokers whether an invoice stands there, and customers have no such column. */
export type Reader = 'staff' | 'broker' | 'customer'

export const period = (row: InvoiceRow) => monthName(monthOf(row.InvoicePeriodEndDate))
/** As in the viewer: the date that the invoice carries. */
export const invoiceDate = (row: InvoiceRow) => date(row.InvoiceDate) || 'Not available'

/** `Due 12/04/2026`, and how late it is. */
export function lateness({ DueDate, DaysLate }: InvoiceRow): string {
  const due = `Due ${date(DueDate)}`
  return DaysLate ? `${due}, ${counted(DaysLate, 'day')} late` : due
}

/** Where the screen is narrow for the table, a bill that was not sent says so on a second line. */
export function invoiceColumns(isOfAllGroups: boolean, reader: Reader, room: Room): readonly Column<InvoiceRow>[] {
  return [
    {
      key: 'InvoiceNumber',
      title: 'Invoice Number',
      kind: 'name',
      size: 'small',
      cell: (row) => <InvoiceNumber row={row} />,
    },
    ...(isOfAllGroups ? [groupColumn] : []),
    { key: 'InvoiceDate', title: 'Invoice Date', kind: 'date', headWraps: true, sorts: true, cell: invoiceDate },
    {
      key: 'InvoicePeriodEndDate',
      title: 'Billing Period',
      size: 'short',
      headWraps: true,
      sorts: true,
      cell: period,
    },
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
      ...(room === 'tight' ? { size: 'short', wraps: true } : { size: 'medium' }),
      cell: (row) => <InvoiceStatus row={row} />,
    },
    { key: 'DueDate', title: 'Due Date', kind: 'date', sorts: true, cell: ({ DueDate }) => date(DueDate) },
    // The status says that it is overdue, and the due date since when.
    { key: 'DaysLate', title: 'Days Late', kind: 'count', spare: isOfAllGroups, cell: ({ DaysLate }) => DaysLate },
    ...(reader === 'customer' ? [] : [reader === 'staff' ? erpColumn : sentColumn]),
  ]
}

const groupColumn: Column<InvoiceRow> = {
  key: 'EmployerGroup',
  title: 'Group',
  size: 'broad',
  wraps: true,
  cell: ({ EmployerGroup }) => (
    <RowLink to="/employers/$employerId" params={{ employerId: EmployerGroup.Id }}>
      {EmployerGroup.Name}
    </RowLink>
  ),
}

/** The state, but where a tag beside the status says it, or where the way there says that it was sent. */
const erpColumn: Column<InvoiceRow> = {
  key: 'InErp',
  title: 'In ERP System',
  size: 'small',
  wraps: true,
  cell: ({ ErpState: state, ErpInvoiceUrl, NotSent }) => {
    const isSaid = (state?.State === 'NotSent' && NotSent) || (state && isPlainlySent(state) && ErpInvoiceUrl)
    return <InErpLines state={isSaid ? undefined : state} address={ErpInvoiceUrl} />
  },
}

const sentColumn: Column<InvoiceRow> = {
  key: 'InErp',
  title: 'In ERP System',
  size: 'small',
  cell: ({ InvoiceDate }) => (InvoiceDate ? 'Yes' : '-'),
}

export function InvoiceNumber({ row }: { row: InvoiceRow }) {
  const { open } = usePanels()
  return (
    <NameAndFact
      name={<RowButton onClick={() => open('invoice', row.Id)}>{row.InvoiceNumber}</RowButton>}
      tag={row.CommissionStatus !== 0 && <CommissionBadge row={row} />}
    />
  )
}

/** The commission status of one without commission, and of one that is paid (rules.md#commission-status). */
export const none = 0
export const paid = 2

/** Whether commission is due on it. The server tells only administrators; for others the status is always 0. */
function CommissionBadge({ row: { CommissionStatus, CommissionStatusText } }: { row: InvoiceRow }) {
  return (
    <Tag kind={CommissionStatus === paid ? 'ok' : 'plain'} says={`Commission: ${CommissionStatusText}`}>
      C
    </Tag>
  )
}
