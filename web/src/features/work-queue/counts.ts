/** The numbers of the work queue beside the entries of the navigation. */
import type { NavItem } from '../../ui/shell/Shell'
import type { WorkKind, WorkQueue } from './queries'

type Count = NonNullable<NavItem['count']>

/** The entry beside which the items of a kind count. */
const entries: Readonly<Record<string, string>> = {
  CensusErrors: '/census-files',
  CensusWaiting: '/census-files',
  Drafts: '/billing-runs',
  BillsNotSent: '/invoices',
  ErpDocuments: '/invoices',
  Overdue: '/invoices',
  StatementsWithoutBill: '/commission',
  CommissionToTakeBack: '/commission',
}

/** The count beside an entry: what has gone wrong there in red, or else all that waits there. */
export function countOf({ Total, Kinds }: Pick<WorkQueue, 'Total' | 'Kinds'>, to: string): Count {
  const says = (number: number) => (number === 1 ? 'needs you' : 'need you')
  if (to === '/') return { number: Total, says: says(Total) }
  const here = Kinds.filter(({ Kind }) => entries[Kind] === to)
  const sum = (kinds: readonly WorkKind[]) => kinds.reduce((number, { Count }) => number + Count, 0)
  const all = sum(here)
  return { number: all, bad: sum(here.filter(({ IsBad }) => IsBad)) > 0, says: says(all) }
}
