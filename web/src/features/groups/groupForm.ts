/** The values of the group editor, the defaults of a new group, and how they come from and go to the wire. */
import type { Group, GroupInput } from './queries'

type Dates = 'EffectiveDate' | 'TerminationDate' | 'RenewalDate'
type BillingTexts =
  | 'DefaultPricingGroupName'
  | 'BillingAddressLine1'
  | 'BillingAddressLine2'
  | 'BillingCity'
  | 'BillingState'
  | 'BillingZipCode'
type Texts = 'Name' | 'GroupId' | 'TaxIdNumber' | 'PublicRegistrationCode' | Exclude<BillingTexts, 'BillingState'>
type Flags =
  | 'ProcessDependentsInCensus'
  | 'RealTimeEligibility'
  | 'AllowManualAdds'
  | 'AllowSubscriptions'
  | 'AllowPublicRegistration'
  | 'CollectInsurance'
  | 'IgnoreInsuranceEligibilityCopay'
  | 'InsuranceBillingEnabled'
  | 'SendWelcomeEmails'
  | 'RequirePatientMfa'
  | 'ExplicitImport'
  | 'EnableInvoiceAccess'
type Chosen =
  | 'BrokerId'
  | 'MasterBrokerId'
  | 'AccountingContactId'
  | 'ProducerContactId'
  | 'HrContactId'
  | 'MedicalFeeTotalId'
  | 'MedicalFeePatientId'
  | 'MedicalFeeDependentId'
  | 'MedicalFeeAfterHoursId'
type Amounts =
  | 'DefaultPricingGroupRate'
  | 'DefaultAfterHoursFee'
  | 'BillingLookbackMonths'
  | 'TerminationGuardPercent'
  | 'TerminationGuardMinimum'

/** Dates are texts, empty when there is none; the state is its abbreviation. */
export type GroupValues = Record<Dates | Texts, string> &
  Record<Flags, boolean> &
  Record<Chosen | Amounts, number | null> & {
    Status: number
    /** What becomes of the members that ended with the group, when it is made Active again. */
    BringBackMembers: boolean | null
    MembersEffectiveDate: string
    UtilizationMemberSource: number
    BenefitServiceIds: number[]
    ApiServiceIds: number[]
    BillingState: string | null
  }

export const activeGroup = 0
export const inActiveGroup = 1

/** A new group (rules.md#group-defaults); the guard's limits are the product's (rules.md#mass-termination-guard). */
export const newGroup: GroupValues = {
  Name: '',
  GroupId: '',
  TaxIdNumber: '',
  BrokerId: null,
  MasterBrokerId: null,
  Status: activeGroup,
  BringBackMembers: null,
  MembersEffectiveDate: '',
  EffectiveDate: '',
  TerminationDate: '',
  RenewalDate: '',
  ProcessDependentsInCensus: false,
  RealTimeEligibility: false,
  AllowManualAdds: false,
  AllowSubscriptions: false,
  AllowPublicRegistration: false,
  PublicRegistrationCode: '',
  CollectInsurance: false,
  IgnoreInsuranceEligibilityCopay: false,
  InsuranceBillingEnabled: false,
  SendWelcomeEmails: true,
  RequirePatientMfa: false,
  ExplicitImport: true,
  EnableInvoiceAccess: false,
  UtilizationMemberSource: 0,
  AccountingContactId: null,
  ProducerContactId: null,
  HrContactId: null,
  MedicalFeeTotalId: null,
  MedicalFeePatientId: null,
  MedicalFeeDependentId: null,
  MedicalFeeAfterHoursId: null,
  DefaultPricingGroupName: '',
  DefaultPricingGroupRate: 49,
  DefaultAfterHoursFee: 5,
  BenefitServiceIds: [],
  ApiServiceIds: [],
  BillingLookbackMonths: null,
  TerminationGuardPercent: 10,
  TerminationGuardMinimum: 5,
  BillingAddressLine1: '',
  BillingAddressLine2: '',
  BillingCity: '',
  BillingState: null,
  BillingZipCode: '',
}

const pricingEnding = ' Standard Pricing'
/** The longest name that the server takes for a pricing group. */
const longestPricing = 100

/** The name of the default pricing group that goes with a group's name, cut as the server cuts its own default. */
export function standardPricing(groupName: string): string {
  const kept = [...groupName.trim()].slice(0, longestPricing - pricingEnding.length).join('')
  return `${kept.trimEnd()}${pricingEnding}`
}

