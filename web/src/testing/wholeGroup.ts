/** The whole of a group, as administrators get it. */
const setting = { Value: false, IsOverridden: false }

export function wholeGroup(id: number) {
  return {
    Id: id, GroupId: '10551', Name: 'Harborline Logistics', Broker: { Id: 10, Name: 'Juniper Benefit Advisors' }, MasterBroker: null, BrokerId: 10, MasterBrokerId: null,
    EffectiveDate: '2022-01-01', TerminationDate: null, RenewalDate: null, Status: 0, StatusName: 'Active', StatusColor: '#28a745', AllowManualAdds: false, EnableInvoiceAccess: false,
    EffectiveSettings: { ProcessDependentsInCensus: setting, SendWelcomeEmails: setting, RequirePatientMfa: setting, BillingLookbackMonths: 3 },
    TaxIdNumber: '59-1234417', UtilizationMemberSource: 0, AccountingContactId: null, ProducerContactId: null, HrContactId: null, MedicalFeeTotal: null, MedicalFeeAfterHours: null,
    CollectInsurance: true, InsuranceBillingEnabled: false, InsuranceSyncedOn: null, GlobalLinkIdentifier: 'f00d', BenefitServiceIds: [], ApiServiceIds: [],
    DefaultPricingGroupName: 'x', DefaultPricingGroupRate: 49, DefaultAfterHoursFee: 5, TerminationGuardPercent: 10, TerminationGuardMinimum: 5, Version: 3,
  }
}
