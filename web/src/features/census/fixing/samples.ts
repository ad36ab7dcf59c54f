/** Rows of a file for the tests, as the server answers them. */
import type { CensusRecord } from '../queries'

/** A row without anything wrong. */
export function sampleRow(RecordNumber: number, more: Partial<CensusRecord> = {}): CensusRecord {
  return {
    RecordNumber, Line: RecordNumber + 1, RowState: 1, UniqueId: '', MemberType: '', FirstName: `Ben ${RecordNumber}`, LastName: 'Moss', Gender: null, DateOfBirth: '1990-01-02', Email: '', CellPhone: '', HomePhone: '', AddressLine1: '', AddressLine2: '', City: 'Troy',
    State: '', ZipCode: '', OtherMemberId: '', PlanName: '', PricingGroupCode: '', BillingReferenceId: '', Status: null, Relationship: '', PrimaryRecordNumber: null, EmployeeMatches: [], Errors: [], ...more,
  }
}
