/** The totals of a statement by the invoice they come from, and in pages of so many rows. */
import { counted } from '../../../lib/format/money'
import type { StatementAdjustment, StatementTotal } from '../../../shared/statements/queries'

/** What a statement pays on one invoice. */
export interface PaidInvoice {
  /** The snapshot, which is the invoice. */
  id: number
  employer: string
  employerId: number
  /** An invoice is of one plan. */
  plan: string
  number: string
  /** Whether the reader may open it. */
  canView: boolean
  /** Its date in the ERP, where it is there. */
  date: string | undefined
  paymentText: string
  paymentColor: string
  totals: readonly StatementTotal[]
  dollars: number
}

/** Sums amounts in cents: fractions of dollars do not add up exactly. */
export function sumOf(totals: readonly Pick<StatementTotal, 'TotalDollars'>[]): number {
  return totals.reduce((cents, { TotalDollars }) => cents + Math.round(TotalDollars * 100), 0) / 100
}

/** The same of adjustments. */
export function adjusted(adjustments: readonly Pick<StatementAdjustment, 'Amount'>[]): number {
  return sumOf(adjustments.map(({ Amount }) => ({ TotalDollars: Amount })))
}

/** What a statement pays, line by line and by hand. */
export function paidBy(totals: readonly StatementTotal[], adjustments: readonly StatementAdjustment[]): number {
  return sumOf([...totals, { TotalDollars: adjusted(adjustments) }])
}

/** The invoices in the order of the statement, each with its totals. */
export function invoicesOf(totals: readonly StatementTotal[]): PaidInvoice[] {
  const byInvoice = new Map<number, StatementTotal[]>()
  for (const total of totals) {
    const found = byInvoice.get(total.BillingInvoiceSnapshotId)
    if (found) found.push(total)
    else byInvoice.set(total.BillingInvoiceSnapshotId, [total])
  }
  return [...byInvoice].flatMap(([id, own]) => {
    const [first] = own
    return first ? [invoiceOf(id, first, own)] : []
  })
}

function invoiceOf(id: number, first: StatementTotal, totals: readonly StatementTotal[]): PaidInvoice {
  return {
    id,
    employer: first.EmployerName,
    employerId: first.EmployerId,
    plan: first.BillingPlanName,
    number: first.InvoiceNumber,
    canView: first.CanViewInvoice,
    date: first.InvoiceDate ?? undefined,
    paymentText: first.PaymentStatusText,
    paymentColor: first.PaymentStatusColor,
    totals,
    dollars: sumOf(totals),
  }
}

/** A total on paper: an invoice that a page break divides has its head once more. */
export interface PrintedInvoice extends PaidInvoice {
  /** Whether its head says that it is continued. */
  continued: boolean
}

/** So many rows stand in a chunk of the printed page (rules.md#printed-statement). */
export const rowsInChunk = 16

/** The invoices in chunks of so many rows; those of a divided invoice keep its whole amount in the head. */
export function chunksOf(invoices: readonly PaidInvoice[], size = rowsInChunk): PrintedInvoice[][] {
  const rows = invoices.flatMap((invoice) => invoice.totals.map((total) => ({ invoice, total })))
  const chunks: PrintedInvoice[][] = []
  let last: PaidInvoice | undefined
  for (let start = 0; start < rows.length; start += size) {
    const chunk: PrintedInvoice[] = []
    for (const { invoice, total } of rows.slice(start, start + size)) {
      const open = chunk.at(-1)
      if (open?.id === invoice.id) chunk[chunk.length - 1] = { ...open, totals: [...open.totals, total] }
      else chunk.push({ ...invoice, totals: [total], continued: last?.id === invoice.id })
      last = invoice
    }
    chunks.push(chunk)
  }
  return chunks
}

/** Rows in chunks of the printed page. */
export function pagesOf<Row>(rows: readonly Row[], size = rowsInChunk): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, page) => rows.slice(page * size, (page + 1) * size))
}

/** The first invoices that together have at most so many totals, and always one. */
export function firstInvoices(invoices: readonly PaidInvoice[], most: number): readonly PaidInvoice[] {
  let rows = 0
  const end = invoices.findIndex(({ totals }, index) => {
    rows += totals.length
    return index > 0 && rows > most
  })
  return end < 0 ? invoices : invoices.slice(0, end)
}

/** `31 lines from 12 employers`, `31 lines from 12 employers, 2 adjustments`; of adjustments only `2 adjustments`. */
export function linesFrom(totals: readonly StatementTotal[], adjustments: readonly StatementAdjustment[] = []): string {
  const employers = new Set(totals.map(({ EmployerId }) => EmployerId))
  const lines = `${counted(totals.length, 'line')} from ${counted(employers.size, 'employer')}`
  if (adjustments.length === 0) return lines
  const byHand = counted(adjustments.length, 'adjustment')
  return totals.length === 0 ? byHand : `${lines}, ${byHand}`
}
