/** What the screens of commission rules read and write. */
import { api, value } from '../../../api/client'
import { listCsv } from '../../../api/downloads'
import { listQuery } from '../../../api/list'
import type { components } from '../../../api/schema'
import type { ListParams, Page } from '../../../lib/list'
import type { Listing } from '../../../lib/listing'
import type { Query } from '../../../lib/query'
import type { MadeStatement } from '../../../shared/statements/queries'

type Schemas = components['schemas']
export type RuleRow = Schemas['CommissionRuleRow']
export type Rule = Schemas['CommissionRuleView']
export type PlanRow = Schemas['PlanRowView']
export type PastRate = Schemas['PastRateView']

/** Everything about commission rules; refreshed as a whole after a save. */
export const rulesKey = ['commission rules']

function ruleQuery(params: ListParams) {
  const [active] = params.Filters.active ?? []
  return { ...listQuery(params), ...(active === undefined ? {} : { Active: active === '1' }) }
}

/** The list as a file. */
export const ruleCsv = listCsv('/api/v1/commission/rules/as-csv', {}, ruleQuery)

function ruleList(params: ListParams): Query<Page<RuleRow>> {
  return {
    queryKey: [...rulesKey, 'list', params],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/commission/rules', { params: { query: ruleQuery(params) }, signal })),
  }
}

/** That list on its page. */
export const ruleListing: Listing<RuleRow> = {
  listKey: 'commission-rules',
  list: ruleList,
  defaults: { PerPage: 24, OrderBy: 'Id' },
}

const pathOf = (ruleId: number) => ({ params: { path: { ruleId } } })

export function rule(id: number): Query<Rule> {
  return {
    queryKey: [...rulesKey, id],
    queryFn: ({ signal }) => value(api.GET('/api/v1/commission/rules/{ruleId}', { ...pathOf(id), signal })),
  }
}

/** Creates a rule, or saves the one with this id. */
export function saveRule(id: number | undefined, body: Schemas['RuleInput']): Promise<Rule> {
  return id === undefined
    ? value(api.POST('/api/v1/commission/rules', { body }))
    : value(api.PUT('/api/v1/commission/rules/{ruleId}', { ...pathOf(id), body }))
}

/** The plan lines of a rule, by group and plan. */
export function rulePlans(id: number): Query<readonly PlanRow[]> {
  return {
    queryKey: [...rulesKey, id, 'plans'],
    queryFn: ({ signal }) => value(api.GET('/api/v1/commission/rules/{ruleId}/plans', { ...pathOf(id), signal })),
  }
}

/** Makes exactly these plan lines those of a rule. */
export function saveRulePlans(id: number, BillingPlanIds: readonly number[]): Promise<readonly PlanRow[]> {
  const body = { RuleId: id, BillingPlanIds: [...BillingPlanIds] }
  return value(api.PUT('/api/v1/commission/rules/{ruleId}/plans', { ...pathOf(id), body }))
}

/** The plan lines that a rule of the broker may pay on. */
export function brokerPlans(brokerId: number): Query<readonly PlanRow[]> {
  return {
    queryKey: ['brokers', brokerId, 'billing plans'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/brokers/{brokerId}/billing-plans', { params: { path: { brokerId } }, signal })),
  }
}

/** What a payout or a plan line of a rule changes beside its own lines: what other rules and the picker say of these, and the histories. */
export function changedByPlans(ruleId: number): { predicate: (query: { queryKey: readonly unknown[] }) => boolean } {
  return {
    predicate: ({ queryKey: [area, id, part, ...rest] }) => {
      if (area === rulesKey[0]) return part === 'plans' ? id !== ruleId || rest.length > 0 : true
      return area === 'brokers' && part === 'billing plans'
    },
  }
}

/** A payout rate to be saved; without a month it holds from the first one without a statement. */
export interface RateWish {
  Id: number
  PayoutRate: number
  EffectiveFrom: string | null
}

export function saveRate(ruleId: number, body: RateWish): Promise<PlanRow> {
  const path = { ruleId, lineItemId: body.Id }
  return value(api.PUT('/api/v1/commission/rules/{ruleId}/plans/{lineItemId}', { params: { path }, body }))
}

/** All of them or none. */
export function saveRates(ruleId: number, body: readonly RateWish[]): Promise<readonly PlanRow[]> {
  return value(api.PUT('/api/v1/commission/rules/{ruleId}/plans/bulk', { ...pathOf(ruleId), body: [...body] }))
}

/** The payout rates of a line that were ever set, the latest first. */
export function rateHistory(ruleId: number, lineItemId: number): Query<readonly PastRate[]> {
  return {
    queryKey: [...rulesKey, ruleId, 'plans', lineItemId, 'history'],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/commission/rules/{ruleId}/plans/{lineItemId}/history', {
          params: { path: { ruleId, lineItemId } },
          signal,
        }),
      ),
  }
}

/** Makes the statement of the month before this one by a rule. */
export function generateStatement(ruleId: number): Promise<MadeStatement> {
  const body = { BillingPeriod: null }
  return value(api.POST('/api/v1/commission/rules/{ruleId}/snapshots/generate', { ...pathOf(ruleId), body }))
}

/** Vendors of an ERP account by a part of their name, to choose from. */
export async function erpVendors(ApiServiceId: number, Term: string, signal: AbortSignal) {
  const found = await value(api.GET('/api/v1/erp/vendors', { params: { query: { ApiServiceId, Term } }, signal }))
  return found.map(({ Id, DisplayName }) => ({ value: Id, label: DisplayName }))
}

/** The id of the terms that the settings of an ERP account name for bills; empty where they name none. */
export function billTermsId(ApiServiceId: number): Query<string> {
  return {
    queryKey: ['erp', ApiServiceId, 'bill terms'],
    queryFn: async ({ signal }) => {
      const path = { id: ApiServiceId }
      const found = await value(api.GET('/api/v1/api-services/{id}', { params: { path }, signal }))
      return (
        found.QuickbooksConfigs[0]?.CommissionBillSalesTermId ?? found.NetSuiteConfigs[0]?.CommissionBillTermsId ?? ''
      )
    },
    staleTime: 5 * 60_000,
  }
}
