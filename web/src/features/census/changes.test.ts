import { expect, it } from 'vitest'
import {
  absenceText,
  changeCounts,
  changeTabs,
  endedByRows,
  endingText,
  guardState,
  guardTitle,
  importCounts,
  stoodAlready,
  unknownRows,
} from './changes'
import type { CensusTask } from './queries'
import { guardedFile, sampleFile, sampleTask } from './samples'

/** A task whose summary came over the wire. */
function withSummary(Task: number, summary: object): CensusTask {
  const task = sampleTask(Task)
  return { ...task, Data: { ...task.Data, Summary: JSON.parse(JSON.stringify(summary)) } }
}

it('says what an inspected file would change', () => {
  expect(changeCounts(withSummary(3, { Create: 14, Ended: 1200, IsExplicit: true }))).toEqual([
    { label: 'To create', value: '14' },
    { label: 'To end', value: '1,200' },
  ])
})

it('says what a processed file has changed', () => {
  expect(changeCounts(withSummary(4, { Created: 1, Updated: 0 }))).toEqual([
    { label: 'Created', value: '1' },
    { label: 'Updated', value: '0' },
  ])
})

it('says what stays out only where something does', () => {
  expect(changeCounts(withSummary(3, { Create: 2, SkippedByRule: 0, Standing: 0 }))).toEqual([
    { label: 'To create', value: '2' },
  ])
  expect(changeCounts(withSummary(3, { SkippedByRule: 6, Standing: 1 }))).toEqual([
    { label: 'Dependents left out', value: '6' },
    { label: 'Named in a row left out', value: '1' },
  ])
  expect(changeCounts(withSummary(5, { Files: [4, 5], Processed: [3], Removed: [], LeftOut: 2 }))).toEqual([
    { label: 'Files', value: '2' },
    { label: 'Processed before', value: '1' },
    { label: 'Lines left out', value: '2' },
  ])
})

it('asks of a file what the inspection has counted, whatever ends the members', () => {
  const held = withSummary(3, { Ended: 58, Terminate: 50, ActiveMembers: 412, Limit: 41, MustBeConfirmed: true })
  expect(guardState({ Tasks: [held], ConfirmedTerminations: null })?.ended).toBe(58)
  expect(endedByRows({ Tasks: [held] })).toBe(50)
  const free = withSummary(3, { Ended: 8, ActiveMembers: 412, Limit: 41, MustBeConfirmed: false })
  expect(guardState({ Tasks: [free], ConfirmedTerminations: null })).toBeUndefined()
})

it('says of the second of two equal lists that everything stood already', () => {
  const planned = { Create: 15, Update: 1, Ended: 0, Terminate: 0, Absent: 0 }
  const processed = (written: object) => ({
    Tasks: [withSummary(3, planned), { ...withSummary(4, written), State: 'Done' }],
  })
  const labels = (file: ReturnType<typeof processed>) => changeTabs(file).map(({ label }) => label)
  const second = processed({ Created: 0, Updated: 0, Reactivated: 0, Terminated: 0 })
  expect([labels(second), stoodAlready(second)]).toEqual([['All changes 0'], 16])
  const first = processed({ Created: 15, Updated: 1, Reactivated: 0, Terminated: 0 })
  expect([labels(first), stoodAlready(first)]).toEqual([['All changes 16', 'Changed 1', 'New 15'], 0])
  const open = { Tasks: [withSummary(3, planned), sampleTask(4, { State: 'NotRun' })] }
  expect([labels(open), stoodAlready(open)]).toEqual([['All changes 16', 'Changed 1', 'New 15'], 0])
})

it('counts nobody as active who is to become so', () => {
  expect(guardTitle({ ended: 10, active: 10 })).toBe('This file would end 10 of 10 active members (100.0%).')
  const later = 'This file would end 10 members, those to become active later among them; 10 are active now.'
  expect(guardTitle({ ended: 10, active: 10, endsLater: true })).toBe(later)
  expect(guardTitle({ ended: 12, active: 10 })).toBe(later.replace('10 members', '12 members'))
})

it('says nothing of tasks that change nobody', () => expect(changeCounts(withSummary(1, { Create: 3 }))).toEqual([]))

it.each([
  ['Absent', null, 'Absent from the file'],
  ['Absent', 12, 'Absent from the file, although row 12 was skipped and may be this member'],
  ['Kept', null, 'Absent from the file, and kept'],
  ['StillToStart', null, 'Absent from the file, still to start, and kept'],
  ['LaterEnd', null, 'Absent from the file, to be ended later, and kept until then'],
  ['Kept', 1200, 'Absent from the file, and kept: row 1,200 was skipped and may be this member'],
])('says why a member is %s for row %s', (Kind, SkippedRecord, says) =>
  expect(absenceText({ Kind, SkippedRecord })).toBe(says),
)

it('says how many members would end once the file is inspected', () => {
  expect(endingText(guardedFile())).toBe('58 members would end; the guard stops above 41.')
  expect(endingText(sampleFile())).toBeUndefined()
})

it.each([
  [{ Absent: 2, SkippedUnknown: 3 }, 3],
  [{ Absent: 0, SkippedUnknown: 3 }, 0],
  [{ Absent: 2 }, 0],
])('counts skipped rows that may be somebody who ends: %j', (summary, rows) =>
  expect(unknownRows(sampleFile({ Tasks: [withSummary(3, summary)] }))).toBe(rows),
)

it('holds what was done against what was inspected, unless that was decided anew', () => {
  const run = withSummary(4, { Created: 1, Updated: 12, Terminated: 48, Unchanged: 3 })
  const told = (summary: Record<string, number>) =>
    importCounts({ Tasks: [withSummary(3, summary), run] }, run).map(({ label, value, says }) =>
      [label, value, says].filter(Boolean).join(' '),
    )
  expect(told({ Create: 2, Update: 12, Ended: 60 })).toEqual([
    'Created 1 of 2',
    'Updated 12 of 12',
    'Ended 48 of 60',
    'Unchanged 3',
    'Failed 0',
  ])
  expect(told({ Create: 0, Update: 2, Ended: 45 })).toEqual([
    'Created 1',
    'Updated 12',
    'Ended 48',
    'Unchanged 3',
    'Failed 0',
  ])
})
