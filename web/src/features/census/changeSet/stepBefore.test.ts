import { expect, it } from 'vitest'
import { guardedFile, sampleFile, sampleTask } from '../samples'
import { stepBefore } from './stepBefore'

function held(kind: number, RecordsWithErrorsCount: number) {
  const task = sampleTask(kind, { State: 'Errors' })
  const wrong = { ...task, Data: { ...task.Data, RecordsWithErrorsCount } }
  const file = sampleFile({ HasErrors: true, ReadyForProcessing: false })
  return { ...file, Tasks: file.Tasks.map((one) => (one.Task === kind ? wrong : one)) }
}

it.each([
  [held(1, 3), { label: 'Fix 3 Rows', to: '/census-files/7/fix' }],
  [held(2, 1), { label: 'Review 1 Row', to: '/census-files/7/review' }],
  [held(0, 0), { label: 'View Mapping', to: '/census-files/7', panel: 'mapping.7-70' }],
  [guardedFile(), undefined],
  [sampleFile(), undefined],
])('%#: names the way to what holds a file up', (file, way) => {
  expect(stepBefore(file)).toEqual(way)
})
