/** The employer groups: the list that everything else of a group is reached from, and the editor in a side panel. */
import { counted } from '../../lib/money'
import { date } from '../../lib/dates'
import { useCan } from '../../session/session'
import { Button } from '../../ui/Button'
import { IconPencil, IconPlus } from '../../ui/icons'
import type { Column } from '../../ui/list/columns'
import { ListPage } from '../../ui/list/ListPage'
import { panelId, Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { RowLink } from '../../ui/RowLink'
import type { OptionChoice } from './GroupFields'
import { GroupPanel } from './GroupPanel'
import { GroupStatus } from './GroupStatus'
import { groupList, type GroupRow } from './queries'
import { Renewal } from './renewal'

const columns: readonly Column<GroupRow>[] = [
  { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: (row) => <GroupLink row={row} /> },
  { key: 'GroupId', title: 'Group ID', kind: 'id', sorts: true, cell: (row) => row.GroupId },
  { key: 'Broker', title: 'Broker', size: 'medium', sorts: true, cell: (row) => row.Broker.Name },
  { key: 'EffectiveDate', title: 'Effective Date', kind: 'date', sorts: true, cell: (row) => date(row.EffectiveDate) },
  { key: 'TerminationDate', title: 'Termination Date', kind: 'date', sorts: true, cell: (row) => date(row.TerminationDate) },
  { key: 'RenewalDate', title: 'Renewal Date', size: 'medium', sorts: true, cell: (row) => row.RenewalDate && <Renewal on={row.RenewalDate} /> },
  { key: 'Status', title: 'Status', kind: 'status', sorts: true, cell: (row) => <GroupStatus name={row.StatusName} /> },
]

function GroupLink({ row }: { row: GroupRow }) {
  return <RowLink to="/employers/$employerId" params={{ employerId: row.Id }}>{row.Name}</RowLink>
}

/** `option` is how a pricing option is chosen in the editor. */
export function GroupsPage({ option }: { option: OptionChoice }) {
  const can = useCan()
  const { open } = usePanels()
  const mayEdit = can('EditGroups')
  const edit = (row: GroupRow) => [{ label: 'Edit Group', icon: IconPencil, run: () => open('group', row.Id) }]
  return (
    <>
      <ListPage
        title="Employer Groups"
        noun="groups"
        searchLabel="Search name or group ID"
        list={groupList}
        defaults={{ PerPage: 24, OrderBy: 'Id' }}
        columns={columns}
        rowId={(row) => row.Id}
        rowName={(row) => row.Name}
        {...(mayEdit ? { rowActions: edit } : {})}
        actions={
          mayEdit && (
            <Button kind="primary" icon={IconPlus} onClick={() => open('group')}>
              New Group
            </Button>
          )
        }
        empty="No results to display."
        narrow={(row) => ({ title: <GroupLink row={row} />, status: <GroupStatus name={row.StatusName} />, facts: [row.GroupId, row.Broker.Name], end: counted(row.ActiveMembers, 'member') })}
      />
      {mayEdit && <Panels kinds={{ group: (id) => <GroupPanel id={panelId(id)} from="list" option={option} /> }} />}
    </>
  )
}
