/** Invented snapshots, invoices and members for the pictures: one group, 412 members at $12.50, amounts that add up. */
import { groupStubs } from './groupStubs'
import type { Stubs } from './served'

const lastNames = [
  'Abernathy',
  'Bellweather',
  'Castellan',
  'Dunmore',
  'Eastlake',
  'Farrowby',
  'Galloway-Ruiz',
  'Hartigan',
  'Imbert',
  'Jarreau',
  'Kestler',
  'Lindahl',
  'Marchetti',
  'Norwood',
  'Okonjo',
  'Pellerin',
  'Quillen',
  'Rosavik',
  'Santorin',
  'Tamura',
  'Ulvestad',
  'Vandermeer',
  'Whitlock',
  'Yarborough',
]
const firstNames = [
  'Dov',
  'Kira',
  'Rosalind',
  'Zora',
  'Gideon',
  'Nils',
  'Ulric',
  'Celia',
  'Jonah',
  'Quentin',
  'Yusuf',
  'Farah',
  'Mirela',
  'Thea',
  'Bram',
  'Ines',
  'Petra',
]
const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item

const employee = (
  index: number,
  Status = 0,
  ChangeDate = pick(['2022-01-01', '2024-03-01', '2026-11-01', '2022-01-01', '2023-07-01'], index),
) => ({
  Employee: { EmployeeId: index + 1, FirstName: pick(firstNames, index * 5 + 3), LastName: pick(lastNames, index) },
  FilteredStatusChanges: [{ Status, ChangeDate }],
})

const roster = Array.from({ length: 412 }, (_, index) => employee(index)).sort((a, b) =>
  a.Employee.LastName.localeCompare(b.Employee.LastName),
)

interface LineShape {
  month: number
  quantity: number
  rate: number
  type?: number
  credit?: boolean
  debt?: boolean
  name?: string
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const line = (
  Id: number,
  { month, quantity, rate, type = 2, credit = false, debt = false, name = 'Virtual Care PEPM' }: LineShape,
) => ({
  Id,
  Name: name,
  BillableYear: 2026,
  BillableMonth: month,
  BillableMonthName: monthNames[month - 1] ?? '',
  BillableQuantity: quantity,
  BillingType: type,
  ReferenceId: null,
  IsCredit: credit,
  IsCorrection: credit || debt,
  Rate: rate,
  LineItemTotalDollars: quantity * rate * (credit ? -1 : 1),
})

const lines = [
  line(1, { month: 11, quantity: 412, rate: 12.5 }),
  line(2, { month: 10, quantity: 2, rate: 12.5, credit: true }),
  line(3, { month: 9, quantity: 1, rate: 12.5, credit: true }),
  line(4, { month: 10, quantity: 1, rate: 12.5, debt: true }),
  line(5, { month: 10, quantity: 9, rate: 5, type: 3, name: 'After-hours Consult Fees' }),
]

const kira = {
  Employee: { EmployeeId: 901, FirstName: 'Kira', LastName: 'Imbert' },
  FilteredStatusChanges: [{ Status: 1, ChangeDate: '2026-09-01' }],
}
const zora = {
  Employee: { EmployeeId: 902, FirstName: 'Zora', LastName: 'Kestler' },
  FilteredStatusChanges: [{ Status: 1, ChangeDate: '2026-10-01' }],
}
const mirela = {
  Employee: { EmployeeId: 903, FirstName: 'Mirela', LastName: 'Tamura' },
  FilteredStatusChanges: [{ Status: 0, ChangeDate: '2026-10-02' }],
}
const leftOut = (BillableMonth: number, IsCredit: boolean, EmployeeData: readonly object[]) => ({
  Name: 'Virtual Care PEPM',
  BillableYear: 2026,
  BillableMonth,
  IsCredit,
  Quantity: EmployeeData.length,
  EmployeeData,
})

/** The first line is too long to come with its members. */
const billed = [null, [], [], [mirela], []]
const credited = [null, [kira, zora], [kira], [], []]
const linesWithMembers = lines.map((one, index) => ({
  ...one,
  ActiveEmployeeData: billed[index],
  InActiveEmployeeData: credited[index],
}))

const medical = [5170, 5060, 4987.5, 4950, 4912.5, 4937.5, 4887.5, 4850, 4800, 4787.5]
const vision = [824, 812, 808, 808, 800, 800, 784, 776, 768, 764]
const colors: Record<string, string> = { Open: '#007bff', Overdue: '#dc3545', Paid: '#28a745', Unknown: '#6c757d' }

const day = (monthsBack: number, number: number) => {
  const index = 2026 * 12 + 10 - monthsBack
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-${String(number).padStart(2, '0')}`
}

const snapshot = (Id: number, plan: string, back: number, total: number, payment: string) => {
  const own =
    plan === 'Medical PEPM' && back === 0
      ? lines
      : [line(Id * 10, { month: 11 - back > 0 ? 11 - back : 23 - back, quantity: 412, rate: 2, name: 'Vision PEPM' })]
  return {
    Id,
    BillingPlan: { Id: plan === 'Medical PEPM' ? 3 : 4, Name: plan },
    EmployerId: 10,
    CreatedOn: `${day(back, 4)}T07:00:00Z`,
    ComputedOn: `${day(back, 4)}T07:00:00Z`,
    InvoicePeriodBeginDate: day(back + 1, 4),
    InvoicePeriodEndDate: day(back, 3),
    InvoiceTotalDollars: total,
    InErp: payment !== 'Unknown',
    ErpInvoiceUrl: payment === 'Unknown' ? null : `https://erp.example.com/invoice/${Id}`,
    OutOfDate: plan === 'Vision PEPM' && back === 0,
    PaymentStatusText: payment,
    PaymentStatusColor: colors[payment],
    LineItems: own,
    LineItemSnapshots: own,
    OutsideLookBack: [],
  }
}

