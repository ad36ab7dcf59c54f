/** The members of one group, or of all groups: a list whose rows open to everything known of a member. */
import { useRouterState } from '@tanstack/react-router'
import { Fragment } from 'react'
import { addressLine } from '../../lib/format/address'
import { genderName } from '../../lib/format/gender'
import { date } from '../../lib/format/dates'
import { useCan } from '../../session/session'
import { oneGroupFilter, useChosenGroup } from '../../shared/groupFilter'
import { Button } from '../../ui/action/Button'
import {
  IconArrowBackUp,
  IconBan,
  IconDownload,
  IconMailForward,
  IconPencil,
  IconPlus,
  IconUserCheck,
  IconUserOff,
} from '../../ui/icons'
import type { Column, RowAction } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { filterOptions } from '../../ui/list/filterOptions'
import { ListPage } from '../../ui/list/ListPage'
import { RowMenu } from '../../ui/list/RowMenu'
import { NameAndFact } from '../../ui/value/NameAndFact'
import { Note } from '../../ui/state/Note'
import { ofRecord, ofRecordOrNew } from '../../ui/panel/ofRecord'
import { Panels, type PanelKinds } from '../../ui/panel/Panels'
import { usePanels, type PanelActions } from '../../ui/panel/usePanels'
import { MemberLink, RowLink } from '../../ui/action/RowLink'
import { Status } from '../../ui/value/StatusDot'
import { ChosenMembers } from './ChosenMembers'
import { DownloadCensusPanel } from './DownloadCensusPanel'
import { isLocked, whyNoNewMember, type Employer } from './employer'
import { MemberDetail } from './MemberDetail'
import { MemberPanel } from './MemberPanel'
import { planNames } from './memberForm'
import { memberCsv, memberListing, pricingGroupChoices, type Member } from './queries'
import { changeNames, changeOffered } from './status/status'
import { StatusPanel } from './status/StatusPanel'
import { WelcomePanel } from './WelcomePanel'

interface MembersPageProps {
  /** The group, whose header is the title then; all groups when absent. */
  employer?: Employer
}

export function MembersPage({ employer }: MembersPageProps) {
  const { open } = usePanels()
  const mayEdit = useCan()('EditMembers')
  const chosenGroup = useChosenGroup()
  const name = useNameOrder() === 'FirstName' ? firstNameFirst : lastNameFirst
  const why = employer && mayEdit ? whyNoNewMember(employer) : undefined
  return (
    <>
      <ListPage
        {...(employer
          ? { heading: 'Members', actions: <HeadActions employer={employer} mayEdit={mayEdit} /> }
          : { title: 'Members' })}
        noun="members"
        csv={memberCsv(employer?.Id ?? 0)}
        {...memberListing(employer?.Id ?? 0)}
        columns={[
          planColumn,
          nameColumn(name, employer ? 'short' : 'large'),
          ...(employer ? columnsOfGroup : columnsOfAll),
        ]}
        filters={filtersFor(employer, mayEdit, chosenGroup)}
        rowId={(row) => row.Id}
        rowName={(row) => row.FullName}
        recordPanels={recordPanels}
        recordPage={memberPage}
        expanded={(row) => <MemberDetail member={row} />}
        {...(employer && mayEdit ? { rowActions: (row: Member) => rowActions(row, open) } : {})}
        selection={{
          bar: (rows, clear) => ({
            actions: (
              <ChosenMembers
                chosen={rows}
                clear={clear}
                mayChange={mayEdit && employer !== undefined && !isLocked(employer)}
              />
            ),
          }),
        }}
        above={why && <Note kind={employer && isLocked(employer) ? 'warn' : 'info'}>{why}</Note>}
        searchLabel={employer ? 'Search members' : 'Search member or group'}
        empty="No results to display."
        narrow={(row) => ({
          title: (
            <MemberLink group={row.EmployerId} id={row.Id}>
              {name(row)}
            </MemberLink>
          ),
          status: <Status name={row.StatusName} />,
          says: dependentText(row),
          facts: [date(row.DateOfBirth), employer ? row.PlanName : row.EmployerGroup.Name],
          end: row.OtherMemberId,
        })}
      />
      {employer && <Panels kinds={panelsOf(employer, mayEdit)} />}
    </>
  )
}

