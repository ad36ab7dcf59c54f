/** The audit trail of everything: who did what to which record, with what changed in each row's detail. */
import { moment } from '../../lib/format/dates'
import { Details } from '../../ui/value/Details'
import type { Column } from '../../ui/list/columns'
import type { Filter } from '../../ui/list/FilterChip'
import { ListPage } from '../../ui/list/ListPage'
import { ColumnsBesideHistory } from '../../ui/table/RowDetail'
import { Changes } from './Changes'
import { actionInFull, changedInRow } from './happened'
import { auditCsv, auditListing, userOptions, type AuditEntry } from './queries'
import { CauseLink, RecordLink } from './RecordLink'
import { causeName, recordName, subjectOptions, whoDid } from './words'

const auditColumns: readonly Column<AuditEntry>[] = [
  { key: 'At', title: 'When', kind: 'date', size: 'medium', sorts: true, cell: (row) => moment(row.At) },
  { key: 'Action', title: 'What', kind: 'name', cell: (row) => row.ActionText },
  { key: 'User', title: 'Who', size: 'medium', cell: whoDid },
  { key: 'Subject', title: 'Record', size: 'medium', wraps: true, cell: (row) => <RecordLink entry={row} /> },
  { key: 'Changes', title: 'Changed', size: 'large', wraps: true, cell: changedInRow },
]

/** How entries are listed, of everything or of one group. */
export const entryList = {
  noun: 'entries',
  searchLabel: 'Search action or user',
  columns: auditColumns,
  rowId: (row: AuditEntry) => row.Id,
  rowName: (row: AuditEntry) => `${row.ActionText}, ${moment(row.At)}`,
  expanded: (row: AuditEntry) => <EntryDetail entry={row} />,
} as const

/** By user and by days, for every list of entries. */
export const whoAndWhenFilters: readonly Filter[] = [
  { name: 'UserId', label: 'User', options: userOptions, single: true },
  { name: 'From', label: 'From', day: true, upTo: 'To' },
  { name: 'To', label: 'To', day: true },
]

const filters: readonly Filter[] = [
  { name: 'Subject', label: 'Record', options: subjectOptions, single: true },
  ...whoAndWhenFilters,
]

export function AuditPage() {
  return (
    <ListPage
      title="Audit"
      {...entryList}
      csv={auditCsv}
      {...auditListing}
      filters={filters}
      empty="No results to display."
      narrow={(row) => ({
        title: actionInFull(row),
        facts: [moment(row.At), whoDid(row)],
        end: <RecordLink entry={row} />,
      })}
    />
  )
}

function EntryDetail({ entry }: { entry: AuditEntry }) {
  return (
    <ColumnsBesideHistory
      history={entry.Changes.length > 0 ? <Changes changes={entry.Changes} /> : <p>No field was changed.</p>}
    >
      <Details
        layout="beside"
        items={[
          { term: 'User', value: entry.UserName ?? 'Ledgerwell' },
          { term: 'Acting', value: entry.ActingAsName },
          { term: 'Record', value: recordName(entry) },
          { term: 'Group', value: entry.EmployerName },
          { term: 'Caused by', value: entry.Cause && <CauseLink entry={entry}>{causeName(entry)}</CauseLink> },
        ]}
      />
      <Details
        layout="beside"
        items={[
          { term: 'Action', value: entry.Action },
          { term: 'Address', value: entry.Ip },
          { term: 'Request', value: entry.RequestId },
        ]}
      />
    </ColumnsBesideHistory>
  )
}
