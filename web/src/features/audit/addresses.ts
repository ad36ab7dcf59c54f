/** Where the record of an entry is found. */
import type { AuditEntry } from './queries'

/** A page, and the panel that is open there. */
export interface RecordAddress {
  to: string
  panel?: string
}

/** The page or panel that shows a record; undefined for one that has none, such as one that is deleted and of no group. */
export function recordAddress({
  Action,
  Subject,
  SubjectId: id,
  EmployerId,
}: Pick<AuditEntry, 'Action' | 'Subject' | 'SubjectId' | 'EmployerId'>): RecordAddress | undefined {
  const group = EmployerId ? `/employers/${EmployerId}` : undefined
  // What was deleted is nowhere; its group may be.
  if (!id || Action.endsWith('.delete')) return pageOf(Subject, group)
  switch (Subject) {
    case 'census_file':
      return { to: `/census-files/${id}` }
    case 'member':
      return group ? { to: `${group}/members/${id}` } : undefined
    case 'plan':
      return group ? { to: `${group}/billing/plans`, panel: `plan.${id}` } : undefined
    case 'snapshot':
      return group ? { to: `${group}/billing/snapshots`, panel: `why.${EmployerId}-${id}` } : undefined
    case 'pricing_option':
      return group ? { to: `${group}/billing/pricing`, panel: `pricing.${id}` } : undefined
    case 'pricing_group':
      return group ? { to: `${group}/billing/pricing-groups`, panel: `pricing-group.${id}` } : undefined
    case 'note':
    case 'contact':
      return group ? { to: group, panel: `${Subject}.${id}` } : undefined
    case 'user':
      return { to: '/users', panel: `user.${id}` }
    case 'broker':
      return { to: '/brokers', panel: `broker.${id}` }
    case 'api_service':
    case 'account':
      return { to: '/settings/api-services', panel: `service.${id}` }
    case 'commission_statement':
      return { to: '/commission/snapshots', panel: `statement.${id}` }
    case 'commission_rule':
      return { to: '/commission/rules', panel: `rule.${id}` }
    case 'billing_run':
      return { to: `/billing-runs/${id}` }
    default:
      return pageOf(Subject, group)
  }
}

const pages: Readonly<Record<string, string>> = {
  member: '/members',
  census_file: '/census-files',
  plan: '/billing/plans',
  snapshot: '/billing/snapshots',
  pricing_option: '/billing/pricing',
  pricing_group: '/billing/pricing-groups',
}

/** The list of such records of the group, else the group. */
function pageOf(subject: string, group: string | undefined): RecordAddress | undefined {
  return group === undefined ? undefined : { to: `${group}${pages[subject] ?? ''}` }
}
