/** Where the record of an entry is found. */
import type { AuditEntry } from './queries'

/** The page that shows a record; undefined for one that has none, such as a deleted note of no group. */
export function recordAddress({
  Subject,
  SubjectId,
  EmployerId,
}: Pick<AuditEntry, 'Subject' | 'SubjectId' | 'EmployerId'>): string | undefined {
  const group = EmployerId ? `/employers/${EmployerId}` : undefined
  switch (Subject) {
    case 'census_file':
      return SubjectId ? `/census-files/${SubjectId}` : undefined
    case 'member':
      return group && SubjectId ? `${group}/members/${SubjectId}` : group && `${group}/members`
    case 'plan':
      return group && `${group}/billing/plans`
    case 'snapshot':
      return group && `${group}/billing/snapshots`
    case 'pricing_option':
      return group && `${group}/billing/pricing`
    case 'pricing_group':
      return group && `${group}/billing/pricing-groups`
    default:
      return group
  }
}
