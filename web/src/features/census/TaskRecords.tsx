/** The records of a task that a filter lets through: the first of them, and more on request. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage } from '../../lib/failure'
import { count } from '../../lib/money'
import { Button } from '../../ui/Button'
import { ButtonRow } from '../../ui/ButtonRow'
import { EmptyState } from '../../ui/EmptyState'
import { RecordList, type RecordLine } from '../../ui/RecordList'
import { task, type CensusRecord, type RecordFilter } from './queries'

/** So many are asked for at once; the server gives 1,000 at most. */
const step = 100
const most = 1000

interface TaskRecordsProps {
  fileId: number
  taskId: number
  filter: RecordFilter
  label: string
  empty: string
  line: (record: CensusRecord) => RecordLine
}

export function TaskRecords({ fileId, taskId, filter, label, empty, line }: TaskRecordsProps) {
  const [limit, setLimit] = useState(step)
  const query = useQuery({ ...task(fileId, taskId, filter, limit), placeholderData: keepPreviousData })
  if (query.isPending) return <EmptyState title="Loading…" />
  if (query.isError) {
    return (
      <EmptyState failed title="The results did not load." action={<Button small onClick={() => void query.refetch()}>Try again</Button>}>
        {failureMessage(query.error)}
      </EmptyState>
    )
  }
  const { CensusRecords, TotalCensusRecords } = query.data.Data
  const records = CensusRecords ?? []
  const hidden = (TotalCensusRecords ?? records.length) - records.length
  return (
    <>
      <RecordList label={label} empty={empty} records={records.map(line)} />
      {hidden > 0 && (
        <ButtonRow>
          <span>
            {count(records.length)} of {count(records.length + hidden)} are shown.
          </span>
          {limit < most && (
            <Button small busy={query.isFetching} onClick={() => setLimit(Math.min(most, limit + step))}>
              Show more
            </Button>
          )}
        </ButtonRow>
      )}
    </>
  )
}