const snapshots = [
  snapshot(80, 'Vision PEPM', -1, 824, 'Unknown'),
  ...medical.flatMap((total, back) => [
    snapshot(71 - back * 2, 'Medical PEPM', back, total, back === 0 ? 'Open' : back === 1 ? 'Overdue' : 'Paid'),
    snapshot(70 - back * 2, 'Vision PEPM', back, vision[back] ?? 0, back === 0 ? 'Open' : 'Paid'),
  ]),
]

/** A page of the roster, of those whose names have a text. */
const rosterPage = ({ url }: { url: URL }) => {
  const term = url.searchParams.get('Term')?.toLowerCase() ?? ''
  const found = roster.filter(({ Employee }) =>
    `${Employee.LastName} ${Employee.FirstName}`.toLowerCase().includes(term),
  )
  return { Value: { Data: found.slice(0, 100), TotalRecords: found.length, TotalPages: Math.ceil(found.length / 100) } }
}

export const snapshotStubs: Stubs = {
  ...groupStubs,
  'GET /billing/10/snapshots': { Value: { Data: snapshots, TotalRecords: 58, TotalPages: 3 } },
  'GET /billing/10/snapshots/71': {
    Value: {
      ...snapshot(71, 'Medical PEPM', 0, 5170, 'Open'),
      LineItems: linesWithMembers,
      LineItemSnapshots: linesWithMembers,
      OutsideLookBack: [leftOut(6, true, [kira, zora]), leftOut(5, false, [mirela])],
    },
  },
  'GET /billing/10/snapshots/71/lines/1/members': rosterPage,
  'GET /billing/10/invoices/3/snapshots': { Value: snapshots.filter(({ BillingPlan }) => BillingPlan.Id === 3) },
  'GET /billing/10/invoices/search': {
    Value: {
      Data: [
        { Id: 3, Name: 'Medical PEPM', Active: true, ExpirationDate: null },
        { Id: 4, Name: 'Vision PEPM', Active: true, ExpirationDate: null },
        { Id: 5, Name: 'Dental PEPM', Active: false, ExpirationDate: null },
      ],
      TotalRecords: 3,
      TotalPages: 1,
    },
  },
}

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

