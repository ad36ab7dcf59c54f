import { expect, it } from 'vitest'
import { EnvelopeError } from '../../lib/failure'
import { noticeOf, problemsOf } from './problems'

const labels = new Map([
  ['ExpirationDate', 'Expiration Date'],
  ['Name', 'Plan Name'],
])
const unread = 'could not be read: a date such as 07/31/2026 is expected.'

function refusedWith(...messages: readonly (readonly [string, string])[]) {
  const fields = messages.map(([Key, Message]) => ({ Key, Message }))
  return new EnvelopeError(200, fields, fields[0]?.Message ?? '')
}

it.each([
  { key: 'ExpirationDate', message: `ExpirationDate ${unread}`, shown: `Expiration Date ${unread}` },
  { key: 'Name', message: 'Name is required.', shown: 'Name is required.' },
])('a field that could not be read is called as on the screen: $shown', ({ key, message, shown }) => {
  const failure = refusedWith([key, message])
  expect(problemsOf(failure, labels).fields.get(key)).toBe(shown)
  expect(noticeOf(failure, labels)).toBe(shown)
})

it('what no field shows keeps the name it has', () => {
  const failure = refusedWith(['Version', `Version ${unread}`])
  expect(problemsOf(failure, labels).notes).toEqual([`Version ${unread}`])
  expect(noticeOf(failure, labels)).toBe(`Version ${unread}`)
})
