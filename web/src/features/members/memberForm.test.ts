import { expect, it } from 'vitest'
import { newMember, newMemberOf, toInput, toValues, withStored } from './memberForm'
import { sampleMember } from './samples'

const group = (Id: number) => ({
  Id,
  Name: `Group ${Id}`,
  IsDefault: Id === 1,
  PricingOption: { Id: 4, Name: 'PEPM', Rate: 12.5 },
})

it('the only pricing group of a group is chosen already; of several none is', () => {
  expect(newMemberOf([group(7)]).PricingGroupId).toBe(7)
  expect(newMemberOf([group(7), group(8)]).PricingGroupId).toBeNull()
  expect(newMemberOf([]).PricingGroupId).toBeNull()
})

it('a new member is active, primary and of the family plan', () => {
  expect(toInput(newMember, 3, undefined)).toMatchObject({
    EmployerId: 3,
    EmployeeId: null,
    Status: 0,
    PlanName: 'Family Plan',
    MemberType: 'Primary',
    BypassDuplicationCheck: false,
    OverrideDate: false,
    EffectiveDate: null,
    Version: null,
  })
})

it('what is loaded and not touched is sent back as it was, with where a pending status leads', () => {
  const stored = { ...sampleMember({ Status: 2, StatusName: 'Pending In-Active' }), PrimaryName: '' }
  expect(toInput(toValues(stored), stored.EmployerId, stored)).toEqual({
    EmployerId: 1,
    EmployeeId: 5,
    FirstName: 'Gideon',
    LastName: 'Eastlake',
    EmailAddress: 'gideon.eastlake@example.com',
    MobilePhone: '(813) 555-0142',
    HomePhone: '',
    Gender: 1,
    DateOfBirth: '1987-09-17',
    AddressLine1: '266 Foundry St',
    AddressLine2: '',
    City: 'Macon',
    State: 'GA',
    ZipCode: '31201',
    Status: 1,
    PlanName: 'Family Plan',
    MemberType: 'Primary',
    OtherMemberId: 'HL-20463',
    EmployerProvidedId: '700440',
    BillingReferenceId: 'DRIVERS',
    BypassDuplicationCheck: false,
    PricingGroupId: 1,
    PrimaryEmployeeId: 0,
    OverrideDate: false,
    EffectiveDate: null,
    Version: 1,
  })
})

it('only a dependent is sent with its primary, and a day only when the rule is overridden', () => {
  const values = { ...newMember, PrimaryEmployeeId: 9, PrimaryName: 'Eastlake, Gideon', EffectiveDate: '2026-01-01' }
  expect(toInput(values, 3, undefined)).toMatchObject({ PrimaryEmployeeId: 0, EffectiveDate: null })
  expect(toInput({ ...values, MemberType: 'Dependent', OverrideDate: true }, 3, undefined)).toMatchObject({
    PrimaryEmployeeId: 9,
    EffectiveDate: '2026-01-01',
    OverrideDate: true,
  })
  expect(toInput({ ...values, OverrideDate: true, EffectiveDate: '' }, 3, undefined)).toMatchObject({
    OverrideDate: true,
    EffectiveDate: null,
  })
})

it('what was emptied is sent as empty, since what is absent would stay', () => {
  const stored = { ...sampleMember({ MemberType: 'Dependent', PrimaryEmployeeId: 9 }), PrimaryName: 'Eastlake, Orla' }
  const values = { ...toValues(stored), State: null, BillingReferenceId: null, PrimaryEmployeeId: null, City: '' }
  expect(toInput(values, 1, stored)).toMatchObject({
    State: '',
    BillingReferenceId: '',
    PrimaryEmployeeId: 0,
    City: '',
  })
})

it('an old text stays a choice', () => {
  expect(withStored(['Family Plan', 'Individual Plan'], 'Gold 2009')).toEqual([
    'Family Plan',
    'Individual Plan',
    'Gold 2009',
  ])
  expect(withStored(['Family Plan'], 'Family Plan')).toEqual(['Family Plan'])
  expect(withStored(['Family Plan'], null)).toEqual(['Family Plan'])
})
