import { expect, it } from 'vitest'
import { guardedFile } from '../samples'
import { inspectAgain } from './inspecting'

const inState = (match: string, inspect: string, more = {}) =>
  guardedFile({
    Tasks: guardedFile().Tasks.map((task) => ({
      ...task,
      State: task.Task === 2 ? match : task.Task === 3 ? inspect : task.State,
    })),
    ...more,
  })
const atWork = { CurrentTask: { Id: 72, Task: 2, TaskName: 'Match Employees' } }

/** What is run while the file becomes these, one after the other; the page is left with the answer that is named. */
async function runs(files: readonly ReturnType<typeof inState>[], leftWith?: number): Promise<number[]> {
  const run: number[] = []
  const page = new AbortController()
  let asked = 0
  await inspectAgain({
    run: (taskId) => {
      run.push(taskId)
      return Promise.resolve()
    },
    now: () => {
      if (asked === leftWith) page.abort()
      return Promise.resolve(files[Math.min(asked++, files.length - 1)] ?? inState('Done', 'Done'))
    },
    page: page.signal,
  })
  return run
}

it.each([
  [
    'the match and the inspection, where both were set back',
    [inState('NotRun', 'NotRun'), inState('Done', 'NotRun'), inState('Done', 'NotRun'), inState('Done', 'Done')],
    [72, 73],
  ],
  ['the inspection alone', [inState('Done', 'NotRun'), inState('Done', 'NotRun'), inState('Done', 'Done')], [73]],
  ['nothing behind a match that found errors', [inState('NotRun', 'NotRun'), inState('Errors', 'NotRun')], [72]],
  ['nothing where nothing was set back', [inState('Done', 'Done')], []],
])('runs %s', async (_, files, run) => expect(await runs(files)).toEqual(run))

it('asks and runs nothing more once the page was left', async () => {
  expect(await runs([inState('NotRun', 'NotRun'), inState('Queued', 'NotRun', atWork)], 1)).toEqual([72])
  expect(await runs([inState('NotRun', 'NotRun')], 0)).toEqual([])
})
