import { expect, it } from 'vitest'
import { states } from './states'

it('there are 59, each once', () => {
  expect(states).toHaveLength(59)
  expect(new Set(states.map((state) => state.abbreviation)).size).toBe(59)
  expect(states.every((state) => /^[A-Z]{2}$/.test(state.abbreviation) && state.name.length > 3)).toBe(true)
})
