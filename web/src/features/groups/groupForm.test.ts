import { describe, expect, it } from 'vitest'
import { standardPricing } from './groupForm'

describe('the name of the default pricing group', () => {
  it.each([
    ['Vale Freight', 'Vale Freight Standard Pricing'],
    [' Vale Freight ', 'Vale Freight Standard Pricing'],
    ['x'.repeat(83), `${'x'.repeat(83)} Standard Pricing`],
    ['x'.repeat(200), `${'x'.repeat(83)} Standard Pricing`],
    [`${'x'.repeat(82)} and more`, `${'x'.repeat(82)} Standard Pricing`],
    ['é'.repeat(84), `${'é'.repeat(83)} Standard Pricing`],
    ['😀'.repeat(84), `${'😀'.repeat(83)} Standard Pricing`],
  ])('of %j', (name, expected) => {
    expect(standardPricing(name)).toBe(expected)
  })

  it('is never longer than the server takes', () => {
    expect(standardPricing('x'.repeat(200))).toHaveLength(100)
  })
})
