/** Invented members of one group or of all for the pictures. */
import { groupStubs } from '../groupStubs'
import type { Stubs } from '../served'
import { firstNames, groups, lastNames, pick } from './names'

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
