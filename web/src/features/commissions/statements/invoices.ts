/** The totals of a statement by the invoice they come from, and in pages of so many rows. */
import { counted } from '../../../lib/format/money'
import type { StatementTotal } from '../../../shared/statements/queries'

/** What a statement pays on one invoice. */
export interface PaidInvoice {
  /** The snapshot, which is the invoice. */
  id: number
  employer: string
  employerId: number
  /** An invoice is of one plan. */
  plan: string
  number: string
  paymentText: string
  paymentColor: string
  totals: readonly StatementTotal[]
  dollars: number
}

/** Sums amounts in cents: fractions of dollars do not add up exactly. */
export function sumOf(totals: readonly Pick<StatementTotal, 'TotalDollars'>[]): number {
  return totals.reduce((cents, { TotalDollars }) => cents + Math.round(TotalDollars * 100), 0) / 100
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

/** The first invoices that together have at most so many totals, and always one. */
export function firstInvoices(invoices: readonly PaidInvoice[], most: number): readonly PaidInvoice[] {
  let rows = 0
  const end = invoices.findIndex(({ totals }, index) => {
    rows += totals.length
    return index > 0 && rows > most
  })
  return end < 0 ? invoices : invoices.slice(0, end)
}

/** `31 lines from 12 employers`. */
export function linesFrom(totals: readonly StatementTotal[]): string {
  const employers = new Set(totals.map(({ EmployerId }) => EmployerId))
  return `${counted(totals.length, 'line')} from ${counted(employers.size, 'employer')}`
}
