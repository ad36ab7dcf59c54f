/** Files that the server makes: their addresses, and the one way to get them. */
import { UnreachableError } from '../lib/failure'
import { fileName, keepFile } from '../lib/browser/download'
import { fetchFile } from './client'
import type { ListParams } from '../lib/list'
import type { paths } from './schema'

/**
 * Downloads what an address gives. It is fetched before the browser is told, so that a failure is thrown like that of any call and
 * starts no file: after the end of a session one is led to the sign-in.
 */
export async function download(address: string): Promise<void> {
  const response = await fetchFile(address)
  const content = await response.blob().catch(() => {
    throw new UnreachableError()
  })
  keepFile(content, fileName(response.headers.get('content-disposition')))
}

/** The path parameters of a GET call of the schema. */
type PathOf<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { path: infer Params extends Record<string, string | number> } }
}
  ? Params
  : Record<string, never>

/** The address of a call, such as one that answers with a file. */
export function addressOf<Path extends keyof paths>(path: Path, params: PathOf<Path>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** The census template as a workbook with example rows and the values that its columns may hold. */
export const templateBookHref = addressOf('/api/v1/census/template/workbook', {})

/** As much of an invoice as its PDF's address needs. */
interface PdfOf {
  Id: number
  ErpInvoiceRefId?: string | null
  ApiService?: { Id: number } | null
  EmployerGroup: { Id: number }
}

/** The PDF of an invoice. One that is in no ERP has 0 for its reference there (rules.md#invoice-pdf). */
export function invoicePdf({ Id, ErpInvoiceRefId, ApiService, EmployerGroup }: PdfOf): string {
  const query = new URLSearchParams({
    ApiServiceId: String(ApiService?.Id ?? 0),
    InvoiceId: String(Id),
    EmployerId: String(EmployerGroup.Id),
  })
  return `${addressOf('/api/v1/erp/invoices/{erpInvoiceRefId}/pdf', { erpInvoiceRefId: ErpInvoiceRefId ?? '0' })}?${query}`
}

/** The PDFs of several invoices as one file. */
export function invoicesArchive(invoices: readonly { Id: number }[]): string {
  return `${addressOf('/api/v1/invoices/archive', {})}?${new URLSearchParams({ InvoiceIds: invoices.map(({ Id }) => Id).join(',') })}`
}

/** What downloads a list as a file: its rows under the query of its call, with the columns that are shown (rules.md#list-as-csv). */
export function listCsv<Path extends Extract<keyof paths, `${string}/as-csv`>>(
  path: Path,
  params: PathOf<Path>,
  query: (asked: ListParams) => object,
): (asked: ListParams, columns: readonly string[]) => Promise<void> {
  return (asked, columns) => {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries({ ...query(asked), Columns: columns })) {
      if (key === 'Page' || key === 'PerPage') continue
      for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
    }
    return download(`${addressOf(path, params)}?${search}`)
  }
}
