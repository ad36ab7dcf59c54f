import { expect, it } from 'vitest'
import { findingTitle, goesIn } from './cells'

it('a finding is called by what it says, and a warning by what becomes of its rows', () => {
  expect(findingTitle({ Kind: 'says_left', Label: 'Status' })).toBe('May have left')
  expect(goesIn({ Kind: 'says_left' })).toBe('These rows go in as active: whoever has left needs the status In-Active.')
  expect(findingTitle({ Kind: 'section_relationship', Label: 'Relationship' })).toBe(
    'Relationship is told by a section',
  )
  expect(goesIn({ Kind: 'section_relationship' })).toBe('These rows go in with the relationship of their section.')
  expect(goesIn({ Kind: 'unknown_relationship' })).toBe('These rows go in as other dependents.')
  expect(goesIn({ Kind: 'invalid_phone' })).toBe('These rows go in without the value.')
  expect(findingTitle({ Kind: 'odd', Label: 'City' })).toBe('City')
})
