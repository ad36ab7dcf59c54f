/** Opens the picker of a rule's billing plans, and saves what was chosen. */
import { useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '../../../../lib/failure'
import { openLayer } from '../../../../ui/panel/layers'
import { toast } from '../../../../ui/toast/toasts'
import { changedByPlans, rulePlans, saveRulePlans, type PlanRow, type Rule } from '../queries'
import type { PickerWish } from './picking'
import { SelectPlansPanel } from './SelectPlansPanel'

export function useSelectPlans(rule: Pick<Rule, 'Id' | 'BrokerId'>, held: readonly PlanRow[]): () => void {
  const client = useQueryClient()
  const save = async (ids: readonly number[]) => {
    try {
      client.setQueryData(rulePlans(rule.Id).queryKey, await saveRulePlans(rule.Id, ids))
      toast.success('The plans for this commission rule have been updated.')
      await client.invalidateQueries(changedByPlans(rule.Id))
    } catch (failure) {
      toast.error(failureMessage(failure))
    }
  }
  return () => {
    if (rule.BrokerId == null) return
    openPicker({ brokerId: rule.BrokerId, held, chosen: held.map(idOf), onConfirm: (ids) => void save(ids) })
  }
}

/** Opens the picker above everything; nothing of it stays when it is closed. */
export function openPicker(wish: PickerWish): void {
  openLayer(() => <SelectPlansPanel {...wish} />)
}

function idOf({ BillingLineItemId }: PlanRow): number {
  return BillingLineItemId
}
