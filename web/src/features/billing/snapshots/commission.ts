/** What is read and written of the commission statements of a snapshot. */
import { api, done, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import { day, type Month } from '../../../lib/months'
import type { Query } from '../../../lib/query'
import { snapshotsKey, type Snapshot } from './queries'

export type StatementRow = components['schemas']['StatementRowView']

/** Why a statement cannot be deleted any more. */
export const hasBill = 'A bill exists in the ERP for this statement.'

/** The day of a month that stands for it on a statement. */
const dayOfStatement = 3

/** The commission rules that a term finds, to choose from; those by which no statement is made any more are left out. */
export async function commissionRules(term: string, signal: AbortSignal): Promise<{ value: number; label: string }[]> {
  const { Data } = await value(api.GET('/api/v1/commission/rules', { params: { query: { Term: term } }, signal }))
  return Data.filter(({ Active }) => Active).map(({ Id, Name, PayeeName }) => ({
    value: Id,
    label: `${Name} (${PayeeName})`,
  }))
}

/** Makes the statement of a snapshot by a rule; 0 says that no rule was chosen, which the server answers. */
export function generateStatement(
  { EmployerId, Id }: Pick<Snapshot, 'EmployerId' | 'Id'>,
  rule: number,
  month: Month,
): Promise<components['schemas']['StatementView']> {
  const path = { employerId: EmployerId, snapshotId: Id }
  return value(
    api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/commission/generate', {
      params: { path },
      body: { CommissionRuleId: rule, BillingPeriod: day(month, dayOfStatement) },
    }),
  )
}

/** The statements that use a snapshot, newest first. */
export function statementsOf({
  EmployerId: employerId,
  Id: snapshotId,
}: Pick<Snapshot, 'EmployerId' | 'Id'>): Query<readonly StatementRow[]> {
  return {
    queryKey: [...snapshotsKey, employerId, snapshotId, 'statements'],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/billing/{employerId}/snapshots/{snapshotId}/commission/statements', {
          params: { path: { employerId, snapshotId } },
          signal,
        }),
      ),
  }
}

export function deleteStatement({ Id }: StatementRow): Promise<void> {
  return done(api.DELETE('/api/v1/commission/snapshots/{statementId}', { params: { path: { statementId: Id } } }))
}
