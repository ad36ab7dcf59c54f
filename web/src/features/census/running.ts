/** The question before a task of a census file is started by hand. */
import { confirmFirst } from '../../ui/panel/ConfirmPanel'
import { censusKey, runTask, type CensusFile, type CensusTask } from './queries'
import { fileNumber } from './words'

/** The loader of a task that starts is hidden after two seconds, whatever the call does (census section 4). */
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
