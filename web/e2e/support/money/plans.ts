/** Invented plans with what they bill, pricing options and pricing groups for the pictures. */
import { groupStubs } from '../groupStubs'
import type { Stubs } from '../served'

const option = (
  Id: number,
  Name: string,
  Rate: number,
  CreatedOn: string,
  more: { IsArchived?: boolean; RateChangeDisabled?: boolean } = {},
) => ({
  Id,
  EmployerId: 10,
  Name,
  Rate,
  IsArchived: false,
  RateChangeDisabled: false,
  CreatedOn: `${CreatedOn}T15:00:00Z`,
  Version: 1,
  ...more,
})

const options = [
  option(2, 'Per consult, standard', 49, '2022-01-01'),
  option(3, 'After-hours fee', 5, '2022-01-01'),
  option(4, 'Primary share', 25, '2022-01-01'),
  option(5, 'Dependent share', 24, '2022-01-01'),
  option(6, 'Virtual Care PEPM 2025', 11.75, '2025-01-01', { IsArchived: true, RateChangeDisabled: true }),
  option(7, 'Virtual Care PEPM', 12.5, '2026-01-01', { RateChangeDisabled: true }),
  option(8, 'Drivers PEPM', 9, '2026-03-01'),
]

const pricingGroup = (Id: number, Name: string, Code: string, PricingOption: object, IsDefault = false) => ({
  Id,
  EmployerId: 10,
  Name,
  Code,
  PricingOption,
  IsDefault,
  EnableImplicitDependentPricing: true,
  PrimaryMatchSuccessThreshold: 0.5,
  DependentMatchSuccessThreshold: 0.5,
  Version: 1,
})

const pricingGroups = [
  pricingGroup(
    1,
    'Harborline Logistics Standard Pricing',
    'harborlinelogisticsstandardpricing',
    { Id: 2, Name: 'Per consult, standard', Rate: 49 },
    true,
  ),
  pricingGroup(2, 'Night drivers', 'nightdrivers', { Id: 3, Name: 'After-hours fee', Rate: 5 }),
  pricingGroup(3, 'Union members', 'union', { Id: 8, Name: 'Drivers PEPM', Rate: 9 }),
]

const plan = (Id: number, Name: string, more: object = {}) => ({
  Id,
  EmployerId: 10,
  Name,
  ApiServiceId: 1,
  ApiServiceName: 'NetSuite production',
  ErpCustomerId: '447',
  ErpCustomerName: 'Harborline Logistics, Inc.',
  ErpDefaultInvoiceTermId: '30',
  GenerateInvoice: true,
  SendInvoice: true,
  InvoiceRecipientEmailAddresses: 'billing@example.com',
  Active: true,
  ExpirationDate: null,
  BillingType: 2,
  Version: 3,
  ...more,
})

const planLine = (Id: number, Name: string, more: object = {}) => ({
  Id,
  BillingInvoiceId: 3,
  InvoiceId: 3,
  Name,
  BillingType: 2,
  BillingPeriod: 0,
  BillingPricingOptionId: 7,
  IncludeAllMembers: true,
  IgnoreCreditsAndDebts: false,
  ReferenceId: null,
  Rate: 12.5,
  IsBilled: true,
  Version: 1,
  ...more,
})

const plansOfGroup = [
  plan(3, 'Medical PEPM'),
  plan(4, 'Vision PEPM', { ExpirationDate: '2027-12-31', SendInvoice: false }),
  plan(5, 'Dental PEPM', {
    Active: false,
    ApiServiceId: null,
    ApiServiceName: null,
    ErpCustomerId: null,
    ErpCustomerName: null,
  }),
]

/** Plans and what they bill, pricing options and pricing groups. */
export const planStubs: Stubs = {
  ...groupStubs,
  'GET /billing/10/invoices/search': { Value: { Data: plansOfGroup, TotalRecords: 3, TotalPages: 1 } },
  'GET /erp/terms': {
    Value: [
      { Id: '30', Name: 'Net 30' },
      { Id: '0', Name: 'Due on receipt' },
    ],
  },
  'GET /billing/10/invoices/3': { Value: plansOfGroup[0] },
  'GET /billing/10/invoices/5': { Value: plansOfGroup[2] },
  'GET /billing/10/invoices/3/line-items': {
    Value: [
      planLine(21, 'Virtual Care PEPM'),
      planLine(22, 'Drivers, union file', {
        IncludeAllMembers: false,
        ReferenceId: 'DRIVERS',
        BillingPricingOptionId: 8,
        Rate: 9,
        IsBilled: false,
      }),
      planLine(23, 'Urgent consults', { BillingType: 1, BillingPeriod: 1, BillingPricingOptionId: 2, Rate: 49 }),
      planLine(24, 'After-hours Consult Fees', {
        BillingType: 3,
        BillingPeriod: 1,
        BillingPricingOptionId: 3,
        Rate: 5,
      }),
    ],
  },
  'GET /billing/10/invoices/5/line-items': { Value: [] },
  'GET /billing/lists/billing-periods': { Value: ['Current Month', 'Previous Month', 'Next Month'] },
  'GET /billing/10/billing-codes': { Value: ['DRIVERS', 'OFFICE'] },
  'GET /billing/10/pricing-groups': { Value: { Data: pricingGroups, TotalRecords: 3, TotalPages: 1 } },
  'GET /billing/10/pricing-groups/1': { Value: pricingGroups[0] },
  'GET /billing/10/pricing-groups/2': { Value: pricingGroups[1] },
  'GET /billing/10/pricing/7': { Value: options.find(({ Id }) => Id === 7) },
  'GET /billing/10/pricing': ({ url }) => {
    const Data =
      url.searchParams.get('IncludeArchived') === 'false' ? options.filter(({ IsArchived }) => !IsArchived) : options
    return { Value: { Data, TotalRecords: Data.length, TotalPages: 1 } }
  },
}