const idOf = ({ Id }: Member) => Id
const memberPage = ({ EmployerId, Id }: Member) => `/employers/${EmployerId}/members/${Id}`
const recordPanels = { member: idOf, 'member-status': idOf }

const filters: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '0', label: 'Active' },
      { value: '1', label: 'In-Active' },
      { value: '2', label: 'Pending In-Active' },
      { value: '3', label: 'Pending Active' },
    ],
  },
  { name: 'plan', label: 'Plan', options: planNames.map((name) => ({ value: name, label: name })) },
  { name: 'employees', label: 'Employees only' },
]

/** The list of all groups is narrowed to one of them, and that of one group to its pricing groups, where they may be seen. */
function filtersFor(employer: Employer | undefined, mayEdit: boolean, chosenGroup: number): readonly Filter[] {
  const own = employer ? filters : [...filters, oneGroupFilter]
  const group = employer?.Id ?? chosenGroup
  return mayEdit && group > 0 ? [...own, pricingFilter(group)] : own
}

function pricingFilter(group: number): Filter {
  const options = filterOptions(pricingGroupChoices(group), (choice) => ({ value: choice.Id, label: choice.Name }))
  return { name: 'pricing', label: 'Pricing group', options, within: 'group' }
}

function panelsOf(employer: Employer, mayEdit: boolean): PanelKinds {
  const census = { 'member-census': () => <DownloadCensusPanel employerId={employer.Id} /> }
  if (!mayEdit) return census
  return {
    ...census,
    member: ofRecordOrNew('member', (id) => <MemberPanel employer={employer} id={id} />),
    'member-status': ofRecord('member', (id) => <StatusPanel employer={employer} id={id} />),
    welcome: () => <WelcomePanel employer={employer} />,
  }
}

function HeadActions({ employer, mayEdit }: { employer: Employer; mayEdit: boolean }) {
  const { open } = usePanels()
  const why = whyNoNewMember(employer)
  const welcome = { label: 'Send Welcome Emails', icon: IconMailForward, run: () => open('welcome') }
  const census = { label: 'Download Member Census', icon: IconDownload, run: () => open('member-census') }
  return (
    <>
      <RowMenu framed text="Actions" label="Actions for members" actions={mayEdit ? [welcome, census] : [census]} />
      {mayEdit && (
        <Button
          kind="primary"
          icon={why ? IconBan : IconPlus}
          disabled={why !== undefined}
          title={why}
          onClick={() => open('member')}
        >
          New Member
        </Button>
      )}
    </>
  )
}

const changeIcons = { terminate: IconUserOff, activate: IconUserCheck, undo: IconArrowBackUp } as const

/** The editor, and the one change that the status allows. */
function rowActions({ Id, Status: status }: Member, open: PanelActions['open']): readonly RowAction[] {
  const change = changeOffered(status)
  return [
    { label: 'Edit Member', icon: IconPencil, edits: true, direct: 'too', run: () => open('member', Id) },
    {
      label: changeNames[change],
      icon: changeIcons[change],
      destroys: change === 'terminate',
      run: () => open('member-status', Id),
    },
  ]
}

const lastNameFirst = ({ FirstName, LastName }: Member) => `${LastName}, ${FirstName}`
const firstNameFirst = ({ FirstName, LastName }: Member) => `${FirstName} ${LastName}`

/** Names are written in the order they are sorted by. */
function useNameOrder(): unknown {
  return useRouterState({ select: ({ location }) => ('sort' in location.search ? location.search.sort : undefined) })
}

/** `Dependent of Tom Reed`; `Dependent of Tom` where both have one last name. */
function dependentText({ PrimaryEmployeeName: employee, LastName }: Member): string | undefined {
  if (!employee) return undefined
  const same = ` ${LastName}`
  return `Dependent of ${employee.endsWith(same) ? employee.slice(0, -same.length) : employee}`
}

function nameColumn(name: (row: Member) => string, size: 'short' | 'large'): Column<Member> {
  const orders = [
    { order: 'LastName', title: 'Last name' },
    { order: 'FirstName', title: 'First name' },
  ]
  return {
    key: 'Name',
    title: 'Name',
    kind: 'name',
    size,
    sorts: orders,
    cell: (row) => (
      <NameAndFact
        name={
          <MemberLink group={row.EmployerId} id={row.Id}>
            {name(row)}
          </MemberLink>
        }
        tag={<OddStatus member={row} />}
        below={dependentText(row)}
      />
    ),
  }
}

