/** How census files are put into words: their number, their status, what a task has found. */
import { date } from '../../lib/format/dates'
import { count, counted } from '../../lib/format/money'
import type { PipelineStep } from '../../ui/state/Pipeline'
import type { DotLook } from '../../ui/value/StatusDot'
import type { CensusFile, CensusTask } from './queries'
import { isFinished, isProcessed, taskKinds, taskStates } from './taskStates'

export { isFinished, isProcessed, taskKinds, taskStates }

/** The number people call a file by. */
export function fileNumber({ Name }: Pick<CensusFile, 'Name'>): string {
  return Name.slice(0, 8)
}

/** The group of a file, as far as it has one. */
export function groupName({ EmployerGroup }: Pick<CensusFile, 'EmployerGroup'>): string {
  return EmployerGroup?.Name ?? 'Multi-group'
}

/** What a panel about a file belongs to: `Harborline Logistics · harborline.csv`. */
export function fileContext(file: Pick<CensusFile, 'EmployerGroup' | 'OriginalFileName'>): string {
  return `${groupName(file)} · ${file.OriginalFileName}`
}

/** How many rows the file has; members who are absent from it, whom the inspection looks at and the import ends, are none. */
export function rowsOf({ Tasks }: Pick<CensusFile, 'Tasks'>): number {
  const reading: readonly number[] = [taskKinds.map, taskKinds.validate, taskKinds.match, taskKinds.mapMultiGroup]
  return Math.max(0, ...Tasks.filter(({ Task }) => reading.includes(Task)).map(({ Data }) => Data.TotalRecords))
}

/** What lines are counted in: of a file that was split by group, its own part. */
export function contentName({
  OriginalFileName,
  ParentFileId,
}: Pick<CensusFile, 'OriginalFileName' | 'ParentFileId'>): string {
  return ParentFileId ? `the group's part of ${OriginalFileName}` : OriginalFileName
}

/** `(3/5) Processing`: the task at work counts as well. */
export function statusText(
  file: Pick<CensusFile, 'CompletedTasks' | 'CurrentTask' | 'Tasks' | 'StatusFormatted'>,
): string {
  return `(${file.CompletedTasks + (file.CurrentTask ? 1 : 0)}/${file.Tasks.length}) ${file.StatusFormatted}`
}

const statusLooks: Readonly<Record<string, DotLook>> = {
  Uploaded: { tone: 'off' },
  Queued: { tone: 'info', shape: 'ring' },
  Processing: { tone: 'info', shape: 'running' },
  'Needs Attention': { tone: 'warn' },
  Errors: { tone: 'bad' },
  Completed: { tone: 'ok' },
  Failed: { tone: 'bad' },
}

export function statusLook(name: string): DotLook {
  return statusLooks[name] ?? { tone: 'off' }
}

type State = Pick<CensusTask, 'State'>

const taskLooks: Readonly<Record<string, DotLook & { says: string }>> = {
  [taskStates.notRun]: { tone: 'off', says: 'Not run' },
  [taskStates.queued]: { tone: 'info', shape: 'ring', says: 'Queued' },
  [taskStates.running]: { tone: 'info', shape: 'running', says: 'Running' },
  [taskStates.done]: { tone: 'ok', says: 'Completed' },
  [taskStates.errors]: { tone: 'bad', says: 'Completed with errors' },
  [taskStates.failed]: { tone: 'bad', says: 'Failed' },
}

export function taskLook(task: CensusTask): DotLook & { says: string } {
  if (isStopped(task)) return { tone: 'warn', says: 'Stopped' }
  return taskLooks[task.State] ?? { tone: 'off', says: 'Unknown' }
}

export function isRunning({ State }: State): boolean {
  return State === taskStates.queued || State === taskStates.running
}

/** Whether a person has stopped the import on its way: what it has written stays. */
export function isStopped({ Task, State, Done }: Pick<CensusTask, 'Task' | 'State' | 'Done'>): boolean {
  return Task === taskKinds.process && State === taskStates.notRun && Done > 0
}

const stepStates: Readonly<Record<string, PipelineStep['state']>> = {
  [taskStates.queued]: 'current',
  [taskStates.running]: 'current',
  [taskStates.done]: 'done',
  [taskStates.errors]: 'attention',
  [taskStates.failed]: 'failed',
}

export function stepState(task: CensusTask): PipelineStep['state'] {
  return isStopped(task) ? 'attention' : (stepStates[task.State] ?? 'waiting')
}

