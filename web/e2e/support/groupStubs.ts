/** Invented employer groups for the pictures. */
import { brokerStubs } from './brokerStubs'
import type { Stubs } from './served'

const names = [
  'Alder & Finch Bakeries',
  'Bluefern Dental Partners',
  'Brightwater Marina Group',
  'Cedar & Pike Builders',
  'Copperline Electric Co-op',
  'Dovetail Cabinet Works',
  'Eastmere Public Library',
  'Foxglove Home Health',
  'Granite Peak Outfitters',
  'Harborline Logistics',
  'Ironbridge Foundry Co.',
  'Juniper Street Preschool',
  'Kestrel Freight',
  'Larkspur Hospitality',
  'Monarch Tile & Stone',
  'Northgate Credit Union',
  'Oakhollow Veterinary',
  'Pinecrest Charter Buses',
  'Quarry Road Brewing',
  'Redfield Machine & Tool',
  'Sable Ridge Farms',
  'Tidewater Charter School',
  'Umber Valley Foods',
  'Willow Creek Township',
]
const brokers = [
  { Id: 10, Name: 'Juniper Benefit Advisors' },
  { Id: 13, Name: 'Meridian Benefits' },
  { Id: 3, Name: 'Coastal Plan Partners' },
  { Id: 18, Name: 'Redwood Brokerage' },
]
const month = (index: number) => String(((index * 5) % 12) + 1).padStart(2, '0')
const inactive = (index: number) => index === 5 || index === 21

export const groupRows = names.map((Name, index) => ({
  Id: index + 1,
  Name,
  GroupId: String(10218 + index * 37),
  Broker: brokers[index % brokers.length],
  EffectiveDate: `${2019 + (index % 6)}-${month(index)}-01`,
  TerminationDate: inactive(index) ? '2026-10-31' : index === 17 ? '2026-12-31' : null,
  RenewalDate: inactive(index)
    ? null
    : index === 1
      ? '2026-12-01'
      : index === 9
        ? '2027-01-01'
        : `2027-${month(index + 4)}-01`,
  Status: inactive(index) ? 1 : 0,
  StatusName: inactive(index) ? 'In-Active' : 'Active',
  StatusColor: inactive(index) ? '#dc3545' : '#28a745',
  ActiveMembers: inactive(index) ? 0 : Name === 'Harborline Logistics' ? 412 : (index * 173 + 38) % 1900,
  TotalMembers: 587,
}))

const basics = {
  Id: 10,
  GroupId: '10551',
  Name: 'Harborline Logistics',
  Broker: brokers[0],
  MasterBroker: brokers[1],
  EffectiveDate: '2022-01-01',
  TerminationDate: null,
  RenewalDate: '2027-01-01',
  Status: 0,
  StatusName: 'Active',
  StatusColor: '#28a745',
  AllowManualAdds: false,
  EnableInvoiceAccess: true,
  MayAddMembers: false,
  Version: 7,
}

const fee = (Id: number, Name: string, Rate: number) => ({ Id, Name, Rate })

export const harborline = {
  ...basics,
  MayAddMembers: true,
  TaxIdNumber: '59-1234417',
  BrokerId: 10,
  MasterBrokerId: 13,
  ProcessDependentsInCensus: false,
  RealTimeEligibility: true,
  AllowSubscriptions: false,
  AllowPublicRegistration: true,
  PublicRegistrationCode: 'HARBOR26',
  CollectInsurance: true,
  IgnoreInsuranceEligibilityCopay: false,
  InsuranceBillingEnabled: true,
  SendWelcomeEmails: true,
  RequirePatientMfa: false,
  ExplicitImport: true,
  EffectiveSettings: {
    ProcessDependentsInCensus: { Value: true, IsOverridden: true },
    SendWelcomeEmails: { Value: true, IsOverridden: false },
    RequirePatientMfa: { Value: false, IsOverridden: true },
    BillingLookbackMonths: 3,
  },
  UtilizationMemberSource: 0,
  AccountingContactId: 6,
  ProducerContactId: null,
  HrContactId: 5,
  MedicalFeeTotalId: 2,
  MedicalFeeTotal: fee(2, 'Per consult, standard', 49),
  MedicalFeePatientId: 4,
  MedicalFeePatient: fee(4, 'Primary share', 25),
  MedicalFeeDependentId: 5,
  MedicalFeeDependent: fee(5, 'Dependent share', 24),
  MedicalFeeAfterHoursId: 3,
  MedicalFeeAfterHours: fee(3, 'After-Hours Fee', 5),
  DefaultPricingGroupName: 'Harborline Logistics Standard Pricing',
  DefaultPricingGroupRate: 49,
  DefaultAfterHoursFee: 5,
  BenefitServiceIds: [1, 3],
  BenefitServices: [
    { Id: 1, Name: 'Urgent care' },
    { Id: 3, Name: 'Behavioral health' },
  ],
  ApiServiceIds: [1],
  BillingLookbackMonths: null,
  TerminationGuardPercent: 10,
  TerminationGuardMinimum: 5,
  BillingAddressLine1: '2200 Channelside Drive',
  BillingAddressLine2: 'Suite 410',
  BillingCity: 'Tampa',
  BillingState: 'FL',
  BillingZipCode: '33602',
  GlobalLinkIdentifier: '8f21c04a-3f0e-4f6b-9a52-6e02b1d4c90e',
  InsuranceSyncedOn: null,
  CreatedOn: '2021-11-18T15:00:00Z',
}

