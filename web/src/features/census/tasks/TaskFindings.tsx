/** What a finished task has found: its open errors, its counts in words, and the panels that show more. */
import type { ReactNode } from 'react'
import { download } from '../../../api/downloads'
import { count, counted } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button, AddressButton } from '../../../ui/action/Button'
import { ButtonRow } from '../../../ui/action/ButtonRow'
import { DownloadButton } from '../../../ui/action/DownloadButton'
import { IconDownload, IconPlayerPlay } from '../../../ui/icons'
import { usePanels } from '../../../ui/panel/usePanels'
import { RecordList, type RecordLine } from '../../../ui/table/RecordList'
import { StatStrip, type Stat } from '../../../ui/page/StatStrip'
import { WidgetPart } from '../../../ui/page/Widget'
import { filePart, taskPanelId } from '../addresses'
import { unknownGroupIds } from '../asking/groupIds'
import { changeCounts, guardState, importCounts } from '../changes'
import { failuresHref } from '../fixing/queries'
import type { CensusFile, CensusRecord, CensusTask } from '../queries'
import { whyLocked } from './recordForm'
import { errorsOf, recordName, rowFact } from './recordWords'
import { askToRun } from './running'
import { TaskRecords } from './TaskRecords'
import { ErrorKinds } from '../file/ErrorKinds'
import { FileResultNote } from '../file/FileResultNote'
import { primaryStep } from '../file/primaryStep'
import { TerminationGuard } from '../guard/TerminationGuard'
import { useWarned } from './warnings'
import { fixRows, leftOutByRule, leftOutLines, reviewRows, taskKinds, taskStates, validRows } from '../words'

interface TaskProps {
  file: CensusFile
  task: CensusTask
}

export function TaskFindings({ file, task }: TaskProps) {
  const { open } = usePanels()
  const errors = task.Errors.filter(({ Resolved }) => !Resolved)
  const hasErrors = errors.length > 0 || task.State === taskStates.errors
  const panel = taskPanelId(file.Id, task.Id)
  const view = views[task.Task]
  const step = useCan()('EditCensus') ? primaryStep(file) : undefined
  return (
    <>
      {task.Task === taskKinds.process && <FileResultNote file={file} inCard />}
      <Findings file={file} task={task} />
      {task.Task === taskKinds.inspect && guardState(file) && (
        <WidgetPart>
          <TerminationGuard file={file} />
        </WidgetPart>
      )}
      {errors.length > 0 && (
        <WidgetPart>
          <RecordList
            label="Errors"
            records={errors.map(({ Id, Error }) => ({ id: Id, name: '', errors: [Error] }))}
            empty=""
          />
        </WidgetPart>
      )}
      {task.Warnings.length > 0 && (
        <WidgetPart>
          <RecordList
            label="Warnings"
            records={task.Warnings.map((warning, place) => ({ id: place, name: '', notes: [warning] }))}
            empty=""
          />
        </WidgetPart>
      )}
      {showsRows.has(task.Task) && task.Data.RecordsWithErrorsCount > 0 && (
        <WidgetPart>
          <TaskRecords
            fileId={file.Id}
            taskId={task.Id}
            filter="errors"
            label="Records with errors"
            empty="No results to display."
            line={lineOf}
          />
        </WidgetPart>
      )}
      {task.Task === taskKinds.validate && <ErrorKinds file={file} task={task} />}
      <Actions>
        {pages[task.Task]
          ?.filter(({ shown }) => shown(task))
          .map(({ part, label }) => (
            <AddressButton
              key={part}
              small
              kind={step !== undefined && step === part ? 'primary' : 'plain'}
              to={filePart(file.Id, part)}
            >
              {label(task)}
            </AddressButton>
          ))}
        {view?.shown(task) && (
          <Button
            small
            kind={step === 'map' && view.panel === 'mapping' ? 'primary' : 'plain'}
            onClick={() => open(view.panel, panel)}
          >
            {view.label}
          </Button>
        )}
        {leftOutLines(task) > 0 && (
          <Button small onClick={() => open('left-out', file.Id)}>
            Lines Left Out
          </Button>
        )}
        {task.Task === taskKinds.mapMultiGroup && unknownGroupIds(task).length > 0 && (
          <Button small kind={step === 'assign' ? 'primary' : 'plain'} onClick={() => open('group-ids', panel)}>
            Assign Group IDs
          </Button>
        )}
        {task.Task === taskKinds.mapMultiGroup && task.Data.RecordsWithErrorsCount > 0 && (
          <DownloadButton small get={() => download(failuresHref(file.Id, task.Id))} icon={IconDownload}>
            Download failures
          </DownloadButton>
        )}
        {(hasErrors || (task.Task === taskKinds.validate && task.Data.RecordsWithErrorsCount > 0)) && (
          <ReUpload file={file} />
        )}
        {task.Task === taskKinds.process && hasErrors && <MatchAgain file={file} />}
      </Actions>
    </>
  )
}

/** The tasks whose rows with errors are listed here; those of others have a page of their own. */
const showsRows: ReadonlySet<number> = new Set([taskKinds.inspect, taskKinds.process])

