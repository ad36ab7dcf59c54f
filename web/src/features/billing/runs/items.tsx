/** A plan of a run as a row: its draft beside last month, what to look at, and what has become of it. */
import type { ReactNode } from 'react'
import { date } from '../../../lib/format/dates'
import { money, moneyChange } from '../../../lib/format/money'
import { Details } from '../../../ui/value/Details'
import type { Column } from '../../../ui/list/columns'
import type { NarrowRow } from '../../../ui/list/NarrowList'
import { Note } from '../../../ui/state/Note'
import { AddressLink, RowLink } from '../../../ui/action/RowLink'
import { Inline, Stack } from '../../../ui/Stack'
import { StatusDot } from '../../../ui/value/StatusDot'
import { TagRow, type NamedTag } from '../../../ui/value/TagRow'
import { ErpState } from '../../../shared/erp/ErpState'
import type { Run, RunItem } from './queries'
import styles from './RunPage.module.css'
import { bySeverity } from './severity'
import { changeOf, exceptionName, hasResults, itemLook } from './words'

/** What is still to be looked at becomes what has become of it. */
export function itemColumns(run: Run): readonly Column<RunItem>[] {
  return [
    ...facts,
    {
      key: 'Findings',
      title: hasResults(run) ? 'Result' : 'To look at',
      sorts: 'Exceptions',
      size: 'large',
      wraps: true,
      cell: findings,
    },
  ]
}

const facts: readonly Column<RunItem>[] = [
  {
    key: 'PlanName',
    title: 'Billing Plan',
    kind: 'name',
    sorts: true,
    cell: (row) => <PlanLink row={row}>{row.PlanName}</PlanLink>,
  },
  {
    key: 'EmployerGroup',
    title: 'Employer Group',
    size: 'medium',
    sorts: true,
    cell: ({ EmployerGroup }) => <AddressLink to={`/employers/${EmployerGroup.Id}`}>{EmployerGroup.Name}</AddressLink>,
  },
  {
    key: 'DraftTotalDollars',
    title: 'Draft',
    kind: 'money',
    sorts: true,
    cell: ({ DraftTotalDollars }) => DraftTotalDollars != null && money(DraftTotalDollars),
  },
  { key: 'Change', title: 'Against last', kind: 'money', cell: againstLast },
  { key: 'State', title: 'Status', kind: 'status', cell: (row) => <ItemStatus row={row} /> },
]

export function narrowItem(row: RunItem): NarrowRow {
  return {
    title: <PlanLink row={row}>{row.PlanName}</PlanLink>,
    status: <ItemStatus row={row} />,
    facts: [row.EmployerGroup.Name],
    says: [
      saidOf(row),
      row.State !== 'Created' &&
        tagsOf(row)
          .map(({ name }) => name)
          .join(', '),
    ]
      .filter(Boolean)
      .join(' '),
    end: row.DraftTotalDollars != null && money(row.DraftTotalDollars),
  }
}

/** To the plan's snapshot once there is one, before that to its editor. */
function PlanLink({ row: { EmployerGroup, PlanId, SnapshotId }, children }: { row: RunItem; children: ReactNode }) {
  const params = { employerId: EmployerGroup.Id }
  if (SnapshotId == null) {
    return (
      <RowLink to="/employers/$employerId/billing/plans" params={params} search={{ panel: `plan.${PlanId}` }}>
        {children}
      </RowLink>
    )
  }
  return (
    <RowLink to="/employers/$employerId/billing/snapshots" params={params} search={{ row: String(SnapshotId) }}>
      {children}
    </RowLink>
  )
}

function againstLast(row: RunItem): string | undefined {
  const change = changeOf(row)
  return change === undefined ? undefined : moneyChange(change)
}

function ItemStatus({ row }: { row: RunItem }) {
  return <StatusDot {...itemLook(row)}>{row.StateText}</StatusDot>
}

/** Why it came to nothing, or what the ERP says. */
function saidOf({ Message, InvoiceMessage }: RunItem): string | undefined {
  return Message ?? InvoiceMessage ?? undefined
}

