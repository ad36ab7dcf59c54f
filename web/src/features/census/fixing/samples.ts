/** Rows of a file for the tests, as the server answers them. */
import type { CensusRecord } from '../queries'
import { sampleFile, sampleTask } from '../samples'
import type { Finding } from './queries'

/** A row without anything wrong. */
export function sampleRow(RecordNumber: number, more: Partial<CensusRecord> = {}): CensusRecord {
  return {
    RecordNumber,
    Line: RecordNumber + 1,
    RowState: 1,
    UniqueId: '',
    MemberType: '',
    FirstName: `Ben ${RecordNumber}`,
    LastName: 'Moss',
    Gender: null,
    DateOfBirth: '1990-01-02',
    Email: '',
    CellPhone: '',
    HomePhone: '',
    AddressLine1: '',
    AddressLine2: '',
    City: 'Troy',
    State: '',
    ZipCode: '',
    OtherMemberId: '',
    PlanName: '',
    PricingGroupCode: '',
    BillingReferenceId: '',
    Status: null,
    Relationship: '',
    PrimaryRecordNumber: null,
    EmployeeMatches: [],
    Errors: [],
    ...more,
  }
}

/** A validation with three rows in error. */
export const validation = sampleTask(1, {
  State: 'Errors',
  Data: { TotalRecords: 40, RecordsWithErrorsCount: 3, RecordsWithMatchesCount: 0, RecordsWithoutMatchesCount: 0 },
})

export const fileToFix = sampleFile({
  Tasks: [sampleTask(0, { State: 'Done' }), validation, sampleTask(2), sampleTask(3), sampleTask(4)],
})

/** A state that nobody knows, in one row. */
export const states: Finding = {
  Kind: 'invalid_state',
  Field: 'State',
  Label: 'State',
  Severity: 'Warning',
  Records: 1,
  Values: [{ Value: 'Fla.', Records: 1 }],
  CanBeRemembered: true,
}
