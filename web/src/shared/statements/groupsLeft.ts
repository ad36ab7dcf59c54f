/** A statement that pays on groups which have left the broker of its rule (rules.md#plans-of-a-rule). */
import { toast } from '../../ui/toast/toasts'
import type { Statement } from './queries'

/** `Harborline Logistics has left the broker of the rule.`; nothing when none has. */
export function groupsLeft({ GroupsLeft: groups }: Pick<Statement, 'GroupsLeft'>): string | undefined {
  if (groups.length === 0) return undefined
  return `${groups.join(', ')} ${groups.length === 1 ? 'has' : 'have'} left the broker of the rule.`
}

/** Warns once the statement is made. */
export function warnOfGroupsLeft(made: Pick<Statement, 'GroupsLeft'>): void {
  const says = groupsLeft(made)
  if (says) toast.warning(says)
}
