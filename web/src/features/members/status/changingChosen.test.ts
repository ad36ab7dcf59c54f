import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refused, stubCalls, valid } from '../../../testing/calls'
import { sampleMember } from '../samples'
import { changingChosen, concernedBy, notChanged } from './changingChosen'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const [ann, bo, cy] = [
  sampleMember({ Id: 1, FullName: 'Ann Moss', Status: 0 }),
  sampleMember({ Id: 2, FullName: 'Bo Reed', Status: 0 }),
  sampleMember({ Id: 3, FullName: 'Cy Pine', Status: 1 }),
]

it('concerns those whose status allows the change, and says what comes of the others', () => {
  expect(concernedBy('terminate', [ann, bo, cy])).toEqual([ann, bo])
  const asked = changingChosen('terminate', [ann, bo, cy], () => {})
  expect(asked.question).toBe('Terminate 2 members?')
  expect(asked.detail).toBe('1 other of the chosen stays as it is.')
  expect(asked.next?.[0]?.text).toBe('They become In-Active on 12/01/2026; 11/30/2026 is the last covered day.')
  expect(changingChosen('activate', [cy], () => {}).question).toBe('Activate 1 member?')
})

it('asks for each by itself, and names those that were refused', async () => {
  const clear = vi.fn()
  const calls = stubCalls({
    'POST /employees/1/terminate': valid(ann),
    'POST /employees/2/terminate': refused([{ Key: '', Message: 'The record was changed.' }]),
  })
  const asked = changingChosen('terminate', [ann, bo, cy], clear)
  const outcome = await asked.run()
  expect(asked.warns?.(outcome)).toBe('1 member changed, 1 not. Bo Reed: The record was changed.')
  expect(clear).toHaveBeenCalledOnce()
  expect(calls.last('POST /employees/1/terminate').body).toMatchObject({ EmployeeId: 1, OverrideDate: false })
})

it('keeps the choice when nothing was changed', async () => {
  const clear = vi.fn()
  stubCalls({ 'POST /employees/2/terminate': refused([{ Key: '', Message: 'No.' }]) })
  await expect(changingChosen('terminate', [bo], clear).run()).rejects.toThrow()
  expect(clear).not.toHaveBeenCalled()
})

it('names at most five of the refused', () => {
  const all = Array.from({ length: 7 }, (_, index) => ({ name: `M${index}`, why: 'no.' }))
  expect(notChanged({ done: 0, refused: all })).toMatch(/^0 members changed, 7 not\. M0: no\. .* M4: no\. 2 more\.$/)
  expect(notChanged({ done: 3, refused: [] })).toBeUndefined()
})
