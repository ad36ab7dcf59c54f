/** What the billing plans' screens read and write. On the wire a plan is an invoice set-up: `invoices`, `invoiceId`. */
import { api, done, value } from '../../../api/client'
import { listCsv } from '../../../api/downloads'
import { listQuery } from '../../../api/list'
import type { components } from '../../../api/schema'
import { EnvelopeError } from '../../../lib/failure'
import type { ListParams, Page } from '../../../lib/list'
import type { Listing } from '../../../lib/listing'
import type { Query } from '../../../lib/query'

type Schemas = components['schemas']
export type Plan = Schemas['PlanView']
export type Line = Schemas['LineView']

/** The plans of a group; refreshed as a whole after a save. */
export function plansKey(employerId: number) {
  return ['plans', employerId]
}

/** The panel of a plan's snapshots, as the URL names it. */
export const planSnapshots = 'plan-snapshots'

/** A plan of a group. */
export interface PlanPath {
  employerId: number
  invoiceId: number
}

/** The list as a file. */
export function planCsv(employerId: number) {
  return listCsv('/api/v1/billing/{employerId}/invoices/search/as-csv', { employerId }, planQuery)
}

function planQuery(params: ListParams) {
  return { ...listQuery(params), ...(params.Filters.current ? { OnlyCurrent: true } : {}) }
}

function planList(employerId: number): (params: ListParams) => Query<Page<Plan>> {
  return (params) => ({
    queryKey: [...plansKey(employerId), 'list', params],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/invoices/search', {
          params: { path: { employerId }, query: planQuery(params) },
          signal,
        }),
      ),
  })
}

/** That list on its page. */
export function planListing(employerId: number): Listing<Plan> {
  return {
    listKey: 'plans',
    list: planList(employerId),
    defaults: { PerPage: 25, OrderBy: 'Id' },
  }
}

export function plan(path: PlanPath): Query<Plan> {
  return {
    queryKey: [...plansKey(path.employerId), path.invoiceId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/billing/{employerId}/invoices/{invoiceId}', { params: { path }, signal })),
  }
}

/** Creates a plan, or saves the one with this id. */
export function savePlan(employerId: number, invoiceId: number | undefined, body: Schemas['PlanInput']): Promise<Plan> {
  return invoiceId === undefined
    ? value(api.POST('/api/v1/billing/{employerId}/invoices', { params: { path: { employerId } }, body }))
    : value(
        api.PUT('/api/v1/billing/{employerId}/invoices/{invoiceId}', {
          params: { path: { employerId, invoiceId } },
          body,
        }),
      )
}

/** The line items of a plan. */
export function planLines(path: PlanPath): Query<readonly Line[]> {
  return {
    queryKey: [...plansKey(path.employerId), path.invoiceId, 'lines'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/billing/{employerId}/invoices/{invoiceId}/line-items', { params: { path }, signal })),
  }
}

/** One of them, for its editor. */
export function planLine(path: PlanPath, lineItemId: number): Query<Line> {
  const { queryKey, queryFn } = planLines(path)
  const one = async (context: { signal: AbortSignal }) => {
    const found = (await queryFn(context)).find(({ Id }) => Id === lineItemId)
    if (!found) throw new EnvelopeError(404, [], 'This line item is no longer on the plan.')
    return found
  }
  return { queryKey: [...queryKey, lineItemId], queryFn: one }
}

/** Adds a line item to a plan, or saves the one with this id. */
export function saveLine(path: PlanPath, lineItemId: number | undefined, body: Schemas['LineInput']): Promise<Line> {
  return lineItemId === undefined
    ? value(api.POST('/api/v1/billing/{employerId}/invoices/{invoiceId}/line-items', { params: { path }, body }))
    : value(
        api.PUT('/api/v1/billing/{employerId}/invoices/{invoiceId}/line-items/{lineItemId}', {
          params: { path: { ...path, lineItemId } },
          body,
        }),
      )
}

export function deleteLine(path: PlanPath, lineItemId: number): Promise<void> {
  return done(
    api.DELETE('/api/v1/billing/{employerId}/invoices/{invoiceId}/line-items/{lineItemId}', {
      params: { path: { ...path, lineItemId } },
    }),
  )
}

/** What a change of a line item changes: the lines, and the billing codes made of their references. */
export function changedByLines(path: PlanPath) {
  return [planLines(path).queryKey, billingCodes(path.employerId).queryKey]
}

/** The names of the billing periods; the place in the list is the number (rules.md#month-of-a-line). */
export const billingPeriods: Query<readonly string[]> = {
  queryKey: ['lists', 'billing periods'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/billing/lists/billing-periods', { signal })),
  staleTime: Infinity,
}

/** The references that line items of the group's plans use already (rules.md#billing-references). */
export function billingCodes(employerId: number): Query<readonly string[]> {
  return {
    queryKey: ['billing codes', employerId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/billing/{employerId}/billing-codes', { params: { path: { employerId } }, signal })),
  }
}

/** Customers of an ERP account by a part of their name, to choose from. */
export async function erpCustomers(ApiServiceId: number, Term: string, signal: AbortSignal) {
  const found = await value(api.GET('/api/v1/erp/customers', { params: { query: { ApiServiceId, Term } }, signal }))
  return found.map(({ Id, DisplayName }) => ({ value: Id, label: DisplayName }))
}

/** The group of a plan, as everybody who reads it asks for it. */
export function planGroup(employerId: number): Query<{ Name: string }> {
  return {
    queryKey: ['groups', employerId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}', { params: { path: { employerId } }, signal })),
  }
}

/** The customer of an ERP account of that name, taken in when there is none. */
export function createErpCustomer(
  ApiServiceId: number,
  Name: string,
  EmployerId: number,
): Promise<Schemas['ErpParty']> {
  return value(api.POST('/api/v1/erp/customers', { body: { ApiServiceId, Name, EmployerId } }))
}
