/** The employer groups: the list that everything else of a group is reached from, and the editor in a side panel. */
import { brokerChoices, erpAccountRows } from '../../api/choices'
import { counted } from '../../lib/format/money'
import { date } from '../../lib/format/dates'
import { useCan } from '../../session/session'
import type { Column } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { filterOptions } from '../../ui/list/filterOptions'
import { ListPage } from '../../ui/list/ListPage'
import { useEditor } from '../../ui/list/useEditor'
import { ofRecordOrNew } from '../../ui/panel/ofRecord'
import { RowLink } from '../../ui/action/RowLink'
import type { OptionChoice } from './GroupFields'
import { GroupPanel } from './GroupPanel'
import { GroupStatus } from './GroupStatus'
import { groupCsv, groupListing, type GroupRow } from './queries'
import { Renewal } from './renewal'

const columns: readonly Column<GroupRow>[] = [
  { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: (row) => <GroupLink row={row} /> },
  { key: 'GroupId', title: 'Group ID', kind: 'id', size: 'small', sorts: true, cell: (row) => row.GroupId },
  { key: 'Broker', title: 'Broker', size: 'medium', sorts: true, cell: (row) => row.Broker.Name },
  { key: 'EffectiveDate', title: 'Effective Date', kind: 'date', sorts: true, cell: (row) => date(row.EffectiveDate) },
  {
    key: 'TerminationDate',
    title: 'Termination Date',
    kind: 'date',
    sorts: true,
    cell: (row) => date(row.TerminationDate),
  },
  {
    key: 'RenewalDate',
    title: 'Renewal Date',
    size: 'medium',
    sorts: true,
    cell: (row) => row.RenewalDate && <Renewal on={row.RenewalDate} />,
  },
  { key: 'Status', title: 'Status', kind: 'status', sorts: true, cell: (row) => <GroupStatus name={row.StatusName} /> },
]

function GroupLink({ row }: { row: GroupRow }) {
  return (
    <RowLink to="/employers/$employerId" params={{ employerId: row.Id }}>
      {row.Name}
    </RowLink>
  )
}

const statusFilter: Filter = {
  name: 'status',
  label: 'Status',
  options: [
    { value: '0', label: 'Active' },
    { value: '1', label: 'In-Active' },
  ],
}
const brokerFilter: Filter = {
  name: 'broker',
  label: 'Broker',
  options: filterOptions(brokerChoices, ({ Id, Name }) => ({ value: Id, label: Name })),
}

const renewalFilter: Filter = {
  name: 'renewal',
  label: 'Renewal',
  single: true,
  options: [
    { value: '30', label: 'Within 30 days' },
    { value: '60', label: 'Within 60 days' },
    { value: '90', label: 'Within 90 days' },
    { value: 'past', label: 'Passed' },
  ],
}
const erpFilter: Filter = {
  name: 'erp',
  label: 'ERP',
  options: filterOptions(erpAccountRows, ({ Id, Name }) => ({ value: Id, label: Name })),
}

/** `option` is how a pricing option is chosen in the editor. */
export function GroupsPage({ option }: { option: OptionChoice }) {
  const can = useCan()
  const may = can('EditGroups')
  const { list, panels } = useEditor<GroupRow>({
    may,
    kind: 'group',
    create: 'New Group',
    edit: 'Edit Group',
    panel: ofRecordOrNew('group', (id) => <GroupPanel id={id} from="list" option={option} />),
  })
  return (
    <>
      <ListPage
        {...list}
        title="Employer Groups"
        noun="groups"
        searchLabel="Search name, group ID or broker"
        csv={groupCsv}
        {...groupListing}
        columns={columns}
        filters={[
          statusFilter,
          ...(can('ViewBrokers') ? [brokerFilter] : []),
          renewalFilter,
          ...(can('ViewBilling') ? [erpFilter] : []),
        ]}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        empty="No results to display."
        narrow={(row) => ({
          title: <GroupLink row={row} />,
          status: <GroupStatus name={row.StatusName} />,
          facts: [row.GroupId, row.Broker.Name],
          end: counted(row.ActiveMembers, 'member'),
        })}
      />
      {panels}
    </>
  )
}
