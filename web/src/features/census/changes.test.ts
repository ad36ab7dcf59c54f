import { expect, it } from 'vitest'
import { absenceText, changeCounts, endingText, unknownRows } from './changes'
import type { CensusTask } from './queries'
import { guardedFile, sampleFile, sampleTask } from './samples'

/** A task whose summary came over the wire. */
function withSummary(Task: number, summary: object): CensusTask {
  const task = sampleTask(Task)
  return { ...task, Data: { ...task.Data, Summary: JSON.parse(JSON.stringify(summary)) } }
}

it('says what an inspected file would change', () => {
  expect(changeCounts(withSummary(3, { Create: 14, Terminate: 1200, IsExplicit: true }))).toEqual([{ label: 'To create', value: '14' }, { label: 'To end', value: '1,200' }])
})

it('says what a processed file has changed', () => {
  expect(changeCounts(withSummary(4, { Created: 1, Updated: 0 }))).toEqual([{ label: 'Created', value: '1' }, { label: 'Updated', value: '0' }])
})

it('says nothing of tasks that change nobody', () => expect(changeCounts(withSummary(1, { Create: 3 }))).toEqual([]))

it.each([
  ['Absent', null, 'Absent from the file'],
  ['Absent', 12, 'Absent from the file, although row 12 was skipped and may be this member'],
  ['Kept', null, 'Absent from the file, and kept'],
  ['Kept', 1200, 'Absent from the file, and kept: row 1,200 was skipped and may be this member'],
])('says why a member is %s for row %s', (Kind, SkippedRecord, says) => expect(absenceText({ Kind, SkippedRecord })).toBe(says))

it('says how many members would end once the file is inspected', () => {
  expect(endingText(guardedFile())).toBe('58 members would end; the guard stops above 41.')
  expect(endingText(sampleFile())).toBeUndefined()
})

it.each([
  [{ Absent: 2, SkippedUnknown: 3 }, 3],
  [{ Absent: 0, SkippedUnknown: 3 }, 0],
  [{ Absent: 2 }, 0],
])('counts skipped rows that may be somebody who ends: %j', (summary, rows) => expect(unknownRows(sampleFile({ Tasks: [withSummary(3, summary)] }))).toBe(rows))
