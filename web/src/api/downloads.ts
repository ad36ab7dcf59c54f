/** Files the server makes: their addresses, and how to fetch one without leaving the page. */

/** As much of an invoice as its PDF's address needs. */
interface PdfOf {
  Id: number
  ErpInvoiceRefId?: string | null
  ApiService?: { Id: number } | null
  EmployerGroup: { Id: number }
}

/** The PDF of an invoice. One that is in no ERP has 0 for its reference there (decisions D7). */
export function invoicePdf({ Id, ErpInvoiceRefId, ApiService, EmployerGroup }: PdfOf): string {
  const query = new URLSearchParams({ ApiServiceId: String(ApiService?.Id ?? 0), InvoiceId: String(Id), EmployerId: String(EmployerGroup.Id) })
  return `/api/v1/erp/invoices/${encodeURIComponent(ErpInvoiceRefId ?? '0')}/pdf?${query}`
}

/** Fetches a file as a link with `download` does. */
export function startDownload(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
