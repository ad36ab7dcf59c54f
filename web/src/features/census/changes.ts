/** What an import would change, or has changed, in members; read out of the task's own shape. */
import { count } from '../../lib/money'
import type { CensusTask } from './queries'
import { taskKinds } from './words'

interface ChangeCount {
  label: string
  value: string
}

/** The names of the counts on the wire, and what they are called. */
const names: Readonly<Record<number, readonly (readonly [string, string])[]>> = {
  [taskKinds.inspect]: [['Create', 'To create'], ['Update', 'To update'], ['Reactivate', 'To reactivate'], ['Terminate', 'To end'], ['Absent', 'Absent'], ['Unchanged', 'Unchanged'], ['Ignored', 'Ignored']],
  [taskKinds.process]: [['Created', 'Created'], ['Updated', 'Updated'], ['Reactivated', 'Reactivated'], ['Terminated', 'Ended']],
}

export function changeCounts({ Task, Data }: Pick<CensusTask, 'Task' | 'Data'>): ChangeCount[] {
  return (names[Task] ?? []).flatMap(([name, label]) => {
    const number: unknown = Data.Summary?.[name]
    return typeof number === 'number' ? [{ label, value: count(number) }] : []
  })
}
