import { expect, it } from 'vitest'
import { recordId } from './recordId'

it.each([
  ['7', 7],
  ['3040', 3040],
  ['9007199254740991', 9007199254740991],
  // More than a number holds exactly would be another record.
  ['9007199254740993', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['07', undefined],
  ['0', undefined],
  ['-7', undefined],
  ['7.5', undefined],
  [' 7', undefined],
  ['', undefined],
  ['abc', undefined],
])('the id %j of an address is %j', (text, id) => {
  expect(recordId(text)).toBe(id)
})
