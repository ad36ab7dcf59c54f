/** What was done to one record and by whom, newest first: the History tab of pages and panels
    (rules.md#audit-trail). */
import { moment } from '../../lib/format/dates'
import { PagedRecords } from '../../ui/table/PagedRecords'
import type { HistoryOf } from '../../ui/panel/HistoryPart'
import type { RecordLine } from '../../ui/table/RecordList'
import { Changes } from './Changes'
import { actionInFull } from './happened'
import { historyOf, type AuditEntry } from './queries'
import { CauseLink } from './RecordLink'
import { causeName, whoDid } from './words'

export function HistoryList(record: HistoryOf) {
  return (
    <PagedRecords
      pages={historyOf(record)}
      label="What was recorded"
      what="the history"
      empty="Nothing was recorded yet."
      line={line}
    />
  )
}

function line(entry: AuditEntry): RecordLine {
  return {
    id: entry.Id,
    name: actionInFull(entry),
    fact: <When entry={entry} />,
    notes: entry.Changes.length > 0 ? [<Changes key="changes" changes={entry.Changes} />] : [],
  }
}

function When({ entry }: { entry: AuditEntry }) {
  const said = [moment(entry.At), whoDid(entry)].filter(Boolean).join(' · ')
  const cause = causeName(entry)
  if (!cause) return said
  return (
    <>
      {said} · by <CauseLink entry={entry}>{cause.charAt(0).toLowerCase() + cause.slice(1)}</CauseLink>
    </>
  )
}
