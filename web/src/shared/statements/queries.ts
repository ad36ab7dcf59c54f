/** What the screens of commission statements read and write. */
import { api, done, value } from '../../api/client'
import { addressOf, listCsv } from '../../api/downloads'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import { day, type Month } from '../../lib/format/months'
import type { Query } from '../../lib/query'
import { changedBySnapshots } from '../changes'
import type { ErpHistory } from '../erp/ErpCalls'

type Schemas = components['schemas']
export type StatementRow = Schemas['StatementRowView']
export type Statement = Schemas['StatementView']

/** A statement that was just made; its lines are asked for by its address. */
export type MadeStatement = Schemas['MadeStatementView']
export type StatementTotal = Schemas['StatementTotalView']
export type StatementAdjustment = Schemas['StatementAdjustmentView']

/** Everything about statements; refreshed as a whole after a change. */
export const statementsKey = ['commission statements']

/** Everything about commission runs, which read the statements of a month. */
export const commissionRunKey = ['commission run']

/**
 * What a statement that is made, billed or deleted changes: the snapshots it uses and the commission status of their invoices too, and which
 * adjustments of its rule stand in none.
 */
export const changedByStatements = [statementsKey, commissionRunKey, ['commission rules'], ...changedBySnapshots]

function statementQuery(params: ListParams) {
  const { period, payee, bill } = params.Filters
  return {
    ...listQuery(params),
    ...(period?.[0] ? { BillingPeriod: period[0] } : {}),
    ...(payee ? { Payees: [...payee] } : {}),
    ...(bill ? { BillStates: [...bill] } : {}),
  }
}

/** The payees of the statements that one sees. */
export const payeeChoices: Query<readonly string[]> = {
  queryKey: [...statementsKey, 'payees'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/commission/snapshots/payees', { signal })),
}

/** The list as a file. */
export const statementCsv = listCsv('/api/v1/commission/snapshots/as-csv', {}, statementQuery)

function statementList(params: ListParams): Query<Page<StatementRow>> {
  return {
    queryKey: [...statementsKey, 'list', params],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/commission/snapshots', { params: { query: statementQuery(params) }, signal })),
  }
}

/** That list on its page. */
export const statementListing: Listing<StatementRow> = {
  listKey: 'statements',
  list: statementList,
  defaults: { PerPage: 24, OrderBy: 'CreatedAt', OrderDesc: true },
}

const pathOf = (statementId: number) => ({ params: { path: { statementId } } })

/** One statement with its totals. */
export function statement(id: number): Query<Statement> {
  return {
    queryKey: [...statementsKey, id],
    queryFn: ({ signal }) => value(api.GET('/api/v1/commission/snapshots/{statementId}', { ...pathOf(id), signal })),
  }
}

/** How the bill of a statement stands in the ERP, and the calls that were made for it. Asked again while a call is under way. */
export function billHistory(id: number): Query<ErpHistory> {
  return {
    queryKey: [...statementsKey, id, 'erp'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/commission/snapshots/{statementId}/erp/history', { ...pathOf(id), signal })),
    refetchInterval: ({ state }) => (state.data?.ErpState.State === 'Queued' ? 2000 : false),
  }
}

/** The day of a month that stands for it on a statement (rules.md#day-of-a-statement). */
export const dayOfStatement = 3

/** Makes the statement of a rule for a month; 0 says that no rule was chosen, which the server answers. */
export function createStatement(rule: number, name: string, month: Month): Promise<MadeStatement> {
  return value(
    api.POST('/api/v1/commission/snapshots', {
      body: { CommissionRuleId: rule, RuleName: name, BillingPeriod: day(month, dayOfStatement) },
    }),
  )
}

/** Creates the bill of a statement in the ERP; asked twice, it is created once. It is refused for groups that left, unless they are accepted. */
export function createBill({ Id }: Pick<StatementRow, 'Id'>, acceptsGroupsLeft = false): Promise<unknown> {
  return done(
    api.POST('/api/v1/commission/snapshots/{statementId}/bill', {
      ...pathOf(Id),
      body: { AcceptGroupsLeft: acceptsGroupsLeft },
    }),
  )
}

/** Keeps the bill as it was changed in the ERP. Writes nothing there. */
export function keepBill({ Id }: Pick<StatementRow, 'Id'>): Promise<unknown> {
  return done(api.POST('/api/v1/commission/snapshots/{statementId}/bill/keep', pathOf(Id)))
}

export function deleteStatement({ Id }: Pick<StatementRow, 'Id'>): Promise<void> {
  return done(api.DELETE('/api/v1/commission/snapshots/{statementId}', pathOf(Id)))
}

/** The lines of a statement as a file. */
export function csvOf({ Id }: Pick<StatementRow, 'Id'>): string {
  return addressOf('/api/v1/commission/snapshots/{statementId}/csv', { statementId: Id })
}

/** The lines of all statements of a month as a file. */
export function bulkCsv(BillingPeriod: string): string {
  return `${addressOf('/api/v1/commission/snapshots/csv', {})}?${new URLSearchParams({ BillingPeriod })}`
}

/** The document that the server makes of a statement. */
export function pdfOf({ Id }: Pick<StatementRow, 'Id'>): string {
  return addressOf('/api/v1/commission/snapshots/{statementId}/pdf', { statementId: Id })
}

/** The page of this application that prints a statement. */
export function printPageOf({ Id }: Pick<StatementRow, 'Id'>): string {
  return `/commission/statements/${Id}/pdf/render`
}
