import { expect, it } from 'vitest'
import { codeOf, newPricingGroup, toInput } from './groupForm'

it.each([
  ['Standard Pricing', 'standardpricing'],
  ['Harborline – Night Drivers (2026)', 'harborlinenightdrivers2026'],
  ['night_drivers', 'night_drivers'],
  ['Été', 't'],
  ['a'.repeat(60), 'a'.repeat(50)],
])('the code of %s is %s', (name, code) => {
  expect(codeOf(name)).toBe(code)
})

it('a new one says nothing about being the default, since the server knows whether it is the first', () => {
  expect(toInput(newPricingGroup, undefined)).toMatchObject({
    IsDefault: null,
    EnableImplicitDependentPricing: true,
    PrimaryMatchSuccessThreshold: 0.5,
    DependentMatchSuccessThreshold: 0.5,
    Version: null,
  })
})
