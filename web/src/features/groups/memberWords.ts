/** The members of a group in words, beside their counts. */
import { count, counted } from '../../lib/format/money'
import type { MemberCount, MemberKinds } from './queries'

/** `318 employees, 50 dependents`; without the second where there are none. */
export function kindsText(
  { TotalMembers }: Pick<MemberCount, 'TotalMembers'>,
  { Employees }: Pick<MemberKinds, 'Employees'>,
): string | undefined {
  if (TotalMembers === 0) return undefined
  // The two are counted apart, and a member may be added in between.
  const dependents = Math.max(0, TotalMembers - Employees)
  const kinds = [Employees > 0 && counted(Employees, 'employee'), dependents > 0 && counted(dependents, 'dependent')]
  return kinds.filter(Boolean).join(', ')
}

/** `22 Pending Active`: the counts of today have them under the other status. */
export function pendingText(members: number, becomes: 'Active' | 'In-Active'): string | undefined {
  return members > 0 ? `${count(members)} Pending ${becomes}` : undefined
}
