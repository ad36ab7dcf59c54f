/** Which contacts of a group answer for what. */
import type { Group } from './queries'

const roles = [
  ['AccountingContactId', 'Accounting'],
  ['ProducerContactId', 'Producer'],
  ['HrContactId', 'HR'],
] as const

/** By the id of a contact what it is responsible for: `{ 5: 'Accounting, HR' }`. */
export function contactRoles(group: Pick<Group, (typeof roles)[number][0]>): Record<number, string> {
  const found: Record<number, string> = {}
  for (const [key, name] of roles) {
    const id = group[key]
    if (id) found[id] = found[id] ? `${found[id]}, ${name}` : name
  }
  return found
}
