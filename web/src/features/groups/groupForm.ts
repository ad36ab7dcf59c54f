/** The values of the group editor, the defaults of a new group, and how they come from and go to the wire. */
import type { Group, GroupInput } from './queries'

type Dates = 'EffectiveDate' | 'TerminationDate' | 'RenewalDate'
type Texts = 'Name' | 'GroupId' | 'TaxIdNumber' | 'PublicRegistrationCode' | 'DefaultPricingGroupName' | 'BillingAddressLine1' | 'BillingAddressLine2' | 'BillingCity' | 'BillingZipCode'
type Flags =
  | 'ProcessDependentsInCensus' | 'RealTimeEligibility' | 'AllowManualAdds' | 'AllowSubscriptions' | 'AllowPublicRegistration' | 'CollectInsurance'
  | 'IgnoreInsuranceEligibilityCopay' | 'InsuranceBillingEnabled' | 'SendWelcomeEmails' | 'RequirePatientMfa' | 'ExplicitImport' | 'EnableInvoiceAccess'
type Chosen = 'BrokerId' | 'MasterBrokerId' | 'AccountingContactId' | 'ProducerContactId' | 'HrContactId' | 'MedicalFeeTotalId' | 'MedicalFeePatientId' | 'MedicalFeeDependentId' | 'MedicalFeeAfterHoursId'
type Amounts = 'DefaultPricingGroupRate' | 'DefaultAfterHoursFee' | 'BillingLookbackMonths' | 'TerminationGuardPercent' | 'TerminationGuardMinimum'

/** Dates are texts, empty when there is none; the state is its abbreviation. */
export type GroupValues = Record<Dates | Texts, string> &
  Record<Flags, boolean> &
  Record<Chosen | Amounts, number | null> & {
    Status: number
    UtilizationMemberSource: number
    BenefitServiceIds: number[]
    ApiServiceIds: number[]
    BillingState: string | null
  }

/** A new group (groups section 4); the guard's limits are those of decisions C4. */
export const newGroup: GroupValues = {
  Name: '',
  GroupId: '',
  TaxIdNumber: '',
  BrokerId: null,
  MasterBrokerId: null,
  Status: 0,
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

/** The name of the default pricing group that goes with a group's name. */
export function standardPricing(groupName: string): string {
  return `${groupName.trim()} Standard Pricing`
}

export function toValues(group: Group): GroupValues {
  return {
    Name: group.Name,
    GroupId: group.GroupId,
    TaxIdNumber: group.TaxIdNumber ?? '',
    BrokerId: group.BrokerId,
    MasterBrokerId: group.MasterBrokerId ?? null,
    Status: group.Status,
    EffectiveDate: group.EffectiveDate,
    TerminationDate: group.TerminationDate ?? '',
    RenewalDate: group.RenewalDate ?? '',
    ProcessDependentsInCensus: group.ProcessDependentsInCensus,
    RealTimeEligibility: group.RealTimeEligibility,
    AllowManualAdds: group.AllowManualAdds,
    AllowSubscriptions: group.AllowSubscriptions,
    AllowPublicRegistration: group.AllowPublicRegistration,
    PublicRegistrationCode: group.PublicRegistrationCode ?? '',
    CollectInsurance: group.CollectInsurance,
    IgnoreInsuranceEligibilityCopay: group.IgnoreInsuranceEligibilityCopay,
    InsuranceBillingEnabled: group.InsuranceBillingEnabled,
    SendWelcomeEmails: group.SendWelcomeEmails,
    RequirePatientMfa: group.RequirePatientMfa,
    ExplicitImport: group.ExplicitImport,
    EnableInvoiceAccess: group.EnableInvoiceAccess,
    UtilizationMemberSource: group.UtilizationMemberSource,
    AccountingContactId: group.AccountingContactId ?? null,
    ProducerContactId: group.ProducerContactId ?? null,
    HrContactId: group.HrContactId ?? null,
    MedicalFeeTotalId: group.MedicalFeeTotalId ?? null,
    MedicalFeePatientId: group.MedicalFeePatientId ?? null,
    MedicalFeeDependentId: group.MedicalFeeDependentId ?? null,
    MedicalFeeAfterHoursId: group.MedicalFeeAfterHoursId ?? null,
    DefaultPricingGroupName: group.DefaultPricingGroupName,
    DefaultPricingGroupRate: group.DefaultPricingGroupRate,
    DefaultAfterHoursFee: group.DefaultAfterHoursFee,
    BenefitServiceIds: group.BenefitServiceIds,
    ApiServiceIds: group.ApiServiceIds,
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

/** What is sent. */
export function toInput(values: GroupValues, stored: Group | undefined): GroupInput {
  return {
    ...values,
    // Choosing the master broker as broker takes it out of the choices.
    MasterBrokerId: values.MasterBrokerId === values.BrokerId ? null : values.MasterBrokerId,
    EffectiveDate: values.EffectiveDate || null,
    TerminationDate: values.TerminationDate || null,
    RenewalDate: values.RenewalDate || null,
    BillingState: values.BillingState ?? '',
    Version: stored?.Version ?? null,
  }
}
