import { expect, it } from 'vitest'
import { answers, answerText, whyAsked } from './questions'
import { stopsAtChanges, waitsForLook } from './seen'

it.each([
  ['Section', null, ['Yes, They Have Left', 'No, They Stay']],
  ['Section', true, ['No, They Stay']],
  ['Section', false, ['Yes, They Have Left']],
  ['Leaving', null, ['Yes, End Them', 'No, They Stay']],
  ['Leaving', true, ['No, They Stay']],
  ['LeftOut', null, ['Yes, No Person']],
  ['LeftOut', true, ['No']],
  ['LeftOutOfWhole', null, ['Yes, No Person']],
  ['FewNamed', null, ['Yes, It Is']],
  ['FewNamed', true, ['No']],
  ['Rewritten', null, ['Yes, It Is']],
  ['Rewritten', true, ['No']],
  ['NewIds', null, ['Yes, Take New Ids', 'No, One by One']],
  ['NewIds', false, ['Yes, Take New Ids']],
  ['NewIds', true, []],
  ['Employees', null, ['Yes, They Are']],
  ['Employees', true, ['No']],
  ['EmployeesOnly', null, ['Yes, Keep Them', 'No, End Them']],
  ['EmployeesOnly', true, ['No, End Them']],
])('a question of kind %s that was answered %s offers %j', (Kind, Answer, offered) => {
  expect(answers({ Kind, Answer }).map(({ says }) => says)).toEqual(offered)
})

it('says what waits for the answer', () => {
  expect(whyAsked({ Kind: 'Section', Holds: true })).toContain('is not imported')
  expect(whyAsked({ Kind: 'Leaving', Holds: true })).toContain('is not imported')
  expect(whyAsked({ Kind: 'LeftOut', Holds: true })).toContain('It is not imported until this is answered')
  expect(whyAsked({ Kind: 'FewNamed', Holds: true })).toContain('It is not imported without a yes')
  expect(whyAsked({ Kind: 'LeftOut', Holds: false })).toBe('A line that is a person can be made a row.')
  expect(whyAsked({ Kind: 'NewIds', Holds: false })).toContain('A yes answers all of these rows')
  expect(whyAsked({ Kind: 'EmployeesOnly', Holds: true })).toContain('Without a yes the file ends them')
  expect(whyAsked({ Kind: 'EmployeesOnly', Holds: false })).toContain('so they stay')
})

it('says who has answered, and when', () => {
  const answer = { Answer: true, AnsweredBy: 'Dana Reyes', AnsweredOn: '2026-11-17T21:40:00Z' }
  expect(answerText(answer, () => '11/17/2026 16:40')).toBe('Yes, by Dana Reyes, 11/17/2026 16:40.')
  expect(answerText({ ...answer, Answer: false, AnsweredOn: null }, () => '')).toBe('No, by Dana Reyes.')
})

it.each([
  [1, false, false, true],
  [3, true, false, true],
  [4, false, true, true],
  [4, true, false, false],
])('with task %i next and a look %s, the file waits for one: %s; Process File shows the changes: %s', (...given) => {
  const [Task, ChangesSeen, waits, stops] = given
  const file = { NextTask: { Id: 70 + Task, Task, TaskName: '' }, ChangesSeen }
  expect([waitsForLook(file), stopsAtChanges(file)]).toEqual([waits, stops])
})
