/** In the question before snapshots are created: how many of all plans that are created have which exception. */
import { useQuery } from '@tanstack/react-query'
import { Answered } from '../../../ui/state/Answered'
import { Note } from '../../../ui/state/Note'
import { approvedItems, type Run, type RunItem } from './queries'
import { exceptionCounts } from './severity'

interface BatchExceptionsProps {
  run: Run
  /** The chosen drafts that are approved with what is approved already. */
  drafts: readonly RunItem[]
}

export function BatchExceptions({ run, drafts }: BatchExceptionsProps) {
  const hasApproved = (run.Counts?.Approved ?? 0) > 0
  const query = useQuery({ ...approvedItems(run), enabled: hasApproved })
  if (!hasApproved) return <Named rows={drafts} />
  return (
    <Answered query={query} what="the exceptions" flush>
      {(approved) => <Named rows={[...drafts, ...approved.filter(({ State }) => State === 'Approved')]} />}
    </Answered>
  )
}

function Named({ rows }: { rows: readonly RunItem[] }) {
  const counts = exceptionCounts(rows)
  if (counts.length === 0) return null
  return (
    <Note kind="warn" title="There is something to look at.">
      {counts.map(({ term, value }) => `${term}: ${value}`).join(', ')}.
    </Note>
  )
}
