import { expect, it } from 'vitest'
import { actionInFull, changedInRow, happened } from './happened'

const of = (Action: string, facts: Record<string, string | null>, Subject = 'census_file') => ({
  Action,
  ActionText: 'Task of a census file ended',
  Subject,
  Changes: Object.entries(facts).map(([Field, After]) => ({ Field, FieldText: Field, Before: null, After })),
})

it.each([
  ['census.task', { Errors: 'No', Task: 'Map Data' }, 'Map Data: done'],
  ['census.task', { Errors: 'Yes', Task: 'Validate Data' }, 'Validate Data: ended with errors'],
  ['census.task', { Failed: 'Yes', Task: 'Process Data' }, 'Process Data: failed'],
  ['census.upload', { Bytes: '65204', File: 'roster.csv' }, '64 KB'],
  ['census.run', { Task: 'Match Employees' }, 'Match Employees'],
  ['census.stop', { Task: 'Process Data', Changed: '12' }, 'Task: Process Data, Changed: 12'],
  ['census.undone', { Undone: '30', Kept: '2' }, 'Undone: 30, Kept: 2'],
  ['census.answer', { Question: 'Is line 4 a person?', Answer: 'Yes' }, 'Is line 4 a person? Yes'],
  ['census.replace_value', { From: 'x', Remembered: 'No' }, 'From: x, Not remembered'],
  ['census.fix_records', { Records: '1'.repeat(100) }, `Records: ${'1'.repeat(80)}…`],
])('tells %s with %j', (action, facts, told) => {
  expect(happened(of(action, facts))).toBe(told)
})

it('leaves other records, changes of fields and mere actions to the names of what changed', () => {
  expect(changedInRow(of('member.create', { Name: 'Ann' }, 'member'))).toBe('Name')
  const update = { Field: 'ExplicitImport', FieldText: 'Explicit import', Before: 'No', After: 'Yes' }
  expect(changedInRow({ ...of('census.update', {}), Changes: [update] })).toBe('Explicit import')
  expect(actionInFull(of('census.process', {}))).toBe('Task of a census file ended')
})

it('stands beside the action where there is no column for it', () => {
  expect(actionInFull(of('census.task', { Task: 'Map Data', Errors: 'No' }))).toBe(
    'Task of a census file ended · Map Data: done',
  )
})
