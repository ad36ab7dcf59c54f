/** The expanded row of a member: everything the list has no room for, and the status history, recorded last first. */
import { addressLine } from '../../lib/format/address'
import { genderName } from '../../lib/format/gender'
import { date, momentDate } from '../../lib/format/dates'
import { Details } from '../../ui/value/Details'
import type { Column } from '../../ui/list/columns'
import { PlainTable } from '../../ui/table/PlainTable'
import { ColumnsBesideHistory } from '../../ui/table/RowDetail'
import { Inline } from '../../ui/Stack'
import { Status } from '../../ui/value/StatusDot'
import { Tag } from '../../ui/value/Tag'
import type { Member } from './queries'

type StatusChange = Member['StatusHistory'][number]

export function MemberDetail({ member }: { member: Member }) {
  return (
    <ColumnsBesideHistory history={<StatusHistory changes={member.StatusHistory} />}>
      <Details
        layout="beside"
        items={[
          { term: 'Plan', value: member.PlanName },
          { term: 'Member type', value: member.MemberType },
          { term: 'Status', value: <Status name={member.StatusName} /> },
          { term: 'Unique ID', value: member.EmployerProvidedId },
          { term: 'Other ID', value: member.OtherMemberId },
          { term: 'Pricing group', value: member.PricingGroup?.Name },
        ]}
      />
      <Details
        layout="beside"
        items={[
          { term: 'Email', value: member.EmailAddress },
          { term: 'Mobile', value: member.MobilePhone },
          { term: 'Home', value: member.HomePhone },
          { term: 'Address', value: addressLine(member) },
          { term: 'Global link ID', value: member.EmployeeLinkId },
        ]}
      />
      <Details
        layout="beside"
        items={[
          { term: 'First name', value: member.FirstName },
          { term: 'Last name', value: member.LastName },
          { term: 'Gender', value: genderName(member.Gender) },
          { term: 'Date of birth', value: date(member.DateOfBirth) },
          { term: 'Billing code', value: member.BillingReferenceId },
          { term: 'Date added', value: momentDate(member.CreatedOn) },
        ]}
      />
    </ColumnsBesideHistory>
  )
}

/** The changes of a member's status, recorded last first. */
export function StatusHistory({ changes }: { changes: readonly StatusChange[] }) {
  return (
    <PlainTable
      label="Status history"
      columns={historyColumns}
      rows={changes}
      rowId={(change) => change.Id}
      empty="No status changes."
    />
  )
}

const historyColumns: readonly Column<StatusChange>[] = [
  { key: 'Status', title: 'Status history', cell: (change) => <HistoryStatus change={change} /> },
  { key: 'Effective', title: 'Effective', kind: 'date', cell: (change) => date(change.EffectiveDate) },
  { key: 'Recorded', title: 'Recorded', kind: 'date', cell: (change) => momentDate(change.CreatedOn) },
]

function HistoryStatus({ change }: { change: StatusChange }) {
  return (
    <Inline>
      <Status name={change.StatusName} />
      {change.IsCancelled && <Tag>Undone</Tag>}
    </Inline>
  )
}
