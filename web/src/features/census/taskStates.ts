/** The tasks of a census file and how far they are. Apart from the words about them, since the frame of a group asks too. */
import type { CensusFile, CensusTask } from './queries'

/** The codes of the tasks. */
export const taskKinds = { map: 0, validate: 1, match: 2, inspect: 3, process: 4, mapMultiGroup: 5 } as const

/** The states of a task. */
export const taskStates = {
  notRun: 'NotRun',
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  errors: 'Errors',
  failed: 'Failed',
} as const

/** Whether a task has come to an end, with errors or without. */
export function isFinished({ State }: Pick<CensusTask, 'State'>): boolean {
  return State === taskStates.done || State === taskStates.errors
}

/** Whether the import has come to an end, and left no row out. */
export function isProcessed({ Tasks }: Pick<CensusFile, 'Tasks'>): boolean {
  return Tasks.some(({ Task, State }) => Task === taskKinds.process && State === taskStates.done)
}

/** Whether the rows of a file were judged that is not imported yet: by the settings that its group had then. */
export function waitsValidated({ Tasks }: Pick<CensusFile, 'Tasks'>): boolean {
  return !isProcessed({ Tasks }) && Tasks.some((task) => task.Task === taskKinds.validate && isFinished(task))
}