/** What was said of the plan, and as long as it has no snapshot what is unusual about it. */
function findings(row: RunItem): ReactNode {
  const { State, InvoiceState, InvoiceStateText } = row
  const said = saidOf(row)
  if (State === 'Created')
    return <Result row={row} said={said ?? (InvoiceState === 'None' ? undefined : InvoiceStateText)} />
  const tags = tagsOf(row)
  if (!said && tags.length === 0) return null
  return <TagRow says={said} tags={tags} />
}

/** What became of a created plan: how it stands in the ERP now, where an invoice was wanted or sent, and what the run says of it. */
function Result({ row: { ErpState: state, InvoiceState }, said }: { row: RunItem; said: string | undefined }) {
  const shows = state && (InvoiceState !== 'None' || state.State !== 'NotSent')
  if (!shows) return said
  return (
    <Inline>
      <ErpState state={state} />
      {said}
    </Inline>
  )
}

/** What is unusual about a draft, the most severe first; that its snapshot is there already is nothing to worry about. */
function tagsOf({ TakenUp, Exceptions }: RunItem): readonly NamedTag[] {
  const exceptions = bySeverity(Exceptions).map((one) => ({ name: exceptionName(one), kind: 'warn' as const }))
  return TakenUp ? [...exceptions, { name: 'Invoice only', kind: 'plain' }] : exceptions
}

/** Exceptions that are told by who the group's members are. */
const aboutMembers = ['MembersOnNoLine', 'MembersOnTwoLines']

/** The expanded row: everything in sentences, and the way to what it speaks of. */
export function ItemDetail({ row }: { row: RunItem }) {
  const {
    DraftTotalDollars,
    PreviousTotalDollars,
    InvoicePeriodBeginDate,
    InvoicePeriodEndDate,
    Exceptions,
    Message,
    InvoiceState,
    InvoiceStateText,
    InvoiceMessage,
  } = row
  return (
    <Stack>
      {Message && <Note kind={row.State === 'Refused' ? 'bad' : 'info'}>{Message}</Note>}
      {InvoiceMessage && <Note kind={InvoiceState === 'Refused' ? 'bad' : 'info'}>{InvoiceMessage}</Note>}
      {Exceptions.length > 0 && (
        <ul className={styles.exceptions}>
          {bySeverity(Exceptions).map(({ Kind, Text }) => (
            <li key={Kind}>{Text}</li>
          ))}
        </ul>
      )}
      <Details
        layout="beside"
        items={[
          { term: 'Group', value: `${row.EmployerGroup.Name} · group ${row.EmployerGroup.GroupId}` },
          {
            term: 'Window',
            value: InvoicePeriodBeginDate && `${date(InvoicePeriodBeginDate)} – ${date(InvoicePeriodEndDate)}`,
          },
          { term: 'Draft', value: DraftTotalDollars != null && money(DraftTotalDollars) },
          { term: 'Last month', value: PreviousTotalDollars != null ? money(PreviousTotalDollars) : 'No snapshot' },
          ...(row.TakenUp ? [{ term: 'Snapshot', value: 'Of an earlier run; only its invoice is created' }] : []),
          ...(InvoiceState === 'None' ? [] : [{ term: 'Invoice', value: InvoiceStateText }]),
          ...(row.ErpState ? [{ term: 'In ERP System', value: <ErpState state={row.ErpState} /> }] : []),
        ]}
      />
      <Inline>
        <PlanLink row={row}>{row.SnapshotId == null ? 'View Plan' : 'View Snapshot'}</PlanLink>
        {Exceptions.some(({ Kind }) => aboutMembers.includes(Kind)) && (
          <AddressLink to={`/employers/${row.EmployerGroup.Id}/members`}>View Members</AddressLink>
        )}
        {Exceptions.some(({ Kind }) => Kind === 'UnfinishedCensus') && (
          <AddressLink to={`/employers/${row.EmployerGroup.Id}/census-files`}>View Census Files</AddressLink>
        )}
      </Inline>
    </Stack>
  )
}
