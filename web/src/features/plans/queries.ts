/** What the billing plans' screens read and write. On the wire a plan is an invoice set-up: `invoices`, `invoiceId`. */
import { api, value } from '../../api/client'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import type { ListParams, Page } from '../../lib/list'
import type { Query } from '../../lib/query'

type Schemas = components['schemas']
export type Plan = Schemas['PlanView']

/** The plans of a group; refreshed as a whole after a save. */
export function plansKey(employerId: number) {
  return ['plans', employerId]
}

/** A plan of a group. */
export interface PlanPath {
  employerId: number
  invoiceId: number
}

export function planList(employerId: number): (params: ListParams) => Query<Page<Plan>> {
  return (params) => ({
    queryKey: [...plansKey(employerId), 'list', params],
    queryFn: ({ signal }) => value(api.GET('/api/v1/billing/{employerId}/invoices/search', { params: { path: { employerId }, query: listQuery(params) }, signal })),
  })
}

export function plan(path: PlanPath): Query<Plan> {
  return {
    queryKey: [...plansKey(path.employerId), path.invoiceId],
    queryFn: ({ signal }) => value(api.GET('/api/v1/billing/{employerId}/invoices/{invoiceId}', { params: { path }, signal })),
  }
}

/** Creates a plan, or saves the one with this id. */
export function savePlan(employerId: number, invoiceId: number | undefined, body: Schemas['PlanInput']): Promise<Plan> {
  return invoiceId === undefined
    ? value(api.POST('/api/v1/billing/{employerId}/invoices', { params: { path: { employerId } }, body }))
    : value(api.PUT('/api/v1/billing/{employerId}/invoices/{invoiceId}', { params: { path: { employerId, invoiceId } }, body }))
}

/** The configured ERP accounts. */
export const erpAccounts: Query<Page<Schemas['AccountListRow']>> = {
  queryKey: ['accounts', 'choices'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/api-services', { signal })),
}
