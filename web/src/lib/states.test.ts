import { expect, it } from 'vitest'
import { stateAbbreviation, states } from './states'

it('there are 59, each once', () => {
  expect(states).toHaveLength(59)
  expect(new Set(states.map((state) => state.abbreviation)).size).toBe(59)
  expect(states.every((state) => /^[A-Z]{2}$/.test(state.abbreviation) && state.name.length > 3)).toBe(true)
})

it.each([['florida', 'FL'], ['GA', 'GA'], [' puerto rico ', 'PR'], ['Atlantis', undefined]])('%j is %j', (text, abbreviation) => {
  expect(stateAbbreviation(text)).toBe(abbreviation)
})
