/** The users: a list with what can be done with each, and the editor in a side panel. */
import { brokerChoices, groupChoices, groupOption } from '../../api/choices'
import { phone } from '../../lib/masks'
import type { Query } from '../../lib/query'
import { useCan } from '../../session/session'
import { HeaderActions, type HeaderAction } from '../../ui/HeaderActions'
import { IconPlus } from '../../ui/icons'
import type { Column } from '../../ui/list/columns'
import type { Filter, FilterOption } from '../../ui/list/FilterChip'
import { ListPage } from '../../ui/list/ListPage'
import { panelId, Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { RowButton } from '../../ui/RowLink'
import { Inline } from '../../ui/Stack'
import { Tag } from '../../ui/Tag'
import { userList, type UserRow } from './queries'
import { userActions } from './userActions'
import { UserPanel } from './UserPanel'

function columnsFor(edit: (id: number) => void): readonly Column<UserRow>[] {
  return [
    { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: (row) => <UserName row={row} onEdit={() => edit(row.Id)} /> },
    { key: 'Email', title: 'Email Address', size: 'large', sorts: true, cell: (row) => row.Email },
    { key: 'PhoneNumber', title: 'Phone Number', sorts: true, cell: (row) => phone(row.PhoneNumber) },
    { key: 'Role', title: 'Role', sorts: true, cell: (row) => row.Role.Name },
    { key: 'Broker', title: 'Broker', size: 'large', sorts: true, cell: (row) => row.Broker?.Name },
  ]
}

function UserName({ row, onEdit }: { row: UserRow; onEdit: () => void }) {
  return (
    <Inline>
      <RowButton onClick={onEdit}>{row.FullName}</RowButton>
      {row.IsDisabled && <Tag>Disabled</Tag>}
    </Inline>
  )
}

const panels = { user: (id: string) => <UserPanel id={panelId(id)} /> }

export function UsersPage() {
  const can = useCan()
  const { open } = usePanels()
  const edit = (id: number) => open('user', id)
  const reader = { can, edit }
  return (
    <>
      <ListPage
        title="Users"
        noun="users"
        list={userList}
        defaults={{ PerPage: 24, OrderBy: 'Id' }}
        columns={columnsFor(edit)}
        rowId={(row) => row.Id}
        rowName={(row) => row.FullName}
        rowActions={(row) => userActions(row, reader)}
        filters={can('EditBrokers') ? [brokerFilter, groupFilter] : [groupFilter]}
        actions={<PageActions />}
        searchLabel="Search name, email or broker"
        empty="No results to display."
        narrow={(row) => ({ title: <UserName row={row} onEdit={() => edit(row.Id)} />, status: row.Role.Name, facts: [row.Email, row.Broker?.Name] })}
      />
      <Panels kinds={panels} />
    </>
  )
}

function PageActions() {
  const can = useCan()
  const { open } = usePanels()
  const actions: HeaderAction[] = []
  if (can('AddUsers')) actions.push({ label: 'New User', icon: IconPlus, primary: true, run: () => open('user') })
  return <HeaderActions actions={actions} label="More actions" />
}

function optionsOf<Row>({ queryKey, queryFn }: Query<readonly Row[]>, option: (row: Row) => { value: number; label: string }): Query<readonly FilterOption[]> {
  const query: Query<readonly FilterOption[]> = {
    queryKey: [...queryKey, 'options'],
    queryFn: async (context) => (await queryFn(context)).map((row) => ({ ...option(row), value: String(option(row).value) })),
  }
  return query
}

const brokerFilter: Filter = { name: 'broker', label: 'Broker', options: optionsOf(brokerChoices, ({ Id, Name }) => ({ value: Id, label: Name })) }
const groupFilter: Filter = { name: 'group', label: 'Employer group', options: optionsOf(groupChoices, groupOption) }
