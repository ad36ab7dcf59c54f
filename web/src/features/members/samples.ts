/** A member for tests. */
import type { Member } from './queries'

type HistoryEntry = Member['StatusHistory'][number]

export function sampleChange(
  Id: number,
  StatusName: string,
  EffectiveDate: string,
  more: Partial<HistoryEntry> = {},
): HistoryEntry {
  return {
    Id,
    Status: 0,
    StatusName,
    StatusColor: '#28a745',
    EffectiveDate,
    CreatedOn: `${EffectiveDate}T12:00:00Z`,
    IsCancelled: false,
    ...more,
  }
}

export function sampleMember(more: Partial<Member> = {}): Member {
  return {
    Id: 5,
    EmployeeId: 5,
    EmployerId: 1,
    FirstName: 'Gideon',
    LastName: 'Eastlake',
    FullName: 'Gideon Eastlake',
    EmailAddress: 'gideon.eastlake@example.com',
    MobilePhone: '(813) 555-0142',
    HomePhone: null,
    Gender: 1,
    DateOfBirth: '1987-09-17',
    AddressLine1: '266 Foundry St',
    AddressLine2: null,
    City: 'Macon',
    State: 'GA',
    ZipCode: '31201',
    Status: 0,
    StatusName: 'Active',
    StatusColor: '#28a745',
    PendingOn: null,
    PlanName: 'Family Plan',
    MemberType: 'Primary',
    OtherMemberId: 'HL-20463',
    EmployerProvidedId: '700440',
    BillingReferenceId: 'DRIVERS',
    PricingGroupId: 1,
    PricingGroup: { Id: 1, Name: 'Standard', Code: 'standard' },
    EmployerGroup: { Id: 1, Name: 'Harborline Logistics', GroupId: '10551' },
    PrimaryEmployeeId: null,
    PrimaryEmployeeName: null,
    StatusHistory: [sampleChange(2, 'Active', '2024-03-01')],
    CreatedOn: '2022-01-04T15:00:00Z',
    WelcomeSentOn: null,
    EmployeeLinkId: '0b1f6a52-6f0e-4a3b-9d4a-7f6f9330a518',
    Version: 1,
    ...more,
  }
}
