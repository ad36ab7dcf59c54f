/** Running what a change of rows has set back: the match, if it has to, and the inspection. */
import type { CensusFile } from '../queries'
import { whyLocked } from '../tasks/recordForm'
import { taskKinds, taskStates } from '../words'

/** How long one waits between two looks at a task that runs, in milliseconds. */
const pause = 300

const setBack: readonly number[] = [taskKinds.match, taskKinds.inspect]

/** Whether nothing but the match and the inspection is to be run before the change set is there. */
export function mayInspect(file: CensusFile): boolean {
  const next = file.Tasks.find(({ Id }) => Id === file.NextTask?.Id)
  return (
    whyLocked(file) === false && next !== undefined && setBack.includes(next.Task) && next.State === taskStates.notRun
  )
}

interface Inspecting {
  run: (taskId: number) => Promise<void>
  now: () => Promise<CensusFile>
  /** Aborted when the page is left: the file stays as far as it is, and goes on from where it is asked for again. */
  page: AbortSignal
}

export async function inspectAgain({ run, now, page }: Inspecting): Promise<void> {
  for (const kind of setBack) {
    const open = (await now()).Tasks.find(({ Task, State }) => Task === kind && State === taskStates.notRun)
    if (page.aborted) return
    if (!open) continue
    await run(open.Id)
    if ((await settled(now, kind, page)) !== taskStates.done) return
  }
}

/** The state in which a task has ended; nothing when the page was left before. */
async function settled(now: () => Promise<CensusFile>, kind: number, page: AbortSignal): Promise<string | undefined> {
  while (!page.aborted) {
    const { CurrentTask, Tasks } = await now()
    if (!CurrentTask) return Tasks.find(({ Task }) => Task === kind)?.State
    if (!page.aborted) await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return undefined
}
