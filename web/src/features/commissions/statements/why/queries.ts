/** What "Why this payout?" reads. Its keys stand below those of statements, so that a change to one refreshes it. */
import { api, value } from '../../../../api/client'
import type { components } from '../../../../api/schema'
import type { Query } from '../../../../lib/query'
import { statementsKey, type StatementTotal } from '../../../../shared/statements/queries'

type Schemas = components['schemas']
export type PaidLine = Schemas['WhyLineView']
export type Comparison = Schemas['ComparisonView']
export type Difference = Schemas['DifferenceView']

/** The snapshot lines behind a total of a statement. */
export function linesBehind(statementId: number, total: StatementTotal): Query<readonly PaidLine[]> {
  const query = {
    PlanLineId: total.PlanLineId,
    Month: total.BillableMonth,
    Year: total.BillableYear,
    IsCredit: total.IsCredit,
    IsCorrection: total.IsCorrection,
    SnapshotId: total.BillingInvoiceSnapshotId,
  }
  return {
    queryKey: [...statementsKey, statementId, 'why', query],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/commission/snapshots/{statementId}/why', { params: { path: { statementId }, query }, signal }),
      ),
  }
}

/** A statement beside the one of the rule before it. */
export function comparison(statementId: number): Query<Comparison> {
  return {
    queryKey: [...statementsKey, statementId, 'compare'],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/commission/snapshots/{statementId}/compare', { params: { path: { statementId } }, signal }),
      ),
  }
}
