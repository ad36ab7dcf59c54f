/** The pages of the commission area: rules, what is made by them, and the run that makes it for all rules. */
import { useCan, type Action } from '../../session/session'
import { SegmentedNav, type Place } from '../../ui/page/SegmentedNav'

const pages: readonly (Place & { needs: Action })[] = [
  { label: 'Commission Rules', short: 'Rules', to: '/commission/rules', needs: 'ViewCommissions' },
  { label: 'Commission Snapshots', short: 'Snapshots', to: '/commission/snapshots', needs: 'ViewStatements' },
  { label: 'Commission Run', short: 'Run', to: '/commission/runs', needs: 'ViewCommissions' },
]

/** Draws nothing for those who may open one of them only. */
export function CommissionNav() {
  const can = useCan()
  const items = pages.filter(({ needs }) => can(needs))
  return items.length < 2 ? null : <SegmentedNav label="Commission" items={items} />
}
