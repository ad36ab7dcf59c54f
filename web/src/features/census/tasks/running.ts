/** The questions before a task of a census file is started by hand, or stopped. */
import { confirmFirst } from '../../../ui/panel/ConfirmPanel'
import { censusKey, runTask, stopFile, type CensusFile, type CensusTask } from '../queries'
import { fileNumber, taskKinds } from '../words'

/** The loader of a task that starts is hidden after two seconds, whatever the call does (rules.md#running-tasks). */
const loaderLimit = 2000

export function askToRun(file: CensusFile, task: CensusTask): void {
  confirmFirst({
    title: 'Run Task',
    context: `${task.TaskName} · ${fileNumber(file)} · ${file.OriginalFileName}`,
    question: 'Are you sure you want to start this task?',
    action: 'Start Task',
    turns: loaderLimit,
    run: () => runTask(file.Id, task.Id),
    refresh: [censusKey],
  })
}

export function askToStop(file: CensusFile, task: CensusTask): void {
  confirmFirst({
    title: 'Stop After This Batch',
    context: `${task.TaskName} · ${fileNumber(file)} · ${file.OriginalFileName}`,
    question:
      task.Task === taskKinds.process
        ? 'Stop this task? What is written stays, and can be undone. Process File goes on where it was stopped.'
        : 'Stop this task? It begins anew when the file is processed again.',
    action: 'Stop',
    run: () => stopFile(file.Id),
    refresh: [censusKey],
  })
}
