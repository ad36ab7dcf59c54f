/** What the invoices' screens read. */
import { api, value } from '../../api/client'
import { listCsv } from '../../api/downloads'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import { billFilter } from '../../lib/billing/billFilters'
import { membersUpTo, noMembers, type BilledConsult, type BilledEmployee } from '../../lib/billing/billedLines'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import type { Pages, Query } from '../../lib/query'

export type InvoiceRow = components['schemas']['InvoiceView']
export type Sums = components['schemas']['InvoiceSumsView']
export type Invoice = components['schemas']['InvoiceDetailView']

/** Everything about invoices. Changes of snapshots refresh it: they are the same records. */
export const invoicesKey = ['invoices']

function invoiceQuery(EmployerId: number, params: ListParams) {
  const [group] = params.Filters.group ?? []
  return {
    EmployerId: group === undefined ? EmployerId : Number(group),
    ...listQuery(params),
    ...billFilter(params.Filters),
    ...(params.Filters.notsent ? { NotSent: true } : {}),
    MembersUpTo: noMembers,
  }
}

/** The list as a file. */
export function invoiceCsv(employerId: number) {
  return listCsv('/api/v1/invoices/as-csv', {}, (asked) => invoiceQuery(employerId, asked))
}

/** The invoices of a group, or of all groups for 0. */
function invoiceList(employerId: number): (params: ListParams) => Query<Page<InvoiceRow>> {
  return (params) => ({
    queryKey: [...invoicesKey, 'list', employerId, params],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/invoices', { params: { query: invoiceQuery(employerId, params) }, signal })),
  })
}

/** That list on its page. */
export function invoiceListing(employerId: number): Listing<InvoiceRow> {
  return {
    listKey: employerId > 0 ? 'group-invoices' : 'invoices',
    list: invoiceList(employerId),
    defaults: { PerPage: 24, OrderBy: 'InvoicePeriodEndDate', OrderDesc: true },
  }
}

/** What the invoices of a group come to, or those of all groups for 0. */
export function invoiceSums(employerId: number): Query<Sums> {
  return {
    queryKey: [...invoicesKey, 'sums', employerId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/invoices/sums', { params: { query: { EmployerId: employerId } }, signal })),
  }
}

/** One invoice with its lines and the employees of each, but for the long ones. */
export function invoice(id: number): Query<Invoice> {
  return {
    queryKey: [...invoicesKey, id],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/invoices/{id}', { params: { path: { id }, query: { MembersUpTo: membersUpTo } }, signal }),
      ),
  }
}

/** The employees of one line whose names have a term. */
export function membersOfLine(id: number, lineId: number, term: string): Pages<BilledEmployee> {
  return {
    queryKey: [...invoicesKey, id, 'line', lineId, term],
    page: (wanted, signal) =>
      value(
        api.GET('/api/v1/invoices/{id}/lines/{lineId}/members', {
          params: { path: { id, lineId }, query: { ...wanted, ...(term ? { Term: term } : {}) } },
          signal,
        }),
      ),
  }
}

/** The consults of one line whose numbers have a term. */
export function consultsOfLine(id: number, lineId: number, term: string): Pages<BilledConsult> {
  return {
    queryKey: [...invoicesKey, id, 'line', lineId, 'consults', term],
    page: (wanted, signal) =>
      value(
        api.GET('/api/v1/invoices/{id}/lines/{lineId}/consults', {
          params: { path: { id, lineId }, query: { ...wanted, ...(term ? { Term: term } : {}) } },
          signal,
        }),
      ),
  }
}

/** Marks the commission on an invoice; the server takes the words `Paid` and `Unpaid`. */
export function markCommission({ Id, EmployerGroup }: InvoiceRow, status: 'Paid' | 'Unpaid'): Promise<InvoiceRow> {
  const path = { employerId: EmployerGroup.Id, snapshotId: Id }
  return value(
    api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/commission/status', {
      params: { path },
      body: { CommissionStatus: status, SnapshotId: Id },
    }),
  )
}

/** The five newest invoices of a group. */
export function latestInvoices(employerId: number): Query<readonly InvoiceRow[]> {
  const { queryKey, queryFn } = invoiceList(employerId)({
    Page: 1,
    PerPage: 5,
    OrderBy: 'InvoicePeriodEndDate',
    OrderDesc: true,
    Term: '',
    Filters: {},
  })
  return { queryKey: [...queryKey, 'latest'], queryFn: async (context) => (await queryFn(context)).Data }
}