/** The status of a member beside the name, but for that of most: a list of members has no column for it. */
function OddStatus({ member: { StatusName } }: { member: Member }) {
  return StatusName !== 'Active' && <Status name={StatusName} />
}

const groupColumn: Column<Member> = {
  key: 'EmployerGroup',
  title: 'Group',
  size: 'broad',
  wraps: true,
  sorts: true,
  cell: ({ EmployerGroup: { Id, Name, GroupId } }) => (
    <NameAndFact
      name={
        <RowLink to="/employers/$employerId" params={{ employerId: Id }}>
          {Name}
        </RowLink>
      }
      fact={GroupId}
    />
  ),
}

/** An e-mail address, which breaks behind its sign where it has no room, or else behind a point before it. */
function Email({ of: { EmailAddress } }: { of: Member }) {
  return EmailAddress?.split(/(?<=@|\.(?=.*@))/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

const planColumn: Column<Member> = {
  key: 'PlanName',
  title: 'Plan',
  kind: 'id',
  wraps: true,
  sorts: true,
  cell: ({ PlanName }) => <WithoutWords text={PlanName} after="Plan" />,
}

interface WithoutWordsProps {
  text: string
  before?: string
  after: string
}

/** A text without the words that its row or its head says already; screen readers hear the whole one. */
function WithoutWords({ text, before = '', after }: WithoutWordsProps) {
  const beginning = text.startsWith(`${before} `) ? before : ''
  const ending = text.endsWith(` ${after}`) ? after : ''
  const own = text.slice(beginning.length, text.length - ending.length).trim()
  if (own === '') return text
  return (
    <>
      {beginning && <Unseen>{beginning}</Unseen>}
      {beginning && ' '}
      {own}
      {ending && ' '}
      {ending && <Unseen>{ending}</Unseen>}
    </>
  )
}

function Unseen({ children }: { children: string }) {
  return <span className="visually-hidden">{children}</span>
}

const genderColumn: Column<Member> = {
  key: 'Gender',
  title: 'Gender',
  kind: 'id',
  spare: true,
  sorts: true,
  cell: (row) => genderName(row.Gender),
}
const birthColumn: Column<Member> = {
  key: 'DateOfBirth',
  title: 'DOB',
  kind: 'date',
  sorts: true,
  cell: (row) => date(row.DateOfBirth),
}
const otherIdColumn: Column<Member> = {
  key: 'OtherMemberId',
  title: 'Other ID',
  kind: 'id',
  sorts: true,
  cell: (row) => row.OtherMemberId,
}
const pricingColumn: Column<Member> = {
  key: 'PricingGroup',
  title: 'Pricing Group',
  kind: 'id',
  headWraps: true,
  wraps: true,
  sorts: true,
  cell: ({ PricingGroup, EmployerGroup }) =>
    PricingGroup && <WithoutWords text={PricingGroup.Name} before={EmployerGroup.Name} after="Pricing" />,
}

function emailColumn(size: 'medium' | 'large'): Column<Member> {
  return {
    key: 'EmailAddress',
    title: 'Email',
    size,
    wraps: true,
    sorts: true,
    cell: (row) => row.EmailAddress && <Email of={row} />,
  }
}

/** A row of two lines: beside its group neither the address nor the e-mail has room on one. */
const columnsOfAll: readonly Column<Member>[] = [
  groupColumn,
  emailColumn('medium'),
  genderColumn,
  birthColumn,
  { key: 'Address', title: 'Address', size: 'medium', wraps: true, spare: true, sorts: true, cell: addressLine },
  otherIdColumn,
  pricingColumn,
]

/** A row of one line, where the screen is wide enough: most e-mails have room then and a longer one wraps; a longer address loses its end. */
const columnsOfGroup: readonly Column<Member>[] = [
  emailColumn('large'),
  genderColumn,
  birthColumn,
  { key: 'Address', title: 'Address', size: 'large', wraps: 'tight', sorts: true, cell: addressLine },
  otherIdColumn,
  pricingColumn,
]
