import { describe, expect, it } from 'vitest'
import { newLine, periodFor, toLineInput, toLineValues, type LineValues } from './lineForm'

const line = {
  Id: 9,
  BillingInvoiceId: 3,
  InvoiceId: 3,
  Name: 'Drivers',
  BillingType: 2,
  BillingPeriod: 0,
  BillingPricingOptionId: 4,
  IncludeAllMembers: false,
  IgnoreCreditsAndDebts: true,
  ReferenceId: 'DRIVERS',
  Rate: 12.5,
  IsBilled: false,
  Version: 6,
}

describe('a new line item', () => {
  it.each([
    ['PEPM', 2, 2, 0],
    ['Per Consultation', 1, 1, 1],
    ['After-hours Consult Fees', 3, 3, 1],
    ['no type', 0, null, 1],
  ])('of a plan of %s starts with its type and the usual period', (_, planType, BillingType, BillingPeriod) => {
    expect(newLine(planType)).toMatchObject({
      BillingType,
      BillingPeriod,
      IncludeAllMembers: true,
      IgnoreCreditsAndDebts: false,
    })
  })
})

describe('the period after another billing type', () => {
  it.each([
    ['follows the type while nobody chose one', 1, { BillingType: 2, BillingPeriod: 0 }, 1],
    ['back to employees is the current month', 2, { BillingType: 3, BillingPeriod: 1 }, 0],
    ['stays as it was chosen', 1, { BillingType: 2, BillingPeriod: 2 }, 2],
    ['is locked after hours, whatever was chosen', 3, { BillingType: 2, BillingPeriod: 2 }, 1],
  ])('%s', (_, chosen, before, expected) => {
    expect(periodFor(chosen, before)).toBe(expected)
  })
})

describe('what is sent', () => {
  const values: LineValues = toLineValues(line)

  it('is what was read, with its version', () => {
    expect(toLineInput(values, line)).toEqual({
      Name: 'Drivers',
      BillingType: 2,
      BillingPeriod: 0,
      BillingPricingOptionId: 4,
      IncludeAllMembers: false,
      IgnoreCreditsAndDebts: true,
      ReferenceId: 'DRIVERS',
      Version: 6,
    })
  })

  it('has no reference when all members are included', () => {
    expect(toLineInput({ ...values, IncludeAllMembers: true }, line).ReferenceId).toBe('')
  })

  it('is fixed after hours: previous month, all members, with credits and debts', () => {
    expect(toLineInput({ ...values, Name: '', BillingType: 3, BillingPeriod: 2 }, undefined)).toEqual({
      Name: '',
      BillingType: 3,
      BillingPeriod: 1,
      BillingPricingOptionId: 4,
      IncludeAllMembers: true,
      IgnoreCreditsAndDebts: false,
      ReferenceId: '',
      Version: null,
    })
  })
})