export function toValues(group: Group): GroupValues {
  return {
    Name: group.Name,
    GroupId: group.GroupId,
    TaxIdNumber: group.TaxIdNumber ?? '',
    Status: group.Status,
    BringBackMembers: null,
    MembersEffectiveDate: '',
    EffectiveDate: group.EffectiveDate,
    TerminationDate: group.TerminationDate ?? '',
    RenewalDate: group.RenewalDate ?? '',
    PublicRegistrationCode: group.PublicRegistrationCode ?? '',
    UtilizationMemberSource: group.UtilizationMemberSource,
    BenefitServiceIds: group.BenefitServiceIds,
    ApiServiceIds: group.ApiServiceIds,
    ...chosenOf(group),
    ...switchesOf(group),
    ...pricingAndBillingOf(group),
  }
}

function chosenOf(group: Group): Pick<GroupValues, Chosen> {
  return {
    BrokerId: group.BrokerId,
    MasterBrokerId: group.MasterBrokerId ?? null,
    AccountingContactId: group.AccountingContactId ?? null,
    ProducerContactId: group.ProducerContactId ?? null,
    HrContactId: group.HrContactId ?? null,
    MedicalFeeTotalId: group.MedicalFeeTotalId ?? null,
    MedicalFeePatientId: group.MedicalFeePatientId ?? null,
    MedicalFeeDependentId: group.MedicalFeeDependentId ?? null,
    MedicalFeeAfterHoursId: group.MedicalFeeAfterHoursId ?? null,
  }
}

function switchesOf(group: Group): Pick<GroupValues, Flags> {
  return {
    ProcessDependentsInCensus: group.ProcessDependentsInCensus,
    RealTimeEligibility: group.RealTimeEligibility,
    AllowManualAdds: group.AllowManualAdds,
    AllowSubscriptions: group.AllowSubscriptions,
    AllowPublicRegistration: group.AllowPublicRegistration,
    CollectInsurance: group.CollectInsurance,
    IgnoreInsuranceEligibilityCopay: group.IgnoreInsuranceEligibilityCopay,
    InsuranceBillingEnabled: group.InsuranceBillingEnabled,
    SendWelcomeEmails: group.SendWelcomeEmails,
    RequirePatientMfa: group.RequirePatientMfa,
    ExplicitImport: group.ExplicitImport,
    EnableInvoiceAccess: group.EnableInvoiceAccess,
  }
}

function pricingAndBillingOf(group: Group): Pick<GroupValues, Amounts | BillingTexts> {
  return {
    DefaultPricingGroupName: group.DefaultPricingGroupName,
    DefaultPricingGroupRate: group.DefaultPricingGroupRate,
    DefaultAfterHoursFee: group.DefaultAfterHoursFee,
    BillingLookbackMonths: group.BillingLookbackMonths ?? null,
    TerminationGuardPercent: group.TerminationGuardPercent,
    TerminationGuardMinimum: group.TerminationGuardMinimum,
    BillingAddressLine1: group.BillingAddressLine1 ?? '',
    BillingAddressLine2: group.BillingAddressLine2 ?? '',
    BillingCity: group.BillingCity ?? '',
    BillingState: group.BillingState ?? null,
    BillingZipCode: group.BillingZipCode ?? '',
  }
}

/** What the server would give a value of its own when it is left empty, by the names of its messages. */
export const needed = {
  DefaultPricingGroupRate: 'Default Pricing Group Rate',
  DefaultAfterHoursFee: 'Default After-Hours Fee',
  TerminationGuardPercent: 'Termination Guard',
  TerminationGuardMinimum: 'Termination Guard',
}

/** Whether saving makes a group Active again that has ended. */
export function reactivates(values: Pick<GroupValues, 'Status'>, stored: Pick<Group, 'Status'> | undefined): boolean {
  return stored?.Status === inActiveGroup && values.Status === activeGroup
}

/** What is sent. */
export function toInput(values: GroupValues, stored: Group | undefined): GroupInput {
  const comeBack = reactivates(values, stored) && values.BringBackMembers
  return {
    ...values,
    BringBackMembers: reactivates(values, stored) ? values.BringBackMembers : null,
    MembersEffectiveDate: (comeBack && values.MembersEffectiveDate) || null,
    // Choosing the master broker as broker takes it out of the choices.
    MasterBrokerId: values.MasterBrokerId === values.BrokerId ? null : values.MasterBrokerId,
    EffectiveDate: values.EffectiveDate || null,
    TerminationDate: values.TerminationDate || null,
    RenewalDate: values.RenewalDate || null,
    BillingState: values.BillingState ?? '',
    Version: stored?.Version ?? null,
  }
}
