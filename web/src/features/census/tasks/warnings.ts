/** How many rows a task has taken with a warning: they hold nothing up, and somebody should have seen them before the import. */
import { useQuery } from '@tanstack/react-query'
import { warnedRows, type CensusFile } from '../queries'
import { isFinished, taskKinds } from '../words'

/** Nothing while it is not known. */
export function useWarned(
  { Id, Tasks }: Pick<CensusFile, 'Id' | 'Tasks'>,
  kind: keyof typeof taskKinds,
  filter: 'warnings' | 'saysLeft' = 'warnings',
): number | undefined {
  const task = Tasks.find(({ Task }) => Task === taskKinds[kind])
  const enabled = task !== undefined && isFinished(task)
  const { data, isError } = useQuery({ ...warnedRows(Id, task?.Id ?? 0, task?.CompletedOn ?? '', filter), enabled })
  return !enabled || isError ? 0 : data
}