/** Whether a file of several groups was split into one for each of them. */
export function isSplit({ Tasks }: Pick<CensusFile, 'Tasks'>): boolean {
  return Tasks.some((task) => task.Task === taskKinds.mapMultiGroup && isFinished(task))
}

/** Whether the import has changed somebody and nothing was decided anew since: what the change set shows is done then. */
export function hasChanged(file: Pick<CensusFile, 'Tasks'>): boolean {
  const run = file.Tasks.find(({ Task }) => Task === taskKinds.process)
  if (!run || (run.State === taskStates.notRun && !isStopped(run))) return false
  return run.State === taskStates.done || hasWritten(file)
}

/** Whether the import has changed anybody. */
export function hasWritten({ Tasks }: Pick<CensusFile, 'Tasks'>): boolean {
  const run = Tasks.find(({ Task }) => Task === taskKinds.process)
  return ['Created', 'Updated', 'Reactivated', 'Terminated'].some((name) => Number(run?.Data.Summary?.[name] ?? 0) > 0)
}

/** Whether the import was stopped on its way, by a person or by a fault, when it had changed somebody: some changes are done, others are not. */
export function isPartlyDone(file: Pick<CensusFile, 'Tasks'>): boolean {
  const run = file.Tasks.find(({ Task }) => Task === taskKinds.process)
  return run !== undefined && (isStopped(run) || run.State === taskStates.failed) && hasChanged(file)
}

/** What the change set of a file is called: of one that was imported in part, it is what it has changed so far. */
export function changesTitle(file: Pick<CensusFile, 'Tasks'>): string {
  if (!hasChanged(file)) return 'What this file will change'
  if (isPartlyDone(file)) return 'What this file has changed and will change'
  return isProcessed(file) ? 'What this file has changed' : 'What this file has changed so far'
}

/** What a task at work goes through: the inspection looks for members whom no row is. */
export function progressNoun({ Task }: Pick<CensusTask, 'Task'>): string {
  return Task === taskKinds.inspect ? 'members' : 'rows'
}

function runningWords(task: CensusTask): string {
  if (task.Total > 0) return `${count(task.Done)} of ${count(task.Total)} ${progressNoun(task)}`
  return task.Done > 0 ? `${count(task.Done)} ${progressNoun(task)}` : 'Running'
}

/** The result of a task in a few words, for the pipeline. */
export function taskResult(task: CensusTask): string {
  if (task.State === taskStates.queued) return 'Waits for its turn'
  if (task.State === taskStates.running) return runningWords(task)
  if (task.State === taskStates.failed) return 'Stopped by a fault'
  if (isStopped(task)) return `Stopped after ${runningWords(task)}`
  if (!isFinished(task)) return 'Not run'
  return results[task.Task]?.(task) ?? (task.State === taskStates.errors ? 'Has errors' : 'Done')
}

/** As the list of files counts them: each record with an error, and each error of the file as a whole. */
const unresolved = ({ Errors, Data }: Pick<CensusTask, 'Errors' | 'Data'>) =>
  Errors.filter(({ Id, Resolved }) => Id !== 0 && !Resolved).length + Data.RecordsWithErrorsCount

/** How many rows a rule has left out: the dependents of a group that takes none. */
export function leftOutByRule({ Data }: Pick<CensusTask, 'Data'>): number {
  const number: unknown = Data.Summary?.SkippedByRule
  return typeof number === 'number' ? number : 0
}

/** How many lines that hold something are no rows. */
export function leftOutLines({ Data }: Pick<CensusTask, 'Data'>): number {
  const number: unknown = Data.Summary?.LeftOut
  return typeof number === 'number' ? number : 0
}

/** What leads to the rows of a task that hold the file up. */
export function fixRows({ Data }: Pick<CensusTask, 'Data'>): string {
  return Data.RecordsWithErrorsCount > 0 ? `Fix ${counted(Data.RecordsWithErrorsCount, 'Row')}` : 'Fix Rows'
}

export function reviewRows({ Data }: Pick<CensusTask, 'Data'>): string {
  return Data.RecordsWithErrorsCount > 0 ? `Review ${counted(Data.RecordsWithErrorsCount, 'Row')}` : 'Match Review'
}

/** How many rows have passed the validation. */
export function validRows(task: Pick<CensusTask, 'Data'>): number {
  return Math.max(task.Data.TotalRecords - task.Data.RecordsWithErrorsCount - leftOutByRule(task), 0)
}

