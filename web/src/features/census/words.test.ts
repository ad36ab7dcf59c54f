import { describe, expect, it } from 'vitest'
import { importParts } from './changes'
import { guardedFile, processedFile, sampleFile, sampleTask, stoppedFile } from './samples'
import {
  changesTitle,
  contentName,
  effectiveText,
  errorCount,
  fileErrors,
  fileNumber,
  isPartlyDone,
  rowsOf,
  statusText,
  taskOfInterest,
  taskResult,
} from './words'

describe('statusText', () => {
  it('counts the completed tasks', () => expect(statusText(sampleFile())).toBe('(1/5) Needs Attention'))
  it('counts the task at work as well', () =>
    expect(
      statusText(
        sampleFile({ CurrentTask: { Id: 71, Task: 1, TaskName: 'Validate Data' }, StatusFormatted: 'Processing' }),
      ),
    ).toBe('(2/5) Processing'))
})

describe('fileErrors', () => {
  it('leaves out what is resolved', () =>
    expect(
      fileErrors(
        sampleFile({
          HasErrors: true,
          Errors: [
            { Id: 1, Error: 'Old.', Resolved: true },
            { Id: 2, Error: 'New.', Resolved: false },
          ],
        }),
      ),
    ).toEqual(['New.']))
  it('says that an error is unknown when the file has errors and names none', () =>
    expect(fileErrors(sampleFile({ HasErrors: true }))).toEqual(['An unknown error has occurred.']))
  it('says nothing of a file without errors', () => expect(fileErrors(sampleFile())).toEqual([]))
})

describe('taskResult', () => {
  const data = {
    TotalRecords: 1860,
    RecordsWithErrorsCount: 0,
    RecordsWithMatchesCount: 1846,
    RecordsWithoutMatchesCount: 14,
  }
  it.each([
    [sampleTask(1), 'Not run'],
    [sampleTask(1, { State: 'Queued' }), 'Waits for its turn'],
    [sampleTask(4, { State: 'Running', Done: 1204, Total: 1860 }), '1,204 of 1,860 rows'],
    [sampleTask(4, { Done: 1204, Total: 1860 }), 'Stopped after 1,204 of 1,860 rows'],
    [sampleTask(1, { Done: 1204, Total: 1860 }), 'Not run'],
    [sampleTask(1, { State: 'Done', Data: data }), '1,860 valid, 0 invalid'],
    [
      sampleTask(1, { State: 'Done', Data: { ...data, Summary: JSON.parse('{"SkippedByRule":6}') } }),
      '1,854 valid, 0 invalid, 6 left out',
    ],
    [
      sampleTask(5, {
        State: 'Errors',
        Data: { ...data, RecordsWithErrorsCount: 2 },
        Errors: [
          { Id: 0, Error: 'One.', Resolved: false },
          { Id: 4, Error: 'Two.', Resolved: false },
        ],
      }),
      '3 errors',
    ],
    [
      sampleTask(4, {
        State: 'Done',
        Data: { ...data, TotalRecords: 1, RecordsWithMatchesCount: 1, RecordsWithoutMatchesCount: 0 },
      }),
      '1 row processed',
    ],
    [
      sampleTask(4, {
        State: 'Done',
        Data: { ...data, TotalRecords: 8, RecordsWithMatchesCount: 1, RecordsWithoutMatchesCount: 0 },
      }),
      '1 row processed, 7 absent',
    ],
    [
      sampleTask(4, {
        State: 'Errors',
        Data: {
          ...data,
          TotalRecords: 47,
          RecordsWithErrorsCount: 2,
          RecordsWithMatchesCount: 40,
          RecordsWithoutMatchesCount: 5,
        },
      }),
      '45 rows processed, 2 errors',
    ],
    [
      sampleTask(4, {
        State: 'Done',
        Data: {
          ...data,
          TotalRecords: 10,
          RecordsWithMatchesCount: 1,
          RecordsWithoutMatchesCount: 2,
          Summary: JSON.parse('{"Created":2,"Updated":0,"Reactivated":0,"Terminated":7,"Unchanged":0}'),
        },
      }),
      '2 rows processed, 1 stood already, 7 absent',
    ],
    [sampleTask(2, { State: 'Done', Data: data }), '1,846 matched, 14 new'],
    [
      sampleTask(2, { State: 'Errors', Data: { ...data, RecordsWithErrorsCount: 1 } }),
      '1,846 matched, 14 new, 1 error',
    ],
    [sampleTask(3, { State: 'Done', Data: { ...data, TotalRecords: 1 } }), '1 row looked at'],
    [sampleTask(3, { State: 'Failed' }), 'Stopped by a fault'],
  ])('%# says %s', (task, says) => expect(taskResult(task)).toBe(says))
})

