/**
 * Rows beside the members they may be, with what speaks for each: a person chooses one, calls the row somebody new, leaves it out, or says
 * of a member that he is somebody else. What is denied is remembered for the group's next files, and can be forgotten again.
 */
import { useState } from 'react'
import { useCan } from '../../../session/session'
import { EmptyState } from '../../../ui/state/EmptyState'
import { Note } from '../../../ui/state/Note'
import { PageHeader } from '../../../ui/page/PageHeader'
import { Paged } from '../../../ui/table/Paged'
import { Segments } from '../../../ui/page/Segments'
import { fileAddress } from '../addresses'
import { Questions } from '../asking/Questions'
import { CensusPanels } from '../CensusPanels'
import { whyLocked } from '../tasks/recordForm'
import { TaskOfFile, type TaskPageProps } from '../tasks/TaskOfFile'
import { useWarned } from '../tasks/warnings'
import { fileContext } from '../words'
import { Cases } from './Cases'
import { reviewedRows, type ReviewFilter } from './queries'
import styles from './Review.module.css'

export function ReviewPage({ id }: { id: number | undefined }) {
  return (
    <TaskOfFile id={id} kind="match" none="This file has no matches of its own">
      {(of) => <Review {...of} />}
    </TaskOfFile>
  )
}

const tabs: readonly { name: ReviewFilter; label: string; empty: string }[] = [
  { name: 'errors', label: 'In doubt', empty: 'There were no errors matching members.' },
  { name: 'warnings', label: 'Warnings', empty: 'There were no warnings matching members.' },
  { name: 'matched', label: 'Matched Records', empty: 'No records matched existing members.' },
  { name: 'unmatched', label: 'Un-Matched Records', empty: 'All records matched existing members.' },
]

function Review({ file, task }: TaskPageProps) {
  const can = useCan()
  const [picked, setPicked] = useState<ReviewFilter>()
  const warned = useWarned(file, 'match')
  const current = picked ?? first(task.Data.RecordsWithErrorsCount, warned)
  // Without warnings their tab is not there; it stays while the last row leaves it.
  const shown = tabs.filter(({ name }) => name !== 'warnings' || name === current || (warned ?? 0) > 0)
  const locked = can('EditCensus') ? whyLocked(file) : 'You may look at these rows, not decide them.'
  return (
    <>
      <PageHeader
        title="Match review"
        crumbs={[
          { label: 'Census Files', to: '/census-files' },
          { label: file.OriginalFileName, to: fileAddress(file.Id) },
        ]}
        beside={fileContext(file)}
      />
      <div className={styles.page}>
        <Segments label="Rows" segments={shown} current={current} onChoose={({ name }) => setPicked(name)} />
        {locked && <Note>{locked}</Note>}
        <Questions file={file} kind="NewIds" />
        {current && <Rows key={current} file={file} task={task} filter={current} mayDecide={locked === false} />}
      </div>
      <CensusPanels />
    </>
  )
}

/** What one comes for: what waits for a decision, else what should be seen before the import. Nothing until it is known which there is. */
function first(inDoubt: number, warned: number | undefined): ReviewFilter | undefined {
  if (inDoubt > 0) return 'errors'
  if (warned === undefined) return undefined
  return warned > 0 ? 'warnings' : 'matched'
}

/** So many rows are asked for at once. */
const perPage = 20

function Rows({ file, task, filter, mayDecide }: TaskPageProps & { filter: ReviewFilter; mayDecide: boolean }) {
  return (
    <Paged pages={reviewedRows(file.Id, task.Id, filter)} perPage={perPage} what="the rows" moreInside>
      {([first, ...rest], isWhole, more) =>
        first ? (
          <Cases file={file} task={task} rows={[first, ...rest]} isWhole={isWhole} more={more} mayDecide={mayDecide} />
        ) : (
          <EmptyState title={tabs.find(({ name }) => name === filter)?.empty ?? ''} />
        )
      }
    </Paged>
  )
}
