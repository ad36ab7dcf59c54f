/**
 * The feed of a group: what happened to it, its members, files, bills, notes and documents in the ERP (rules.md#activity-of-a-group).
 * Look-ups, and the members that a census file has changed, are folded until one asks for them.
 */
import { moment } from '../../lib/format/dates'
import type { Filter } from '../../ui/list/FilterChip'
import { ListPage } from '../../ui/list/ListPage'
import { entryList, whoAndWhenFilters } from './AuditPage'
import { actionInFull } from './happened'
import { activityCsv, activityListing } from './queries'
import { RecordLink } from './RecordLink'
import { whoDid } from './words'

const filters: readonly Filter[] = [
  {
    name: 'kind',
    label: 'Kind',
    options: [
      { value: 'Member', label: 'Members' },
      { value: 'File', label: 'Census files' },
      { value: 'Bill', label: 'Plans and bills' },
      { value: 'Erp', label: 'ERP' },
      { value: 'Note', label: 'Notes and contacts' },
      { value: 'Group', label: 'Group' },
    ],
  },
  ...whoAndWhenFilters,
  { name: 'all', label: 'With look-ups and single changes of files' },
]

export function GroupHistory({ employerId }: { employerId: number }) {
  return (
    <ListPage
      heading="History"
      {...entryList}
      csv={activityCsv(employerId)}
      {...activityListing(employerId)}
      filters={filters}
      empty="Nothing was recorded yet."
      narrow={(row) => ({
        title: actionInFull(row),
        facts: [moment(row.At), whoDid(row)],
        says: <RecordLink entry={row} />,
      })}
    />
  )
}