describe('a file that was stopped on its way', () => {
  it('is done in part, whether a person or a fault has stopped it', () => {
    const file = stoppedFile()
    const failed = { Tasks: file.Tasks.map((task) => (task.Task === 4 ? { ...task, State: 'Failed' } : task)) }
    expect([file, failed, guardedFile(), processedFile()].map(isPartlyDone)).toEqual([true, true, false, false])
    expect([file, guardedFile()].map(changesTitle)).toEqual([
      'What this file has changed and will change',
      'What this file will change',
    ])
  })
  it('tells for each kind of change how many of how many are done', () => {
    expect(importParts(stoppedFile(), true)).toEqual(['1 of 1 created', '0 of 1 updated', '20 of 58 ended'])
    expect(importParts(guardedFile(), false)).toEqual(['1 to create', '1 to update', '58 to end'])
  })
})

it('counts the rows of the file, and no members who are absent from it', () => {
  const data = (TotalRecords: number) => ({ Data: { ...sampleTask(0).Data, TotalRecords } })
  const Tasks = [
    sampleTask(0, data(1860)),
    sampleTask(1, data(1860)),
    sampleTask(2, data(1858)),
    sampleTask(3, data(2271)),
    sampleTask(4, data(1918)),
  ]
  expect([rowsOf({ Tasks }), rowsOf({ Tasks: [sampleTask(5, data(12))] }), rowsOf({ Tasks: [] })]).toEqual([
    1860, 12, 0,
  ])
})

describe('taskOfInterest', () => {
  it('is the next task', () => expect(taskOfInterest(sampleFile())).toBe(1))
  it('is the one with errors before the next', () =>
    expect(taskOfInterest(sampleFile({ Tasks: [sampleTask(0, { State: 'Errors' }), sampleTask(1)] }))).toBe(0))
  it('is the one at work before all others', () =>
    expect(
      taskOfInterest(sampleFile({ Tasks: [sampleTask(0, { State: 'Errors' }), sampleTask(1, { State: 'Running' })] })),
    ).toBe(1))
  it('is the last when all are done', () =>
    expect(
      taskOfInterest(
        sampleFile({ Tasks: [sampleTask(0, { State: 'Done' }), sampleTask(4, { State: 'Done' })], NextTask: null }),
      ),
    ).toBe(4))
})

it('counts in words', () => {
  expect(fileNumber(sampleFile())).toBe('8f21c04a')
  expect([errorCount(1), errorCount(35)]).toEqual(['1 error', '35 errors'])
})

it('tells the day on which a file takes effect, or the rule', () => {
  expect(effectiveText({ GlobalEffectiveDate: '2026-12-01' })).toBe('12/01/2026')
  expect(effectiveText({ GlobalEffectiveDate: null })).toBe(
    'By the rule: the day of processing from the 1st to the 3rd, else the 1st of the next month',
  )
})

it('lines of a part of a file are counted in the part', () => {
  const OriginalFileName = 'all.csv'
  expect([contentName({ OriginalFileName }), contentName({ OriginalFileName, ParentFileId: 7 })]).toEqual([
    'all.csv',
    "the group's part of all.csv",
  ])
})
