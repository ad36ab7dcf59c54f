import { expect, it } from 'vitest'
import { changeCounts } from './changes'
import type { CensusTask } from './queries'
import { sampleTask } from './samples'

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