const note = (Id: number, NoteType: number, CreatedOn: string, Body: string) => ({
  Id,
  NoteId: Id,
  EmployerGroupId: 10,
  NoteType,
  Body,
  Note: Body,
  CreatedOn,
  CreatedBy: 'Dana Reyes',
  UpdatedOn: CreatedOn,
  Version: 1,
})
const alertNote = note(
  2,
  1,
  '2026-11-16T15:00:00Z',
  'Do not bill terminated drivers before the union file arrives. Expected by 12/02; ask payroll if it is late.',
)

const contact = (Id: number, FirstName: string, LastName: string, Department: string) => ({
  Id,
  ContactId: Id,
  EmployerGroupId: 10,
  Name: `${FirstName} ${LastName}`,
  FirstName,
  LastName,
  EmailAddress: `${FirstName}.${LastName}@example.com`.toLowerCase(),
  PhoneNumber: '8135550142',
  Department,
  Notes: null,
  Active: true,
  Version: 2,
})
const marisol = contact(5, 'Marisol', 'Tennant', 'Human Resources')

const groupUser = (Id: number, FullName: string, RoleId: number, role: string) => ({
  Id,
  FirstName: FullName.split(' ')[0],
  LastName: FullName.split(' ')[1],
  FullName,
  Email: `${FullName.replace(' ', '.').toLowerCase()}@example.com`,
  PhoneNumber: null,
  RoleId,
  Role: { Id: RoleId, Name: role },
  Broker: null,
  IsDisabled: false,
  LastSignInOn: null,
  MayEdit: true,
  MayResetPassword: true,
})
const groupUsers = [
  groupUser(12, 'Marisol Tennant', 4, 'Group User'),
  groupUser(13, 'Owen Bracknell', 4, 'Group User'),
  groupUser(14, 'Sunniva Prewitt', 3, 'Account Manager'),
]

const change = (Field: string, Before: string | null, After: string | null) => ({ Field, Before, After })
const entry = (
  Id: number,
  At: string,
  ActionText: string,
  Changes: ReturnType<typeof change>[],
  ActingAsName: string | null = null,
) => ({
  Id,
  At,
  UserId: 1,
  UserName: ActingAsName ? 'Sunniva Prewitt' : 'Dana Reyes',
  ActingAsId: ActingAsName && 1,
  ActingAsName,
  Action: 'group.update',
  ActionText,
  Subject: 'group',
  SubjectId: 10,
  EmployerId: 10,
  Cause: null,
  CauseId: null,
  Ip: '203.0.113.9',
  RequestId: '01JD3K8Q7Z',
  Changes,
})
const entries = [
  entry(904, '2026-11-20T14:14:00Z', 'Insurance synced', []),
  entry(871, '2026-11-16T15:22:00Z', 'Group changed', [
    change('RenewalDate', null, '01/01/2027'),
    change('EnableInvoiceAccess', 'No', 'Yes'),
  ]),
  entry(
    640,
    '2026-09-02T18:03:00Z',
    'Group changed',
    [change('Name', 'Harborline', 'Harborline Logistics'), change('TerminationDate', '12/31/2026', null)],
    'Dana Reyes',
  ),
  entry(
    12,
    '2021-11-18T15:00:00Z',
    'Group created',
    Array.from({ length: 14 }, (_, index) =>
      change(
        [
          'Name',
          'GroupId',
          'EffectiveDate',
          'BrokerId',
          'Status',
          'ExplicitImport',
          'SendWelcomeEmails',
          'AllowManualAdds',
        ][index] ?? `Flag${index}`,
        null,
        index < 2 ? 'Harborline' : 'No',
      ),
    ),
  ),
]
/** The last five months: newest first, with what the members made of them. */
const reportMonths = [
  ['November 2026', '2026-11-01', '2026-11-20', 0.272],
  ['October 2026', '2026-10-01', '2026-10-31', 0.29],
  ['September 2026', '2026-09-01', '2026-09-30', 0.248],
  ['August 2026', '2026-08-01', '2026-08-31', 0.221],
  ['July 2026', '2026-07-01', '2026-07-31', 0.23],
].map(([Name, StartDate, EndDate, MemberUtilization]) => ({
  Name,
  StartDate,
  EndDate,
  TotalConsults: 9,
  MemberUtilization,
}))
const listOf = (Data: readonly unknown[]) => ({ Value: { Data, TotalRecords: Data.length, TotalPages: 1 } })

