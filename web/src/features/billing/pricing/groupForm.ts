/** The values of the pricing group editor, and how they come from and go to the wire. */
import type { components } from '../../../api/schema'
import type { PricingGroup } from './queries'

export interface PricingGroupValues {
  Name: string
  Code: string
  PricingOptionId: number | null
  IsDefault: boolean
  EnableImplicitDependentPricing: boolean
  PrimaryMatchSuccessThreshold: number | null
  DependentMatchSuccessThreshold: number | null
}

/** A new pricing group. */
export const newPricingGroup: PricingGroupValues = {
  Name: '',
  Code: '',
  PricingOptionId: null,
  IsDefault: false,
  EnableImplicitDependentPricing: true,
  PrimaryMatchSuccessThreshold: 0.5,
  DependentMatchSuccessThreshold: 0.5,
}

export function toValues(group: PricingGroup): PricingGroupValues {
  return {
    Name: group.Name,
    Code: group.Code,
    PricingOptionId: group.PricingOption.Id,
    IsDefault: group.IsDefault,
    EnableImplicitDependentPricing: group.EnableImplicitDependentPricing,
    PrimaryMatchSuccessThreshold: group.PrimaryMatchSuccessThreshold,
    DependentMatchSuccessThreshold: group.DependentMatchSuccessThreshold,
  }
}

/** What the server would leave as it was when it is empty, by the names of its messages. */
export const needed = {
  PrimaryMatchSuccessThreshold: 'Primary Match Success Threshold',
  DependentMatchSuccessThreshold: 'Dependent Match Success Threshold',
}

/** What is sent. Only of a pricing group that exists one says whether it is the default; the first one becomes it by itself. */
export function toInput(
  values: PricingGroupValues,
  stored: PricingGroup | undefined,
): components['schemas']['PricingGroupInput'] {
  return { ...values, IsDefault: stored ? values.IsDefault : null, Version: stored?.Version ?? null }
}

const longestCode = 50

/** The code of a name: without all that is no letter a to z, digit or underscore, in lower case (rules.md#pricing-groups). */
export function codeOf(name: string): string {
  return name.replaceAll(/\W/g, '').toLowerCase().slice(0, longestCode)
}
