/** The values of the member editor, the defaults of a new member, and how they come from and go to the wire. */
import type { EditedMember, MemberInput, PricingGroupChoice } from './queries'
import { active, editorStatus } from './status/status'

type Texts =
  | 'FirstName'
  | 'LastName'
  | 'DateOfBirth'
  | 'EmailAddress'
  | 'MobilePhone'
  | 'HomePhone'
  | 'AddressLine1'
  | 'AddressLine2'
  | 'City'
  | 'ZipCode'
  | 'OtherMemberId'
  | 'EmployerProvidedId'
  | 'EffectiveDate'

/** Dates are texts, empty when there is none; the state is its abbreviation. */
export type MemberValues = Record<Texts, string> & {
  Gender: number | null
  State: string | null
  Status: number
  PlanName: string | null
  MemberType: string | null
  BillingReferenceId: string | null
  PricingGroupId: number | null
  PrimaryEmployeeId: number | null
  /** What the primary is called in its field. */
  PrimaryName: string
  BypassDuplicationCheck: boolean
  OverrideDate: boolean
}

export const dependent = 'Dependent'
export const planNames = ['Family Plan', 'Individual Plan']
export const memberTypes = ['Primary', dependent]

/** A new member (rules.md#plan-name-and-member-type). */
export const newMember: MemberValues = {
  FirstName: '',
  LastName: '',
  DateOfBirth: '',
  Gender: null,
  EmailAddress: '',
  MobilePhone: '',
  HomePhone: '',
  AddressLine1: '',
  AddressLine2: '',
  City: '',
  State: null,
  ZipCode: '',
  Status: active,
  PlanName: 'Family Plan',
  MemberType: 'Primary',
  PrimaryEmployeeId: null,
  PrimaryName: '',
  OtherMemberId: '',
  EmployerProvidedId: '',
  BillingReferenceId: null,
  PricingGroupId: null,
  BypassDuplicationCheck: false,
  OverrideDate: false,
  EffectiveDate: '',
}

/** What tells a person (rules.md#duplicate-members). Who said that it is no duplicate said so of these. */
const personal: readonly (keyof MemberValues)[] = ['FirstName', 'LastName', 'DateOfBirth']

/** What else a changed value changes. */
export function followChange(name: keyof MemberValues): Partial<MemberValues> {
  return personal.includes(name) ? { BypassDuplicationCheck: false } : {}
}

/** A new member of a group: the only pricing group there is needs no choice. */
export function newMemberOf(pricingGroups: readonly PricingGroupChoice[]): MemberValues {
  const [only, ...others] = pricingGroups
  return only && others.length === 0 ? { ...newMember, PricingGroupId: only.Id } : newMember
}

export function toValues(member: EditedMember): MemberValues {
  return {
    ...newMember,
    FirstName: member.FirstName,
    LastName: member.LastName,
    DateOfBirth: member.DateOfBirth,
    Gender: member.Gender,
    EmailAddress: member.EmailAddress ?? '',
    MobilePhone: member.MobilePhone ?? '',
    HomePhone: member.HomePhone ?? '',
    AddressLine1: member.AddressLine1 ?? '',
    AddressLine2: member.AddressLine2 ?? '',
    City: member.City ?? '',
    State: member.State ?? null,
    ZipCode: member.ZipCode ?? '',
    Status: editorStatus(member.Status),
    PlanName: member.PlanName,
    MemberType: member.MemberType,
    PrimaryEmployeeId: member.PrimaryEmployeeId ?? null,
    PrimaryName: member.PrimaryName,
    OtherMemberId: member.OtherMemberId ?? '',
    EmployerProvidedId: member.EmployerProvidedId ?? '',
    BillingReferenceId: member.BillingReferenceId ?? null,
    PricingGroupId: member.PricingGroupId ?? null,
  }
}

/** The primary of who has none: what is absent would stay as it was. */
const noPrimary = 0

/** What is sent. Texts that were emptied are sent as such, only a dependent has a primary, and only an overridden day is one. */
export function toInput(values: MemberValues, EmployerId: number, stored: EditedMember | undefined): MemberInput {
  const { PrimaryName: nameOfItsField, ...sent } = values
  void nameOfItsField
  return {
    ...sent,
    EmployerId,
    EmployeeId: stored?.Id ?? null,
    State: values.State ?? '',
    BillingReferenceId: values.BillingReferenceId ?? '',
    PrimaryEmployeeId: (values.MemberType === dependent && values.PrimaryEmployeeId) || noPrimary,
    EffectiveDate: values.OverrideDate ? values.EffectiveDate || null : null,
    Version: stored?.Version ?? null,
  }
}

/** The choices of a list, with what an old record holds besides them. */
export function withStored(choices: readonly string[], stored: string | null | undefined): string[] {
  return !stored || choices.includes(stored) ? [...choices] : [...choices, stored]
}