/** What administrators read beside the group itself. */
const people: Stubs = {
  'GET /employers/10/notes': { Value: [alertNote, note(1, 0, '2026-11-12T15:00:00Z', 'New HR contact from December')] },
  'GET /employers/10/notes/alerts': { Value: [alertNote] },
  'GET /employers/10/notes/1': { Value: note(1, 0, '2026-11-12T15:00:00Z', 'New HR contact from December') },
  'GET /employers/10/contacts': { Value: [marisol, contact(6, 'Owen', 'Bracknell', 'Accounting')] },
  'GET /employers/10/contacts/5': { Value: marisol },
  'GET /users': listOf(groupUsers),
  'GET /audit': listOf(entries),
}

/** Twelve months in which Harborline grew. */
const figures = {
  Months: Array.from({ length: 12 }, (_, at) => ({
    Month: at === 0 ? '2025-12-01' : `2026-${String(at).padStart(2, '0')}-01`,
    Active: 318 + at * 9 - (at % 4) * 3,
    Joined: 14 + (at % 3) * 5,
    Left: 6 + (at % 4) * 3,
    Billed: at === 0 ? null : 7950 + at * 225,
  })),
  ShowsBills: true,
  Outstanding: { Count: 2, Dollars: 20475 },
  Overdue: { Count: 1, Dollars: 10200 },
  LastImport: { FileId: 71, FileName: 'harborline-november.csv', At: '2026-11-03T15:20:00.000Z' },
}

export const groupStubs: Stubs = {
  'GET /employers/10/figures': { Value: figures },
  'GET /employers/10/setup': { Value: { IsDone: true, Steps: [] } },
  ...brokerStubs,
  ...people,
  'GET /employers/search': { Value: { Data: groupRows, TotalRecords: 142, TotalPages: 6 } },
  'GET /employers/next-group-id': { Value: '15214' },
  'GET /employers/10': { Value: harborline },
  'GET /employers/10/reports/utilization/months': { Value: reportMonths },
  'GET /employers/10/members/count': { Value: { TotalMembers: 587, ActiveMembers: 412, InActiveMembers: 175 } },
  'GET /brokers/13': {
    Value: {
      Id: 13,
      Name: 'Meridian Benefits',
      MasterBroker: null,
      MasterBrokerId: null,
      ProcessDependentsInCensus: null,
      SendWelcomeEmails: null,
      RequirePatientMfa: null,
      InvoicePeriodStartDay: 4,
      InvoicePeriodEndDay: 3,
      InvoiceGracePeriod: 0,
      BillingLookbackMonths: 3,
      Version: 1,
    },
  },
  'GET /benefits/services': {
    Value: ['Urgent care', 'Dermatology', 'Behavioral health', 'Dental advice'].map((Name, index) => ({
      Id: index + 1,
      Name,
    })),
  },
  'GET /api-services': {
    Value: {
      Data: [
        {
          Id: 1,
          Name: 'NetSuite production',
          ServiceType: 'netsuite',
          ApiBaseUrl: 'https://erp.example.com',
          Version: 1,
        },
      ],
      TotalRecords: 1,
      TotalPages: 1,
    },
  },
}

/** What those see who are no administrators. */
export const groupForOthers: Stubs = { ...groupStubs, 'GET /employers/10': { Value: basics } }
