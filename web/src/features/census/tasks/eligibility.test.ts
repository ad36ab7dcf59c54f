import { describe, expect, it } from 'vitest'
import { ineligible, isEligible, whyIgnored } from './eligibility'
import { guardedFile, sampleFile } from '../samples'

describe('isEligible', () => {
  it.each([
    ['is ready', sampleFile(), true],
    ['is not ready', sampleFile({ ReadyForProcessing: false }), false],
    ['would end too many', guardedFile(), false],
    ['would end too many, of which fewer are confirmed', guardedFile({ ConfirmedTerminations: 57 }), false],
    ['would end many, all of them confirmed', guardedFile({ ConfirmedTerminations: 58 }), true],
  ])('of a file that %s', (_, file, expected) => expect(isEligible(file)).toBe(expected))
})

it.each([
  [sampleFile({ IsMultiGroup: true }), 'It holds several groups; its files are processed one by one.'],
  [sampleFile({ CurrentTask: { Id: 71, Task: 1, TaskName: 'Validate Data' } }), 'It is being worked on already.'],
  [sampleFile({ NextTask: null }), 'It has been processed.'],
  [guardedFile(), 'This file would end 58 of 412 active members (14.1%). An administrator has to confirm that first.'],
  [
    sampleFile({ Errors: [{ Id: 1, Error: 'Row 4: Enter a last name.', Resolved: false }] }),
    'Row 4: Enter a last name.',
  ],
])('says why a file is ignored: %#', (file, says) => expect(whyIgnored(file)).toBe(says))

it('counts what is ignored in words', () => {
  expect(ineligible(1)).toBe('You selected 1 ineligible file — it will be ignored.')
  expect(ineligible(2)).toBe('You selected 2 ineligible files — they will be ignored.')
})
