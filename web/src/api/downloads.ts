/** The addresses of files that the server makes. */
import type { paths } from './schema'

/** The path parameters of a GET call of the schema. */
type PathOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { path: infer Params extends Record<string, string | number> } } } ? Params : Record<string, never>

/** Where the browser itself gets the answer of a call, such as a file. */
export function addressOf<Path extends keyof paths>(path: Path, params: PathOf<Path>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

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
  return `${addressOf('/api/v1/erp/invoices/{erpInvoiceRefId}/pdf', { erpInvoiceRefId: ErpInvoiceRefId ?? '0' })}?${query}`
}
