/** The plans that are not in a run, each with the reason and the way to what it speaks of. */
import type { Column } from '../../../ui/list/columns'
import type { ListPageProps } from '../../../ui/list/ListPage'
import { AddressLink, RowLink } from '../../../ui/action/RowLink'
import { notIncludedCsv, plansNotIncluded, type NotIncluded, type Run } from './queries'

/** To the snapshot that the plan has already, or to the plan's editor. */
function PlanLink({ row: { EmployerGroup, PlanId, PlanName, SnapshotId } }: { row: NotIncluded }) {
  const params = { employerId: EmployerGroup.Id }
  return SnapshotId == null ? (
    <RowLink to="/employers/$employerId/billing/plans" params={params} search={{ panel: `plan.${PlanId}` }}>
      {PlanName}
    </RowLink>
  ) : (
    <RowLink to="/employers/$employerId/billing/snapshots" params={params} search={{ row: String(SnapshotId) }}>
      {PlanName}
    </RowLink>
  )
}

const columns: readonly Column<NotIncluded>[] = [
  {
    key: 'PlanName',
    title: 'Billing Plan',
    kind: 'name',
    sorts: true,
    cell: (row) => <PlanLink row={row} />,
  },
  {
    key: 'EmployerGroup',
    title: 'Employer Group',
    size: 'medium',
    sorts: true,
    cell: ({ EmployerGroup }) => <AddressLink to={`/employers/${EmployerGroup.Id}`}>{EmployerGroup.Name}</AddressLink>,
  },
  { key: 'Reason', title: 'Why it is not in this run', size: 'large', cell: ({ ReasonText }) => ReasonText },
]

type Listed = Pick<
  ListPageProps<NotIncluded>,
  | 'listKey'
  | 'csv'
  | 'noun'
  | 'list'
  | 'defaults'
  | 'columns'
  | 'rowId'
  | 'rowName'
  | 'empty'
  | 'searchLabel'
  | 'narrow'
>

/** The list of the plans that are not in a run. */
export function notIncludedList(run: Run): Listed {
  return {
    listKey: 'billing-run-left-out',
    csv: notIncludedCsv(run),
    noun: 'plans',
    list: plansNotIncluded(run),
    defaults: { PerPage: 25, OrderBy: 'EmployerGroup' },
    columns,
    rowId: ({ PlanId }) => PlanId,
    rowName: ({ PlanName, EmployerGroup }) => `${PlanName}, ${EmployerGroup.Name}`,
    empty: 'No results to display.',
    searchLabel: 'Search plans and groups',
    narrow: (row) => ({
      title: <PlanLink row={row} />,
      facts: [row.EmployerGroup.Name],
      says: row.ReasonText,
    }),
  }
}
