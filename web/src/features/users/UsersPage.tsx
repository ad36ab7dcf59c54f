/** The users: a list with what can be done with each, and the editor in a side panel. */
import { brokerChoices } from '../../api/choices'
import { phone } from '../../lib/format/masks'
import { useCan, useMe } from '../../session/session'
import { groupFilter } from '../../shared/groupFilter'
import { HeaderActions, type HeaderAction } from '../../ui/action/HeaderActions'
import { IconPlus, IconShieldLock } from '../../ui/icons'
import type { Column } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { filterOptions } from '../../ui/list/filterOptions'
import { ListPage } from '../../ui/list/ListPage'
import { Note } from '../../ui/state/Note'
import { ofRecordOrNew } from '../../ui/panel/ofRecord'
import { Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { RowButton } from '../../ui/action/RowLink'
import { Inline } from '../../ui/Stack'
import { Tag } from '../../ui/value/Tag'
import { roles, userCsv, userListing, type UserRow } from './queries'
import { SecurityPanel } from './SecurityPanel'
import { userActions } from './userActions'
import { UserPanel } from './UserPanel'
import styles from './UsersPage.module.css'

/** `sorts` is whether phone numbers and brokers are among what one sorts by. */
function columnsFor(edit: (id: number) => void, sorts: boolean): readonly Column<UserRow>[] {
  return [
    {
      key: 'Name',
      title: 'Name',
      kind: 'name',
      sorts: true,
      cell: (row) => <UserName row={row} onEdit={() => edit(row.Id)} />,
    },
    { key: 'Email', title: 'Email Address', size: 'large', sorts: true, cell: (row) => row.Email },
    { key: 'PhoneNumber', title: 'Phone Number', sorts, cell: (row) => phone(row.PhoneNumber) },
    { key: 'Role', title: 'Role', sorts: true, cell: (row) => row.Role.Name },
    { key: 'Broker', title: 'Broker', size: 'large', sorts, cell: (row) => row.Broker?.Name },
  ]
}

function UserName({ row, onEdit }: { row: UserRow; onEdit: () => void }) {
  return (
    <Inline>
      {row.MayEdit ? <RowButton onClick={onEdit}>{row.FullName}</RowButton> : row.FullName}
      {row.IsDisabled && <Tag>Disabled</Tag>}
    </Inline>
  )
}

const panels = { user: ofRecordOrNew('user', (id) => <UserPanel id={id} />), security: () => <SecurityPanel /> }

interface UsersPageProps {
  /** Why acting as somebody did not begin. */
  problem?: string | undefined
  /** Whether the list is narrowed to groups. */
  ofGroups: boolean
}

export function UsersPage({ problem, ofGroups }: UsersPageProps) {
  const can = useCan()
  const { User } = useMe()
  const { open } = usePanels()
  const edit = (id: number) => open('user', id)
  // Of the users of groups the server tells others than administrators neither phone nor broker where they are not their own, and so
  // neither sorts nor searches by them.
  const seesAll = can('EditBrokers') || !ofGroups
  const reader = { self: User.Id, can, edit }
  return (
    <>
      <ListPage
        title="Users"
        noun="users"
        csv={userCsv}
        {...userListing}
        columns={columnsFor(edit, seesAll)}
        rowId={(row) => row.Id}
        recordPanels={{ user: ({ Id, MayEdit }) => (MayEdit ? Id : undefined) }}
        rowName={(row) => row.FullName}
        rowActions={(row) => userActions(row, reader)}
        ofPage={['expandeduserid', 'problem']}
        filters={can('EditBrokers') ? [roleFilter, brokerFilter, groupFilter] : [roleFilter, groupFilter]}
        actions={<PageActions />}
        searchLabel={seesAll ? 'Search name, email or broker' : 'Search name, email or role'}
        above={problem !== undefined && <Problem code={problem} />}
        empty="No results to display."
        narrow={(row) => ({
          title: <UserName row={row} onEdit={() => edit(row.Id)} />,
          status: row.Role.Name,
          facts: [row.Email, row.Broker?.Name],
        })}
      />
      <Panels kinds={panels} />
    </>
  )
}

const problems: Readonly<Record<string, string>> = {
  unknown: 'There is no such user.',
  administrator: 'Nobody acts as an administrator.',
  disabled: 'The user is disabled.',
}

/** Why acting as somebody did not begin; the server leads back here with the reason in the address. */
function Problem({ code }: { code: string }) {
  return (
    <div className={styles.problem}>
      <Note kind="bad" live title="You do not act as this user.">
        {problems[code] ?? 'The server refused it.'}
      </Note>
    </div>
  )
}

function PageActions() {
  const can = useCan()
  const { open } = usePanels()
  const actions: HeaderAction[] = []
  if (can('EditSecurity'))
    actions.push({ label: 'Security', icon: IconShieldLock, inMenu: true, run: () => open('security') })
  if (can('AddUsers')) actions.push({ label: 'New User', icon: IconPlus, primary: true, run: () => open('user') })
  return <HeaderActions actions={actions} label="More actions" />
}

const roleFilter: Filter = {
  name: 'role',
  label: 'Role',
  options: filterOptions(roles, ({ Id, Name }) => ({ value: Id, label: Name })),
}
const brokerFilter: Filter = {
  name: 'broker',
  label: 'Broker',
  options: filterOptions(brokerChoices, ({ Id, Name }) => ({ value: Id, label: Name })),
}
