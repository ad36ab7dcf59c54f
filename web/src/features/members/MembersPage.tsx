/** The members of one group, or of all groups: a list whose rows open to everything known of a member. */
import { useRouterState } from '@tanstack/react-router'
import { addressLine } from '../../lib/address'
import { genderName } from '../../lib/gender'
import { date } from '../../lib/dates'
import type { Column } from '../../ui/list/columns'
import { ListPage } from '../../ui/list/ListPage'
import { NameAndFact } from '../../ui/NameAndFact'
import { RowLink } from '../../ui/RowLink'
import { Inline } from '../../ui/Stack'
import { Status } from '../../ui/StatusDot'
import { MemberDetail } from './MemberDetail'
import { memberList, type Member } from './queries'

interface MembersPageProps {
  /** The group, whose header is the title then; all groups when absent. */
  employerId?: number
}

export function MembersPage({ employerId = 0 }: MembersPageProps) {
  const isOfAll = employerId === 0
  const name = useNameOrder() === 'FirstName' ? firstNameFirst : lastNameFirst
  return (
    <ListPage
      {...(isOfAll ? { title: 'Members' } : {})}
      noun="members"
      list={memberList(employerId)}
      defaults={{ PerPage: 24, OrderBy: 'Id' }}
      columns={[planColumn, nameColumn(name), ...(isOfAll ? [groupColumn] : []), ...columns]}
      rowId={(row) => row.Id}
      rowName={(row) => row.FullName}
      expanded={(row) => <MemberDetail member={row} />}
      searchLabel={isOfAll ? 'Search member or group' : 'Search members'}
      empty="No results to display."
      narrow={(row) => ({
        title: name(row),
        status: <Status name={row.StatusName} />,
        facts: [date(row.DateOfBirth), isOfAll ? row.EmployerGroup.Name : row.PlanName],
        end: row.OtherMemberId,
      })}
    />
  )
}

const lastNameFirst = ({ FirstName, LastName }: Member) => `${LastName}, ${FirstName}`
const firstNameFirst = ({ FirstName, LastName }: Member) => `${FirstName} ${LastName}`

/** Names are written in the order they are sorted by. */
function useNameOrder(): unknown {
  return useRouterState({ select: ({ location }) => ('sort' in location.search ? location.search.sort : undefined) })
}

function nameColumn(name: (row: Member) => string): Column<Member> {
  const orders = [
    { order: 'LastName', title: 'Last name' },
    { order: 'FirstName', title: 'First name' },
  ]
  return { key: 'Name', title: 'Name', kind: 'name', size: 'large', sorts: orders, cell: (row) => <NameAndFact name={name(row)} tag={<OddStatus member={row} />} /> }
}

/** The status of a member beside the name, but for that of most: a list of members has no column for it. */
function OddStatus({ member: { StatusName } }: { member: Member }) {
  return StatusName !== 'Active' && <Status name={StatusName} />
}

const groupColumn: Column<Member> = {
  key: 'EmployerGroup',
  title: 'Group',
  size: 'medium',
  sorts: true,
  cell: ({ EmployerGroup: { Id, Name, GroupId } }) => (
    <Inline>
      <RowLink to="/employers/$employerId" params={{ employerId: Id }}>{Name}</RowLink>
      <span>{GroupId}</span>
    </Inline>
  ),
}

const planColumn: Column<Member> = { key: 'PlanName', title: 'Plan', sorts: true, cell: (row) => row.PlanName }

const columns: readonly Column<Member>[] = [
  { key: 'EmailAddress', title: 'Email', sorts: true, cell: (row) => row.EmailAddress },
  { key: 'Gender', title: 'Gender', kind: 'id', sorts: true, cell: (row) => genderName(row.Gender) },
  { key: 'DateOfBirth', title: 'DOB', kind: 'date', sorts: true, cell: (row) => date(row.DateOfBirth) },
  { key: 'Address', title: 'Address', size: 'small', sorts: true, cell: addressLine },
  { key: 'OtherMemberId', title: 'Other ID', kind: 'id', sorts: true, cell: (row) => row.OtherMemberId },
  { key: 'PricingGroup', title: 'Pricing Group', size: 'small', sorts: true, cell: (row) => row.PricingGroup?.Name },
]
