/** What the commission run reads and writes. While bills are on their way the month is asked for again every second or so. */
import { api, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import { day, type Month } from '../../../lib/format/months'
import type { Query } from '../../../lib/query'
import { commissionRunKey, dayOfStatement } from '../../../shared/statements/queries'

type Schemas = components['schemas']
export type Run = Schemas['CommissionRunView']
export type RunRule = Run['Rules'][number]
/** What has become of one rule, or of one statement, of a call for several. */
export type RuleOutcome = Schemas['RuleOutcome']
export type StatementOutcome = Schemas['StatementOutcome']

const period = (month: Month) => day(month, dayOfStatement)

/** All rules and what each comes to in a month. */
export function run(month: Month): Query<Run> {
  return {
    queryKey: [...commissionRunKey, period(month)],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/commission/runs', { params: { query: { BillingPeriod: period(month) } }, signal })),
  }
}

/** So many may be named in one call. */
const mostAtOnce = 1000

async function inBatches<One>(ids: readonly number[], send: (some: number[]) => Promise<One[]>): Promise<One[]> {
  const outcomes: One[] = []
  for (let start = 0; start < ids.length; start += mostAtOnce)
    outcomes.push(...(await send(ids.slice(start, start + mostAtOnce))))
  return outcomes
}

/** Makes the statements of rules; asked twice, each is made once. */
export function createStatements(month: Month, ids: readonly number[]): Promise<RuleOutcome[]> {
  return inBatches(ids, (CommissionRuleIds) =>
    value(
      api.POST('/api/v1/commission/runs/statements', { body: { BillingPeriod: period(month), CommissionRuleIds } }),
    ),
  )
}

/** Queues the bills of statements; asked twice, each is created once. */
export function createBills(ids: readonly number[]): Promise<StatementOutcome[]> {
  return inBatches(ids, (StatementIds) => value(api.POST('/api/v1/commission/runs/bills', { body: { StatementIds } })))
}