/** How many rows have changed a member, by the count of the import. Absent members that it ended are no rows. */
function rowsWritten({ Data }: Pick<CensusTask, 'Data'>, absent: number): number | undefined {
  const of = (name: string) => Number(Data.Summary?.[name] ?? 0)
  if (Data.Summary?.Created === undefined) return undefined
  const ended = of('Terminated')
  return of('Created') + of('Updated') + of('Reactivated') + ended - Math.min(absent, ended)
}

/** The rows that changed somebody, and who was ended for standing in none; nobody is while a row waits. */
function processed({ Data }: CensusTask): string {
  const { TotalRecords, RecordsWithErrorsCount: errors } = Data
  const planned = Data.RecordsWithMatchesCount + Data.RecordsWithoutMatchesCount
  const absent = errors > 0 ? 0 : TotalRecords - planned
  const rows = rowsWritten({ Data }, absent) ?? planned
  const stood = Math.max(0, planned - rows)
  return [
    `${counted(rows, 'row')} processed`,
    stood > 0 && `${count(stood)} stood already`,
    absent > 0 && `${count(absent)} absent`,
    errors > 0 && counted(errors, 'error'),
  ]
    .filter(Boolean)
    .join(', ')
}

const results: Readonly<Record<number, (task: CensusTask) => string>> = {
  [taskKinds.map]: (task) =>
    task.State === taskStates.errors ? counted(unresolved(task), 'error') : 'Columns are mapped',
  [taskKinds.validate]: (task) => {
    const aside = leftOutByRule(task)
    return [
      `${count(validRows(task))} valid`,
      `${count(task.Data.RecordsWithErrorsCount)} invalid`,
      aside > 0 && `${count(aside)} left out`,
    ]
      .filter(Boolean)
      .join(', ')
  },
  [taskKinds.match]: ({ Data }) =>
    [
      `${count(Data.RecordsWithMatchesCount)} matched`,
      `${count(Data.RecordsWithoutMatchesCount)} new`,
      Data.RecordsWithErrorsCount > 0 && counted(Data.RecordsWithErrorsCount, 'error'),
    ]
      .filter(Boolean)
      .join(', '),
  [taskKinds.inspect]: ({ Data }) => `${counted(Data.TotalRecords, 'row')} looked at`,
  [taskKinds.process]: processed,
  [taskKinds.mapMultiGroup]: (task) =>
    task.State === taskStates.errors ? counted(unresolved(task), 'error') : 'Split by group',
}

/** `Validate Data: 1,860 valid, 0 invalid` for each task that has come to an end, the newest first. */
export function taskLog({ Tasks }: Pick<CensusFile, 'Tasks'>): { on: string; says: string }[] {
  const done = Tasks.flatMap((task) =>
    isFinished(task) && task.CompletedOn
      ? [{ on: task.CompletedOn, says: `${task.TaskName}: ${taskResult(task)}` }]
      : [],
  )
  return done.sort((one, other) => other.on.localeCompare(one.on))
}

/** The task one wants to look at first: the one at work, else the one with errors, else the next, else the last. */
export function taskOfInterest({ Tasks, NextTask }: Pick<CensusFile, 'Tasks' | 'NextTask'>): number | undefined {
  const wanted =
    Tasks.find(isRunning) ?? Tasks.find(({ State }) => State === taskStates.errors || State === taskStates.failed)
  return (wanted ?? NextTask ?? Tasks.at(-1))?.Task
}

/** `1 error`, `35 errors`. */
export function errorCount(number: number): string {
  return counted(number, 'error')
}

/** What is unresolved about the file; a file with errors that names none has an unknown one (rules.md#texts). */
export function fileErrors({ HasErrors, Errors }: Pick<CensusFile, 'HasErrors' | 'Errors'>): string[] {
  const open = Errors.filter(({ Resolved }) => !Resolved).map(({ Error }) => Error)
  return open.length === 0 && HasErrors ? ['An unknown error has occurred.'] : open
}

/** From when changes count for which nobody names a day. */
const rule = 'the day of processing from the 1st to the 3rd, else the 1st of the next month'
const byRule = `By the rule: ${rule}`

export const effectiveHelp = `The effective date of everyone the file creates, reactivates or ends. Without one it is ${rule}.`

export const explicitHelp = 'Ends every member of the group that is absent from the census file.'

/** The day on which the file takes effect; without one of its own, the day that any change of a status has (rules.md#first-three-days). */
export function effectiveText({ GlobalEffectiveDate }: Pick<CensusFile, 'GlobalEffectiveDate'>): string {
  return GlobalEffectiveDate ? date(GlobalEffectiveDate) : byRule
}
