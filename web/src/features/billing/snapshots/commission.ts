/** What is read and written of the commission statements of a snapshot. */
import { api, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import { day, type Month } from '../../../lib/format/months'
import type { Query } from '../../../lib/query'
import { dayOfStatement, type MadeStatement } from '../../../shared/statements/queries'
import { snapshotsKey } from '../../../shared/changes'
import { type Snapshot } from './queries'

export type StatementRow = components['schemas']['StatementRowView']

/** Makes the statement of a snapshot by a rule; the id 0 says that no rule was chosen, which the server answers. */
export function generateStatement(
  { EmployerId, Id }: Pick<Snapshot, 'EmployerId' | 'Id'>,
  rule: { id: number; name: string },
  month: Month,
): Promise<MadeStatement> {
  const path = { employerId: EmployerId, snapshotId: Id }
  return value(
    api.POST('/api/v1/billing/{employerId}/snapshots/{snapshotId}/commission/generate', {
      params: { path },
      body: { CommissionRuleId: rule.id, RuleName: rule.name, BillingPeriod: day(month, dayOfStatement) },
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