export const options = [
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

const groups = [
  { Id: 10, Name: 'Harborline Logistics', GroupId: '10551' },
  { Id: 2, Name: 'Bluefern Dental Partners', GroupId: '10218' },
  { Id: 3, Name: 'Cedar & Pike Builders', GroupId: '10233' },
  { Id: 4, Name: 'Northgate Credit Union', GroupId: '10366' },
  { Id: 5, Name: 'Kestrel Freight', GroupId: '10662' },
  { Id: 6, Name: 'Larkspur Hospitality', GroupId: '10418' },
  { Id: 7, Name: 'Monarch Tile & Stone', GroupId: '10477' },
  { Id: 8, Name: 'Foxglove Home Health', GroupId: '10509' },
]

const invoice = (index: number) => {
  const back = Math.floor(index / 8)
  const payment =
    index === 3 || index === 14
      ? 'Unknown'
      : back === 0
        ? 'Open'
        : index === 9
          ? 'Overdue'
          : index === 12
            ? 'Partially Paid'
            : 'Paid'
  const inErp = payment !== 'Unknown'
  return {
    Id: 10482 - index * 7,
    InvoiceNumber: inErp ? `INV-${10482 - index * 7}` : `0${10482 - index * 7}`,
    BillingPlanName: 'Medical PEPM',
    CreatedOn: `${day(back, 4)}T07:00:00Z`,
    InvoiceDate: inErp ? day(back, 4) : null,
    OutOfDate: false,
    InvoicePeriodBeginDate: day(back + 1, 4),
    InvoicePeriodEndDate: day(back, 3),
    InvoiceTotalDollars: index === 0 ? 5170 : 12.5 * (66 + ((index * 79) % 360)),
    PaymentStatusText: payment,
    PaymentStatusColor: colors[payment] ?? '#fd7e14',
    CommissionStatus: index % 5 === 3 ? 0 : back === 0 ? 1 : 2,
    CommissionStatusText: back === 0 ? 'Unpaid' : 'Paid',
    CommissionStatusColor: '#28a745',
    ErpInvoiceUrl: inErp ? `https://erp.example.com/invoice/${index}` : null,
    ErpInvoiceRefId: inErp ? String(4000 + index) : null,
    ApiService: inErp ? { Id: 2 } : null,
    EmployerGroup: pick(groups, index),
  }
}

const invoices = Array.from({ length: 24 }, (_, index) => invoice(index))
const address = {
  AddressLine1: '4100 Quayside Pkwy, Suite 210',
  AddressLine2: null,
  City: 'Tampa',
  State: 'FL',
  ZipCode: '33605',
}

export const invoiceStubs: Stubs = {
  ...groupStubs,
  'GET /invoices': ({ url }) => {
    const one = url.searchParams.get('EmployerId') === '10'
    const all = one ? medical.map((total, back) => ({ ...invoice(back * 8), InvoiceTotalDollars: total })) : invoices
    const Data = all.slice(0, Number(url.searchParams.get('PerPage')))
    return { Value: { Data, TotalRecords: one ? Data.length : 2316, TotalPages: one ? 1 : 97 } }
  },
  'GET /invoices/10482': {
    Value: {
      ...invoice(0),
      BillingAddress: address,
      LineItems: linesWithMembers,
      ErpInvoice: {
        Status: 1,
        StatusName: 'Open',
        DocNumber: 'INV-10482',
        CustomerMemo: 'Purchase order HL-2291',
        TotalAmount: 5170,
        InvoiceLink: 'https://pay.example.com/10482',
        TxnDate: '2026-11-04',
        DueDate: '2026-12-04',
      },
    },
  },
  'GET /invoices/10482/lines/1/members': rosterPage,
  'GET /invoices/10461': {
    Value: {
      ...invoice(3),
      BillingAddress: {},
      ErpInvoice: null,
      LineItems: [line(31, { month: 11, quantity: 303, rate: 12.5 })],
    },
  },
}

const plans = ['Individual Plan', 'Family Plan', 'Family Plan', 'Individual Plan', 'Family Plan']
const statuses = [
  { Status: 0, StatusName: 'Active', StatusColor: '#28a745' },
  { Status: 2, StatusName: 'Pending In-Active', StatusColor: '#fd7e14' },
  { Status: 3, StatusName: 'Pending Active', StatusColor: '#17a2b8' },
  { Status: 1, StatusName: 'In-Active', StatusColor: '#dc3545' },
] as const
const streets = [
  '118 Quarry Ln',
  '155 Millrace Rd',
  '192 Orchard Ct',
  '229 Tern Ave',
  '266 Foundry St',
  '303 Lantern Way',
  '340 Brookside Dr',
  '377 Hollis Pl',
]
const cities = ['Tampa', 'Brandon', 'Lakeland', 'Ocala', 'Macon']

const change = (Id: number, of: 0 | 1 | 2 | 3, EffectiveDate: string, IsCancelled = false) => ({
  Id,
  ...statuses[of],
  EffectiveDate,
  CreatedOn: `${EffectiveDate}T12:00:00Z`,
  IsCancelled,
})

const member = (index: number, all: boolean) => {
  const FirstName = pick(firstNames, index)
  const LastName = pick(lastNames, index)
  const status = statuses[index === 4 || index === 15 ? 1 : index === 5 || index === 14 ? 2 : index === 6 ? 3 : 0]
  return {
    Id: index + 1,
    EmployeeId: index + 1,
    EmployerId: 10,
    FirstName,
    LastName,
    FullName: `${FirstName} ${LastName}`,
    EmailAddress: index === 9 ? null : `${FirstName}.${LastName.replace('-', '')}@example.com`.toLowerCase(),
    MobilePhone: '(813) 555-0142',
    HomePhone: index % 2 === 0 ? '(813) 555-0117' : null,
    Gender: index % 7 === 3 ? 3 : 1 + (index % 2),
    DateOfBirth: `${1958 + ((index * 7) % 45)}-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + ((index * 5) % 27)).padStart(2, '0')}`,
    AddressLine1: pick(streets, index),
    AddressLine2: null,
    City: pick(cities, index),
    State: index % 5 === 4 ? 'GA' : 'FL',
    ZipCode: `336${String(10 + index)}`,
    ...status,
    PendingOn: null,
    PlanName: pick(plans, index),
    MemberType: index === 2 ? 'Dependent' : 'Primary',
    OtherMemberId: index === 11 ? null : `HL-${20411 + index * 13}`,
    EmployerProvidedId: String(700440 + index),
    BillingReferenceId: index === 4 ? 'DRIVERS' : null,
    PricingGroupId: 1,
    PricingGroup: { Id: 1, Name: 'Standard', Code: 'standard' },
    EmployerGroup: all ? pick(groups, index) : groups[0],
    PrimaryEmployeeId: null,
    StatusHistory: [
      change(5, 2, '2026-12-01'),
      change(4, 3, '2025-06-01', true),
      change(3, 0, '2024-03-01'),
      change(2, 3, '2023-09-01'),
      change(1, 0, '2022-01-04'),
    ].map((one) => ({ ...one, StatusName: one.StatusName.replace('Pending Active', 'Pending In-Active') })),
    CreatedOn: '2022-01-04T15:00:00Z',
    WelcomeSentOn: null,
    EmployeeLinkId: '0b1f6a52-6f0e-4a3b-9d4a-7f6f9330a518',
    Version: 1,
  }
}

export const memberStubs: Stubs = {
  ...groupStubs,
  'GET /employees/search': ({ url }) => {
    const all = url.searchParams.get('GroupId') === '0'
    return {
      Value: {
        Data: Array.from({ length: 24 }, (_, index) => member(index, all)),
        TotalRecords: all ? 48120 : 587,
        TotalPages: all ? 2005 : 25,
      },
    }
  },
}
