/** The values of the line item editor, how they follow from each other, and how they come from and go to the wire. */
import type { components } from '../../../api/schema'
import { afterHours, usualPeriod } from './billingTypes'
import type { Line } from './queries'

export interface LineValues {
  Name: string
  BillingType: number | null
  BillingPeriod: number
  BillingPricingOptionId: number | null
  IncludeAllMembers: boolean
  IgnoreCreditsAndDebts: boolean
  ReferenceId: string
}

/** A new line item starts with the billing type of its plan (rules.md#type-of-a-new-line). */
export function newLine(planType: number): LineValues {
  const type = planType || null
  return {
    Name: '',
    BillingType: type,
    BillingPeriod: usualPeriod(type),
    BillingPricingOptionId: null,
    IncludeAllMembers: true,
    IgnoreCreditsAndDebts: false,
    ReferenceId: '',
  }
}

export function toLineValues(line: Line): LineValues {
  return {
    Name: line.Name,
    BillingType: line.BillingType || null,
    BillingPeriod: line.BillingPeriod,
    BillingPricingOptionId: line.BillingPricingOptionId,
    IncludeAllMembers: line.IncludeAllMembers,
    IgnoreCreditsAndDebts: line.IgnoreCreditsAndDebts,
    ReferenceId: line.ReferenceId ?? '',
  }
}

export function isAfterHours({ BillingType }: Pick<LineValues, 'BillingType'>): boolean {
  return BillingType === afterHours
}

/** The period after another billing type was chosen: the usual one of that type, unless somebody had chosen an unusual one. */
export function periodFor(chosen: number | null, before: Pick<LineValues, 'BillingType' | 'BillingPeriod'>): number {
  const untouched = before.BillingPeriod === usualPeriod(before.BillingType)
  return chosen === afterHours || untouched ? usualPeriod(chosen) : before.BillingPeriod
}

/** What is sent; of after-hours line items the period, the members and the corrections are fixed (rules.md#after-hours-line). */
export function toLineInput(values: LineValues, stored: Line | undefined): components['schemas']['LineInput'] {
  const fixed = isAfterHours(values)
  const everybody = fixed || values.IncludeAllMembers
  return {
    Name: values.Name,
    BillingType: values.BillingType,
    BillingPeriod: fixed ? usualPeriod(afterHours) : values.BillingPeriod,
    BillingPricingOptionId: values.BillingPricingOptionId,
    IncludeAllMembers: everybody,
    IgnoreCreditsAndDebts: !fixed && values.IgnoreCreditsAndDebts,
    ReferenceId: everybody ? '' : values.ReferenceId,
    Version: stored?.Version ?? null,
  }
}
