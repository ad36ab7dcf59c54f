import { beforeEach, expect, it } from 'vitest'
import { announceForm, draftsBelongTo, keepOpenForms, draftOf } from './drafts'

beforeEach(() => {
  draftsBelongTo(-1)
  draftsBelongTo(1)
})

it('gives the unsaved values of a form back to the same user, until the form is open again', () => {
  const withdraw = announceForm('broker 7', () => ({ Name: 'Juniper' }))
  expect(keepOpenForms()).toBe(true)
  withdraw()
  draftsBelongTo(1)
  expect(draftOf('broker 7')).toEqual({ Name: 'Juniper' })
  announceForm('broker 7', () => undefined)()
  expect(draftOf('broker 7')).toBeUndefined()
})

it('never to another user', () => {
  const withdraw = announceForm('broker 7', () => ({ Name: 'Juniper' }))
  keepOpenForms()
  withdraw()
  draftsBelongTo(2)
  expect(draftOf('broker 7')).toBeUndefined()
})

it('keeps nothing of a form without changes, or of one that is closed', () => {
  const first = announceForm('a', () => undefined)
  announceForm('b', () => ({ Name: 'x' }))()
  expect(keepOpenForms()).toBe(false)
  first()
})
