/** The records of a task that a filter lets through. */
import { PagedRecords } from '../../../ui/table/PagedRecords'
import type { RecordLine } from '../../../ui/table/RecordList'
import { taskRecords, type CensusRecord, type RecordFilter } from '../queries'

interface TaskRecordsProps {
  fileId: number
  taskId: number
  filter: RecordFilter
  label: string
  empty: string
  line: (record: CensusRecord) => RecordLine
}

export function TaskRecords({ fileId, taskId, filter, label, empty, line }: TaskRecordsProps) {
  return (
    <PagedRecords
      pages={taskRecords(fileId, taskId, filter)}
      what="the results"
      label={label}
      empty={empty}
      line={line}
    />
  )
}
