/** What the screens of a rule's adjustments read and write. */
import { api, done, value } from '../../../../api/client'
import type { components } from '../../../../api/schema'
import type { Query } from '../../../../lib/query'
import { commissionRunKey } from '../../../../shared/statements/queries'
import { rulesKey } from '../queries'

type Schemas = components['schemas']
export type Adjustment = Schemas['AdjustmentView']

const pathOf = (ruleId: number) => ({ params: { path: { ruleId } } })

const keyOf = (ruleId: number) => [...rulesKey, ruleId, 'adjustments']

/** The adjustments of a rule, newest first. */
export function adjustments(ruleId: number): Query<readonly Adjustment[]> {
  return {
    queryKey: keyOf(ruleId),
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/commission/rules/{ruleId}/adjustments', { ...pathOf(ruleId), signal })),
  }
}

/** What an adjustment that is added or deleted changes: runs say what the next statement pays. */
export const changedByAdjustments = (ruleId: number) => [keyOf(ruleId), commissionRunKey]

export function addAdjustment(ruleId: number, body: Schemas['AdjustmentInput']): Promise<Adjustment> {
  return value(api.POST('/api/v1/commission/rules/{ruleId}/adjustments', { ...pathOf(ruleId), body }))
}

export function deleteAdjustment(ruleId: number, adjustmentId: number): Promise<void> {
  return done(
    api.DELETE('/api/v1/commission/rules/{ruleId}/adjustments/{adjustmentId}', {
      params: { path: { ruleId, adjustmentId } },
    }),
  )
}
