import { describe, expect, it } from 'vitest'
import type { CensusFile, CensusTask } from '../queries'
import { guardedFile, sampleFile, sampleTask } from '../samples'
import { primaryStep } from './primaryStep'

const none = { TotalRecords: 3, RecordsWithErrorsCount: 0, RecordsWithMatchesCount: 0, RecordsWithoutMatchesCount: 0 }
const two = { ...none, RecordsWithErrorsCount: 2 }
const fault = [{ Id: 1, Error: 'The file cannot be read.', Resolved: false }]

const held = (Task: number, more: Partial<CensusTask>, of: Partial<CensusFile> = {}) =>
  sampleFile({ ReadyForProcessing: false, Tasks: [sampleTask(Task, more)], ...of })

describe('the one primary step of a file', () => {
  it.each([
    ['one that may be processed', sampleFile(), 'process'],
    ['rows with errors', held(1, { State: 'Errors', Data: two }), 'fix'],
    ['rows in doubt', held(2, { State: 'Errors', Data: two }), 'review'],
    ['columns that are not mapped', held(0, { State: 'Errors', Data: none }), 'map'],
    ['unknown group ids', held(5, { State: 'Errors', Data: two }, { IsMultiGroup: true }), 'assign'],
    ['a fault without a cause', held(1, { State: 'Failed' }), 'run'],
    ['a fault with a cause', held(1, { State: 'Failed', Errors: fault }), undefined],
    ['a number to confirm', guardedFile({ ReadyForProcessing: false }), 'confirm'],
    ['a task at work', sampleFile({ CurrentTask: { Id: 71, Task: 1, TaskName: 'Validate Data' } }), undefined],
    ['one that is processed', held(4, { State: 'Done' }, { NextTask: null }), undefined],
  ])('of %s', (_, file, step) => expect(primaryStep(file)).toBe(step))
})
