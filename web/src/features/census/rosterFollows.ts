/** The roster follows the runs of census files: when one has ended, whichever answer says so, what others keep of members is asked for anew. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { workQueueKey } from '../../shared/changes'
import { censusKey, isBusy, type Followed } from './busy'

/** What a run may have changed, by the first word of its key; a feature does not import another. */
const rosterKeys = [['members'], ['groups'], ['utilization'], workQueueKey]

/** Once, above the pages: a run may end in a list, on a card or in a detail, and after the page that started it was left. */
export function useRosterFollows(): void {
  const client = useQueryClient()
  useEffect(() => followRuns(client), [client])
}

/** Listens to every answer about census files; gives back how to stop. */
export function followRuns(client: QueryClient): () => void {
  const told = new Map<number, string>()
  const hear = (answer: unknown) => {
    const files = filesIn(answer)
    const ended = files.filter((file) => !isBusy(file) && told.has(file.Id) && told.get(file.Id) !== runsOf(file))
    for (const file of files) told.set(file.Id, runsOf(file))
    if (ended.length > 0) for (const queryKey of rosterKeys) void client.invalidateQueries({ queryKey })
  }
  for (const { state } of client.getQueryCache().findAll({ queryKey: censusKey })) hear(state.data)
  return client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.query.queryKey[0] === censusKey[0])
      hear(event.query.state.data)
  })
}

/** What has run, and whether something does: a short run begins and ends between two answers, neither of which shows it at work. */
function runsOf(file: Followed): string {
  return JSON.stringify([isBusy(file), file.Tasks.map(({ CompletedOn }) => CompletedOn), file.Undo?.State])
}

/** The files that an answer holds: a page of them, a list, or one. */
function filesIn(answer: unknown): Followed[] {
  if (typeof answer !== 'object' || answer === null) return []
  const held: unknown = 'Data' in answer ? answer.Data : answer
  return (Array.isArray(held) ? held : [held]).filter(isFile)
}

function isFile(held: unknown): held is Followed {
  return typeof held === 'object' && held !== null && 'Id' in held && 'Tasks' in held
}
