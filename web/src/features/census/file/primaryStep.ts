/** What a person does next with a file: of all its buttons this one is primary, and no other (rules.md#next-step-of-a-file). */
import { guardState } from '../changes'
import type { CensusFile, CensusTask } from '../queries'
import { isEligible } from '../tasks/eligibility'
import { whyLocked } from '../tasks/recordForm'
import { taskKinds, taskStates } from '../words'

/**
 * `process` goes on to the change set, or imports; `fix` and `review` lead to the rows that hold it up, `map` to its columns, `assign` to
 * its group ids; `confirm` is the guard; `run` starts the task again.
 */
export type Step = 'process' | 'fix' | 'review' | 'map' | 'assign' | 'confirm' | 'run'

/** Nothing while a task is at work, once the file is done, and where only another upload or an answer helps. */
export function primaryStep(file: CensusFile): Step | undefined {
  if (whyLocked(file) !== false) return undefined
  if (isEligible(file)) return 'process'
  const troubled = file.Tasks.find(({ State }) => State === taskStates.errors || State === taskStates.failed)
  if (troubled) return ofTrouble(troubled)
  const guard = guardState(file)
  if (guard && !guard.isConfirmed) return 'confirm'
  return file.IsMultiGroup && file.NextTask ? 'run' : undefined
}

function ofTrouble({ Task, State, Data, Errors }: CensusTask): Step | undefined {
  // A fault that names its cause is mended by another file.
  if (State === taskStates.failed) return Errors.some(({ Resolved }) => !Resolved) ? undefined : 'run'
  if (Task === taskKinds.validate && Data.RecordsWithErrorsCount > 0) return 'fix'
  if (Task === taskKinds.match && Data.RecordsWithErrorsCount > 0) return 'review'
  if (Task === taskKinds.map) return 'map'
  if (Task === taskKinds.mapMultiGroup && Data.RecordsWithErrorsCount > 0) return 'assign'
  return undefined
}
