/** Who may choose from which day a status holds, and force an undo: those who run the groups
    (rules.md#first-three-days, rules.md#new-member). */
import { useCan } from '../../../session/session'

export function useMayChooseDay(): boolean {
  return useCan()('EditGroups')
}