/** The panel of a task and when there is something in it. */
const views: Readonly<Record<number, { panel: string; label: string; shown: (task: CensusTask) => boolean }>> = {
  [taskKinds.map]: { panel: 'mapping', label: 'View Mapping', shown: () => true },
  [taskKinds.mapMultiGroup]: { panel: 'mapping', label: 'View Mapping', shown: () => true },
  [taskKinds.validate]: { panel: 'validation', label: 'View Validation', shown: ({ Data }) => Data.TotalRecords > 0 },
  [taskKinds.match]: { panel: 'matches', label: 'View Matches', shown: () => true },
}

/** The pages of a task beside its panel. */
const pages: Readonly<
  Record<
    number,
    readonly {
      part: 'changes' | 'fix' | 'review'
      label: (task: CensusTask) => string
      shown: (task: CensusTask) => boolean
    }[]
  >
> = {
  [taskKinds.validate]: [{ part: 'fix', label: fixRows, shown: ({ Data }) => Data.TotalRecords > 0 }],
  [taskKinds.match]: [{ part: 'review', label: reviewRows, shown: () => true }],
  [taskKinds.inspect]: [{ part: 'changes', label: viewChanges, shown: ({ State }) => State === taskStates.done }],
  [taskKinds.process]: [{ part: 'changes', label: viewChanges, shown: () => true }],
}

function viewChanges(): string {
  return 'View Changes'
}

export function ReUpload({ file }: { file: CensusFile }) {
  const can = useCan()
  const { open } = usePanels()
  if (!can('EditCensus') || !file.CanReplace) return null
  return (
    <Button small onClick={() => open('census-reupload', file.Id)}>
      Re-Upload File
    </Button>
  )
}

/** What the import could not apply is compared anew with the members as they are now; what it has applied matches. */
function MatchAgain({ file }: { file: CensusFile }) {
  const can = useCan()
  const match = file.Tasks.find(({ Task }) => Task === taskKinds.match)
  if (!match || !can('EditCensus') || whyLocked(file) !== false) return null
  return (
    <Button small icon={IconPlayerPlay} onClick={() => askToRun(file, match)}>
      Match Employees again
    </Button>
  )
}

function lineOf(record: CensusRecord): RecordLine {
  return { id: record.RecordNumber, name: recordName(record), fact: rowFact(record), errors: errorsOf(record) }
}

function Actions({ children }: { children: ReactNode }) {
  return (
    <WidgetPart>
      <ButtonRow>{children}</ButtonRow>
    </WidgetPart>
  )
}

function Findings({ file, task }: TaskProps) {
  if (task.Task === taskKinds.validate) return <Validated file={file} task={task} />
  if (task.Task === taskKinds.match) return <Matched file={file} task={task} />
  const changes = task.Task === taskKinds.process ? importCounts(file, task) : changeCounts(task)
  return changes.length > 0 ? <Strip stats={changes} /> : null
}

function Validated({ file, task }: TaskProps) {
  const warned = useWarned(file, 'validate') ?? 0
  const { RecordsWithErrorsCount: invalid } = task.Data
  const aside = leftOutByRule(task)
  const lines = leftOutLines(task)
  if (invalid === 0) {
    const more = [
      ...(lines > 0 ? [`${counted(lines, 'line')} left out.`] : []),
      ...(aside > 0 ? [`${counted(aside, 'dependent')} left out.`] : []),
      ...(warned > 0 ? [`${counted(warned, 'row')} ${warned === 1 ? 'has' : 'have'} a warning.`] : []),
    ]
    return <WidgetPart>{['All records passed validation.', ...more].join(' ')}</WidgetPart>
  }
  const stats = [
    { label: 'Invalid', value: count(invalid) },
    { label: 'Valid', value: count(validRows(task)) },
    ...(aside > 0 ? [{ label: 'Dependents left out', value: count(aside) }] : []),
    ...(lines > 0 ? [{ label: 'Lines left out', value: count(lines) }] : []),
    ...warnings(warned),
  ]
  return <Strip stats={stats} />
}

function Matched({ file, task: { Data } }: TaskProps) {
  const warned = useWarned(file, 'match') ?? 0
  const stats = [
    { label: 'Errors', value: count(Data.RecordsWithErrorsCount) },
    { label: 'Matched', value: count(Data.RecordsWithMatchesCount) },
    { label: 'Un-Matched', value: count(Data.RecordsWithoutMatchesCount) },
    ...warnings(warned),
  ]
  return <Strip stats={stats} />
}

/** Rows that go in and should be looked at; not told where there are none. */
function warnings(rows: number): Stat[] {
  return rows > 0 ? [{ label: 'With a warning', value: count(rows) }] : []
}

/** What the import at work has done so far. */
export function ImportedSoFar({ file, task }: TaskProps) {
  const counts = task.Task === taskKinds.process ? importCounts(file, task) : []
  return counts.length > 0 ? <Strip stats={counts} /> : null
}

/** What the import is going to do, by the inspection. */
export function InspectedCounts({ file }: { file: CensusFile }) {
  const inspected = file.Tasks.find(({ Task, State }) => Task === taskKinds.inspect && State === taskStates.done)
  const counts = inspected ? changeCounts(inspected) : []
  return counts.length > 0 ? <Strip stats={counts} /> : null
}

function Strip({ stats }: { stats: readonly Stat[] }) {
  return (
    <WidgetPart flush>
      <StatStrip bare stats={stats} />
    </WidgetPart>
  )
}
