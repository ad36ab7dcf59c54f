/** Who may choose from which day a status holds, and force an undo: those who run the groups (decisions B3, H5). */
import { useCan } from '../../session/session'

export function useMayChooseDay(): boolean {
  return useCan()('EditGroups')
}
