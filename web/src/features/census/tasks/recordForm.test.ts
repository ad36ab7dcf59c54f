import { expect, it } from 'vitest'
import type { CensusFile } from '../queries'
import { whyLocked } from './recordForm'
import { processedFile, sampleFile, sampleTask } from '../samples'

const undo = (State: string) => ({ Undo: { State, Done: 1, Total: 2, Kept: 0, UndoneOn: null } })
// An import that has left rows out is not done, and is undone all the same.
const halfProcessed = { Tasks: [sampleTask(4, { State: 'Errors' })] }

it.each<[string, CensusFile, string | false]>([
  ['waits for somebody', sampleFile(), false],
  [
    'is at work',
    sampleFile({ CurrentTask: { Id: 71, Task: 1, TaskName: 'Validate Data' } }),
    'This file is being worked on.',
  ],
  ['is processed', processedFile(), 'This file has been processed.'],
  ['has left rows out', sampleFile(halfProcessed), false],
  ['waits to be undone', processedFile(undo('Queued')), 'This file is being undone.'],
  ['is being undone', sampleFile({ ...halfProcessed, ...undo('Running') }), 'This file is being undone.'],
  ['was undone', sampleFile({ ...halfProcessed, ...undo('Done') }), 'This file has been undone.'],
  ['was undone in part', processedFile(undo('Failed')), 'This file has been undone.'],
])('the rows of a file that %s', (_, file, says) => expect(whyLocked(file)).toBe(says))
