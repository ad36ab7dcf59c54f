/** One task of a file: how to start it, how far it is, or what it has found and where that is mended. */
import { useCan } from '../../../session/session'
import { AddressButton, Button } from '../../../ui/action/Button'
import { ButtonRow } from '../../../ui/action/ButtonRow'
import { IconPlayerPlay } from '../../../ui/icons'
import { Note } from '../../../ui/state/Note'
import { StatusDot } from '../../../ui/value/StatusDot'
import { Widget, WidgetPart } from '../../../ui/page/Widget'
import { filePart } from '../addresses'
import { useProcessFile } from '../asking/seen'
import { guardState } from '../changes'
import { isEligible } from './eligibility'
import type { CensusFile, CensusTask } from '../queries'
import { whyLocked } from './recordForm'
import { askToRun, askToStop } from './running'
import { primaryStep } from '../file/primaryStep'
import { RunProgress } from '../file/RunProgress'
import { ImportedSoFar, InspectedCounts, ReUpload, TaskFindings } from './TaskFindings'
import { TerminationGuard } from '../guard/TerminationGuard'
import { isFinished, isRunning, isStopped, progressNoun, taskKinds, taskLook, taskResult, taskStates } from '../words'

interface TaskProps {
  file: CensusFile
  task: CensusTask
}

/** `inRow` stands in a row of the list, which has no head with Process File. */
export function TaskCard({ file, task, inRow = false }: TaskProps & { inRow?: boolean | undefined }) {
  const { says, ...look } = taskLook(task)
  return (
    <Widget
      title={task.TaskName}
      wraps
      beside={<StatusDot {...look}>{says}</StatusDot>}
      action={
        isRunning(task) ? <StopButton file={file} task={task} /> : <StartButton file={file} task={task} inRow={inRow} />
      }
    >
      <TaskContent file={file} task={task} />
    </Widget>
  )
}

function TaskContent({ file, task }: TaskProps) {
  if (isRunning(task)) {
    return (
      <>
        <WidgetPart>
          <RunProgress
            file={file}
            label={task.TaskName}
            done={task.Done}
            total={task.Total}
            noun={progressNoun(task)}
            help="You can leave this page. If the run stops, it goes on where it stopped; no row is applied twice."
          />
        </WidgetPart>
        <ImportedSoFar file={file} task={task} />
      </>
    )
  }
  if (task.State === taskStates.failed) return <AfterFault file={file} task={task} />
  if (isFinished(task)) return <TaskFindings file={file} task={task} />
  const waits = file.NextTask?.Task !== task.Task
  if (task.Task === taskKinds.process && !waits) return <BeforeImport file={file} task={task} />
  return <p>This task has not been run.{waits && ' A previous task has not been completed.'}</p>
}

/** A fault that names its cause is mended first; any other may be gone when the task is started again. */
function AfterFault({ file, task }: TaskProps) {
  const errors = task.Errors.filter(({ Resolved }) => !Resolved)
  return (
    <>
      <WidgetPart>
        <Note kind="bad" title="This task was stopped by a fault.">
          {errors.length > 0
            ? errors.map(({ Error }) => Error).join(' ')
            : 'Nothing is lost: it goes on where it stopped when it is started again.'}
        </Note>
      </WidgetPart>
      {errors.length > 0 && (
        <WidgetPart>
          <ButtonRow>
            <ReUpload file={file} />
          </ButtonRow>
        </WidgetPart>
      )}
    </>
  )
}

/** The import shows beforehand which members it creates and updates; each row can still be edited. */
function BeforeImport({ file, task }: TaskProps) {
  return (
    <>
      {isStopped(task) ? (
        <>
          <p>
            {taskResult(task)}. What is written stays, and can be undone. Process File goes on where it was stopped.
          </p>
          <ImportedSoFar file={file} task={task} />
        </>
      ) : (
        <>
          <p>This task has not been run.</p>
          <InspectedCounts file={file} />
        </>
      )}
      {guardState(file) && (
        <WidgetPart>
          <TerminationGuard file={file} />
        </WidgetPart>
      )}
      <WidgetPart>
        <ButtonRow>
          <AddressButton small to={filePart(file.Id, 'changes')}>
            View Changes
          </AddressButton>
        </ButtonRow>
      </WidgetPart>
    </>
  )
}

/** What was found may be found otherwise by now: the roster has changed, or a setting. The tasks behind run anew as well. */
function mayRunAgain(task: CensusTask): boolean {
  const isPlain = task.Task === taskKinds.validate || task.Task === taskKinds.match || task.Task === taskKinds.inspect
  return isPlain && task.State === taskStates.done
}

function RunAgain({ file, task }: TaskProps) {
  return (
    <Button small icon={IconPlayerPlay} onClick={() => askToRun(file, task)}>
      Run Again
    </Button>
  )
}

/** A file of several groups is split at once; its parts are stopped one by one. */
function StopButton({ file, task }: TaskProps) {
  const can = useCan()
  if (!can('EditCensus') || file.IsMultiGroup) return null
  return (
    <Button small onClick={() => askToStop(file, task)}>
      Stop After This Batch
    </Button>
  )
}

/** Starts the task that is next, or one that found errors again; the import only by Process Files. */
function StartButton({ file, task, inRow }: TaskProps & { inRow: boolean }) {
  const can = useCan()
  const process = useProcessFile()
  const isNext = file.NextTask?.Task === task.Task
  if (!can('EditCensus') || whyLocked(file) !== false) return null
  if (!isNext) return mayRunAgain(task) ? <RunAgain file={file} task={task} /> : null
  if (task.Task === taskKinds.process) {
    // What would be refused is not offered; the guard above says what is missing. On its page it stands in the head.
    if (!isEligible(file) || !inRow) return null
    return (
      <Button small kind="primary" icon={IconPlayerPlay} onClick={() => process(file)}>
        Process File
      </Button>
    )
  }
  return (
    <Button
      small
      kind={primaryStep(file) === 'run' ? 'primary' : 'plain'}
      icon={IconPlayerPlay}
      onClick={() => askToRun(file, task)}
    >
      Run Task
    </Button>
  )
}
