/** A record between the wire and the fixer: its values, what was wrong with it, and what stood in the file. */
import type { FieldError } from '../../../lib/failure'
import { genders } from '../../../lib/format/gender'
import { labelOf } from '../../../ui/form/fieldContext'
import type { FieldProblem } from '../../../ui/form/problems'
import { isUndoing } from '../busy'
import type { CensusFile, CensusRecord } from '../queries'
import { isProcessed } from '../words'

/** The values of the form; the keys are those of the wire. */
export interface RecordValues {
  FirstName: string
  LastName: string
  DateOfBirth: string
  Gender: number | null
  Email: string
  CellPhone: string
  HomePhone: string
  AddressLine1: string
  AddressLine2: string
  City: string
  State: string | null
  ZipCode: string
  MemberType: string | null
  Relationship: string | null
  PrimaryRecordNumber: number | null
  Status: number | null
  UniqueId: string
  OtherMemberId: string
  PlanName: string | null
  PricingGroupCode: string
  BillingReferenceId: string
}

export const blankRecord: RecordValues = {
  FirstName: '',
  LastName: '',
  DateOfBirth: '',
  Gender: null,
  Email: '',
  CellPhone: '',
  HomePhone: '',
  AddressLine1: '',
  AddressLine2: '',
  City: '',
  State: '',
  ZipCode: '',
  MemberType: '',
  Relationship: '',
  PrimaryRecordNumber: null,
  Status: null,
  UniqueId: '',
  OtherMemberId: '',
  PlanName: '',
  PricingGroupCode: '',
  BillingReferenceId: '',
}

/** What fields are called whose name does not say it. */
export const ownLabels = {
  ZipCode: 'ZIP code',
  PrimaryRecordNumber: 'Row of the employee',
  UniqueId: 'Unique ID',
  OtherMemberId: 'Other member ID',
  BillingReferenceId: 'Billing reference ID',
} as const

const named = (names: readonly string[]) => names.map((label, value) => ({ value, label }))
const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

export const choices = {
  gender: named(genders),
  status: named(['Active', 'In-Active']),
  memberType: same(['Primary', 'Dependent']),
  plan: same(['Family Plan', 'Individual Plan']),
  relationship: [
    { value: 'EE', label: 'Employee' },
    { value: 'SP', label: 'Spouse' },
    { value: 'CH', label: 'Child' },
    { value: 'DP', label: 'Domestic partner' },
    { value: 'OT', label: 'Other dependent' },
  ],
}

export function valuesOf(record: CensusRecord): RecordValues {
  return {
    FirstName: record.FirstName,
    LastName: record.LastName,
    DateOfBirth: record.DateOfBirth ?? '',
    Gender: record.Gender ?? null,
    Email: record.Email,
    CellPhone: record.CellPhone,
    HomePhone: record.HomePhone,
    AddressLine1: record.AddressLine1,
    AddressLine2: record.AddressLine2,
    City: record.City,
    State: record.State,
    ZipCode: record.ZipCode,
    MemberType: record.MemberType,
    Relationship: record.Relationship,
    PrimaryRecordNumber: record.PrimaryRecordNumber ?? null,
    Status: record.Status ?? null,
    UniqueId: record.UniqueId,
    OtherMemberId: record.OtherMemberId,
    PlanName: record.PlanName,
    PricingGroupCode: record.PricingGroupCode,
    BillingReferenceId: record.BillingReferenceId,
  }
}

/** The whole record for the wire: what is empty is sent as blank. */
export function toRecord(RecordNumber: number, values: RecordValues) {
  return {
    RecordNumber,
    ...values,
    State: values.State ?? '',
    MemberType: values.MemberType ?? '',
    Relationship: values.Relationship ?? '',
    PlanName: values.PlanName ?? '',
  }
}

/** Under the names of the form: what is wrong with a loaded record is told before its fields have said what they are called. */
export function labelled(problems: readonly FieldProblem[]): FieldProblem[] {
  const isOwn = (name: string): name is keyof typeof ownLabels => name in ownLabels
  return problems.map((one) => ({ ...one, label: isOwn(one.name) ? ownLabels[one.name] : labelOf(one.name) }))
}

/** What holds the record back, under its fields. */
export function wrongFields({ Errors }: CensusRecord): FieldError[] {
  return Errors.filter(({ Severity }) => Severity === 'Error').map(({ Key, Message, Value }) => ({
    Key,
    Message: Value ? `${Message} In the file: ${Value}` : Message,
  }))
}

/** What is only to be known of a field: a value that the file has and that could not be read. */
export function inFile({ Errors }: CensusRecord, name: keyof RecordValues): string | undefined {
  const told = Errors.find(({ Key, Severity }) => Key === name && Severity === 'Warning')
  return told && (told.Value ? `${told.Message} In the file: ${told.Value}` : told.Message)
}

/** Why the rows of a file cannot be changed now. */
export function whyLocked(file: Pick<CensusFile, 'CurrentTask' | 'Tasks' | 'Undo'>): string | false {
  if (file.CurrentTask) return 'This file is being worked on.'
  if (file.Undo) return isUndoing(file) ? 'This file is being undone.' : 'This file has been undone.'
  return isProcessed(file) && 'This file has been processed.'
}
