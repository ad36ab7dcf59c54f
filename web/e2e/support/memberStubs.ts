/** Invented members for the pictures. */
import { groupStubs, harborline } from './groupStubs'
import type { StubbedAnswer, Stubs } from './served'

const people: readonly (readonly [string, string, string, number, number])[] = [
  ['Abernathy', 'Dov', '1961-01-01', 1, 0],
  ['Bellweather', 'Kira', '1978-06-12', 2, 0],
  ['Castellan', 'Rosalind', '1995-11-23', 1, 0],
  ['Dunmore', 'Zora', '1970-04-06', 2, 0],
  ['Eastlake', 'Gideon', '1987-09-17', 1, 2],
  ['Farrowby', 'Nils', '1962-02-28', 2, 3],
  ['Galloway-Ruiz', 'Ulric', '1979-07-11', 1, 1],
  ['Hartigan', 'Celia', '1996-12-22', 2, 0],
  ['Imbert', 'Jonah', '1971-05-05', 1, 0],
  ['Jarreau', 'Quentin', '1988-10-16', 2, 0],
  ['Kestler', 'Yusuf', '1963-03-27', 1, 0],
  ['Lindahl', 'Farah', '1980-08-10', 2, 0],
  ['Marchetti', 'Mirela', '1997-01-21', 2, 0],
  ['Norwood', 'Thea', '1972-06-04', 2, 0],
  ['Okonjo', 'Bram', '1989-11-15', 1, 3],
  ['Pellerin', 'Ines', '1964-04-26', 2, 2],
  ['Quillen', 'Petra', '1981-09-09', 2, 0],
  ['Rosavik', 'Wilhelmina', '1998-02-20', 2, 0],
  ['Saltmarsh', 'Elin', '1973-07-03', 2, 0],
  ['Tamura', 'Leopold', '1990-12-14', 1, 0],
  ['Underhay', 'Soren', '1965-05-25', 1, 0],
  ['Vandermeer', 'Isolde', '1982-10-08', 2, 0],
  ['Wexcombe', 'Tobias', '1999-03-19', 1, 0],
  ['Yarborough', 'Anneliese', '1974-08-02', 2, 0],
]
const streets = [
  'Quarry Ln',
  'Millrace Rd',
  'Orchard Ct',
  'Tern Ave',
  'Foundry St',
  'Lantern Way',
  'Brookside Dr',
  'Hollis Pl',
]
const cities = [
  ['Tampa', 'FL', '33605'],
  ['Brandon', 'FL', '33510'],
  ['Lakeland', 'FL', '33801'],
  ['Ocala', 'FL', '34470'],
  ['Macon', 'GA', '31201'],
  ['Savannah', 'GA', '31401'],
] as const
const statuses = ['Active', 'In-Active', 'Pending In-Active', 'Pending Active'] as const
const colors = ['#28a745', '#dc3545', '#fd7e14', '#17a2b8'] as const
const future = '2026-12-01'

function change(Id: number, status: number, EffectiveDate: string, IsCancelled = false) {
  return {
    Id,
    Status: status,
    StatusName: statuses[status],
    StatusColor: colors[status],
    EffectiveDate,
    CreatedOn: `${EffectiveDate}T15:00:00Z`,
    IsCancelled,
    CreatedBy: 'Sunniva Prewitt',
  }
}

function historyOf(status: number, id: number) {
  const began = change(id * 10, 0, '2024-03-01')
  const earlier = [change(id * 10 + 2, 1, '2023-09-01'), change(id * 10 + 1, 0, '2022-01-01')]
  if (status === 0) return [began]
  if (status === 1) return [change(id * 10 + 3, 1, '2025-10-01'), began]
  return status === 2
    ? [change(id * 10 + 3, 2, future), began, ...earlier]
    : [change(id * 10 + 3, 3, future), change(id * 10 + 4, 1, '2025-06-01', true), ...earlier]
}

export const members = people.map(([LastName, FirstName, DateOfBirth, Gender, Status], index) => {
  const [City, State, ZipCode] = cities[index % cities.length] ?? cities[0]
  return {
    Id: 400 + index,
    EmployeeId: 400 + index,
    EmployerId: 10,
    FirstName,
    LastName,
    FullName: `${FirstName} ${LastName}`,
    EmailAddress: `${FirstName}.${LastName.replaceAll('-', '')}@example.com`.toLowerCase(),
    MobilePhone: `(813) 555-01${40 + index}`,
    HomePhone: index % 3 === 1 ? '(813) 555-0117' : null,
    Gender,
    DateOfBirth,
    AddressLine1: `${118 + index * 37} ${streets[index % streets.length]}`,
    AddressLine2: null,
    City,
    State,
    ZipCode,
    Status,
    StatusName: statuses[Status],
    StatusColor: colors[Status],
    PendingOn: Status > 1 ? future : null,
    PlanName: index % 3 === 0 ? 'Individual Plan' : 'Family Plan',
    MemberType: 'Primary',
    OtherMemberId: `HL-${20411 + index * 13}`,
    EmployerProvidedId: String(700436 + index),
    BillingReferenceId: 'DRIVERS',
    PricingGroupId: 1,
    PricingGroup: { Id: 1, Name: 'Standard', Code: 'standard' },
    EmployerGroup: { Id: 10, Name: 'Harborline Logistics', GroupId: '10551' },
    PrimaryEmployeeId: null,
    StatusHistory: historyOf(Status, index + 1),
    CreatedOn: '2022-01-04T15:00:00Z',
    WelcomeSentOn: null,
    EmployeeLinkId: `0b1f6a52-6f0e-4a3b-9d4a-7f6f93305${518 + index}`,
    Version: 1,
  }
})

const eligible = members
  .filter(({ Status }) => Status === 0 || Status === 2)
  .map(({ Id, FullName, EmailAddress }, index) => ({
    Id,
    FullName,
    EmailAddress,
    WelcomeSentOn: index % 4 === 1 ? '2026-11-19T15:00:00Z' : null,
  }))

const single = Object.fromEntries(
  members.map((member): [string, StubbedAnswer] => [`GET /employees/${member.Id}`, { Value: member }]),
)
const pricing = (Id: number, Name: string, Rate: number) => ({
  Id,
  Name,
  IsDefault: Id === 1,
  PricingOption: { Id, Name, Rate },
})

export const memberStubs: Stubs = {
  ...groupStubs,
  ...single,
  'GET /employees/search': { Value: { Data: members, TotalRecords: 587, TotalPages: 25 } },
  'GET /billing/10/pricing-groups-list': { Value: [pricing(2, 'Executives', 79), pricing(1, 'Standard', 49)] },
  'GET /billing/10/billing-codes': { Value: ['DRIVERS', 'OFFICE', 'WAREHOUSE'] },
  'GET /employers/10/members/welcome-eligible': { Value: eligible },
}

/** The same group after it was terminated. */
export const endedGroup: Stubs = {
  'GET /employers/10': {
    Value: { ...harborline, Status: 1, StatusName: 'In-Active', StatusColor: '#dc3545', MayAddMembers: false },
  },
}
