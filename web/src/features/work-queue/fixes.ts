/** How an item of work is fixed: by a panel above the queue, or on a page that opens the right thing. */
import { whyPanelId } from '../../lib/billing/whyPanel'
import type { WorkItem } from './queries'

/** As much of an item as its way leads by. */
export type Fixable = Pick<WorkItem, 'Record' | 'Id' | 'EmployerId' | 'Fix'>

export interface Way {
  /** The page; absent when the panel opens above the queue. */
  to?: string
  /** The panel, as the address names it. */
  panel?: { kind: string; id: string }
}

export function wayTo({ Record, Id, EmployerId, Fix }: Fixable): Way {
  const group = `/employers/${EmployerId ?? 0}`
  const panel = (kind: string, id: number | string = Id) => ({ kind, id: String(id) })
  switch (Record) {
    case 'CensusFile':
      if (Fix === 'Review Matches') return { to: `/census-files/${Id}/review` }
      // A file of several groups has no rows of its own to fix.
      return { to: Fix === 'Fix Rows' && EmployerId ? `/census-files/${Id}/fix` : `/census-files/${Id}` }
    case 'BillingRun':
      return { to: `/billing-runs/${Id}` }
    case 'Plan':
      return { to: `${group}/billing/plans`, panel: panel('plan') }
    case 'Token':
      return { to: '/settings/api-tokens', panel: panel('token') }
    case 'AccessKey':
      return { to: '/account' }
    case 'Group':
      return { to: `${group}/reports/utilization` }
    case 'Statement':
      return Fix === 'Create Bill' || Fix === 'Retry'
        ? { panel: panel('bill') }
        : { to: '/commission/snapshots', panel: panel('statement') }
    default:
      return { panel: Fix === 'Open Invoice' ? panel('invoice') : panel(...ofSnapshot(Id, EmployerId ?? 0, Fix)) }
  }
}

/** What failed, or may not have been mailed, is looked at with its history; what is new or differs is sent. */
function ofSnapshot(snapshotId: number, employerId: number, fix: string): [string, string] {
  return [fix === 'Retry' || fix === 'Settle Mail' ? 'erp' : 'invoicing', whyPanelId({ employerId, snapshotId })]
}
