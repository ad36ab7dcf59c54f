/** The cells of the fix grid: which columns it has, what stands in them, and what is said of them. */
import { date, isDate } from '../../../lib/format/dates'
import { genders } from '../../../lib/format/gender'
import type { CensusRecord } from '../queries'
import { taskKinds } from '../words'
import type { Drafts } from './drafts'
import type { Finding, Refusal } from './queries'

/** The fields that can be edited in a cell, by their names on the wire, with their column heads. */
const titles = {
  LastName: 'Last name',
  FirstName: 'First name',
  DateOfBirth: 'Date of birth',
  Email: 'Email',
  CellPhone: 'Cell phone',
  HomePhone: 'Home phone',
  AddressLine1: 'Address line 1',
  AddressLine2: 'Address line 2',
  City: 'City',
  State: 'State',
  ZipCode: 'ZIP',
  UniqueId: 'Unique ID',
  OtherMemberId: 'Other member ID',
  Gender: 'Gender',
  MemberType: 'Member type',
  Relationship: 'Relationship',
  Status: 'Status',
  PlanName: 'Plan name',
  PricingGroupCode: 'Pricing group code',
  BillingReferenceId: 'Billing reference ID',
} as const

export type Field = keyof typeof titles

export interface CellColumn {
  field: Field
  title: string
  /** Shows what was read: what is said of the field stands in another column of the file. */
  isRead?: boolean
}

/** What is said of each row, and behind which column it stands. */
export interface Told {
  behind: Field
  says: (record: CensusRecord) => string
}

const usual: readonly Field[] = ['LastName', 'FirstName', 'DateOfBirth', 'Email', 'City', 'State', 'ZipCode']

export function isField(name: string): name is Field {
  return name in titles
}

/** The usual columns; the field of the finding stands among them, or behind the names. */
export function columnsOf({ Kind, Field: name }: Pick<Finding, 'Kind' | 'Field'>): CellColumn[] {
  const own = name && isField(name) && !usual.includes(name) ? [name] : []
  return [...usual.slice(0, 2), ...own, ...usual.slice(2)].map((field) => ({
    field,
    title: titles[field],
    isRead: Kind === 'says_left' && field === name,
  }))
}

/** The sentences of a finding, where they tell more than what it is called: of other rows, of other columns, of the row as a whole. */
export function toldOf({
  Kind,
  Field: name,
  Severity,
}: Pick<Finding, 'Kind' | 'Field' | 'Severity'>): Told | undefined {
  if (name && Kind in kinds && !explained.has(Kind)) return undefined
  const says = ({ Errors }: CensusRecord) =>
    Errors.filter((one) => one.Key === (name ?? '') && one.Severity === Severity && one.Task === taskKinds.validate)
      .map(({ Message }) => Message)
      .join(' ')
  return { behind: name && isField(name) ? name : 'FirstName', says }
}

const explained: ReadonlySet<string> = new Set([
  'says_left',
  'orphan_dependent',
  'second_primary',
  'second_spouse',
  'conflicting_member_type',
  'duplicate_unique_id',
  'not_ended',
  'section_status',
  'section_relationship',
  'remembered_value',
])

/** What a cell shows: what was typed, else what stands in the file or was read from it. */
export function cellText(record: CensusRecord, { field, isRead = false }: CellColumn, drafts: Drafts): string {
  return (
    drafts[record.RecordNumber]?.[field] ??
    (isRead ? readText(record, field) || readAs(field) : storedText(record, field))
  )
}

/** What stands in the file or was read from it. */
export function storedText(record: CensusRecord, field: Field): string {
  return issueOf(record, field)?.Value || readText(record, field)
}

/** What a row counts as that says nothing. */
function readAs(field: Field): string {
  return field === 'Status' ? 'Active' : ''
}

function readText(record: CensusRecord, field: Field): string {
  const read = record[field]
  if (read === null || read === undefined) return ''
  if (field === 'DateOfBirth') return isDate(String(read)) ? date(String(read)) : String(read)
  if (field === 'Gender') return genders[Number(read)] ?? ''
  if (field === 'Status') return Number(read) === 0 ? 'Active' : 'In-Active'
  return String(read)
}

/** What is wrong with a cell as it is stored. */
function issueOf(record: CensusRecord, field: Field) {
  const own = record.Errors.filter(({ Key }) => Key === field)
  return own.find(({ Severity }) => Severity === 'Error') ?? own[0]
}

/** How a cell looks, and the sentence about it. */
export interface CellState {
  look: 'plain' | 'error' | 'warning' | 'draft' | 'refused'
  says?: string | undefined
}

export function cellState(record: CensusRecord, field: Field, drafts: Drafts, refused: readonly Refusal[]): CellState {
  if (drafts[record.RecordNumber]?.[field] !== undefined) {
    const why = refused.find(({ RecordNumber, Key }) => RecordNumber === record.RecordNumber && Key === field)
    return why ? { look: 'refused', says: why.Message } : { look: 'draft' }
  }
  const issue = issueOf(record, field)
  if (!issue) return { look: 'plain' }
  return { look: issue.Severity === 'Error' ? 'error' : 'warning', says: issue.Message }
}

/** What is wrong with a row as a whole. */
export function rowSays({ Errors }: CensusRecord): string | undefined {
  return Errors.find(({ Key, Severity }) => Key === '' && Severity === 'Error')?.Message
}

/** Rows and cells of a text as spreadsheets copy it. */
export function pasted(text: string): string[][] {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

/** `Date of birth is not a date`: what a kind of finding is called. */
export function findingTitle({ Kind, Label }: Pick<Finding, 'Kind' | 'Label'>): string {
  const words = kinds[Kind]
  return words ? words.replace('{}', Label ?? 'The row') : (Label ?? Kind)
}

/** What becomes of rows with a warning: most go in without the value. */
export function goesIn({ Kind }: Pick<Finding, 'Kind'>): string {
  return `These rows go in ${how[Kind] ?? 'without the value'}.`
}

const how: Readonly<Record<string, string>> = {
  says_left: 'as active: whoever has left needs the status In-Active',
  section_status: 'with the status of their section',
  section_relationship: 'with the relationship of their section',
  remembered_value: 'with the value of an earlier file',
  mark_in_name: 'with the name alone',
  starts_later: 'from the day of the file',
  unknown_relationship: 'as other dependents',
  ambiguous_date: 'with the date read month first',
  lost_leading_zero: 'with the zeros put back',
  implausible_age: 'as they are',
  garbled_text: 'as they are',
  boolean_name: 'as they are',
  conflicting_member_type: 'with the member type',
  second_primary: 'as they are',
  second_spouse: 'as they are',
  other_home: 'as dependents of the employee above',
}

const kinds: Readonly<Record<string, string>> = {
  missing_required: '{} is missing',
  invalid_date: '{} is not a date',
  ambiguous_date: '{} could be two days',
  implausible_age: '{} makes an unlikely age',
  invalid_phone: '{} is not a phone number',
  invalid_zip: '{} is not valid',
  lost_leading_zero: '{} had lost its zeros',
  invalid_ssn: '{} is not valid',
  invalid_email: '{} is not valid',
  invalid_gender: '{} is not known',
  invalid_state: '{} is not known',
  unknown_relationship: '{} is not known',
  unknown_member_type: '{} is not known',
  conflicting_member_type: '{} contradicts the relationship',
  invalid_status: '{} is not known',
  unknown_plan: '{} is not known',
  unknown_pricing_group: '{} is not known',
  orphan_dependent: 'Dependent without an employee',
  second_primary: 'Second employee of a family',
  second_spouse: 'Second spouse of an employee',
  other_home: 'Employee of another name and address',
  too_many_fields: 'Row has too many values',
  too_few_fields: 'Row has too few values',
  unclosed_quote: 'Quotation mark is never closed',
  other_table: 'Row of another table',
  may_be_nobody: 'Row may be no person',
  may_be_example: 'Name of an example',
  name_order: 'Order of names is not sure',
  date_order: 'Order of dates is not sure',
  shared_last_name: 'Last name of the employee above',
  same_row: 'Says the same as another row',
  merged_cells: 'Merged cells',
  shared_contact: 'Shared contact',
  duplicate_person: 'Person appears twice',
  not_ended: '{} is not taken',
  duplicate_unique_id: '{} appears twice',
  too_long: '{} is too long',
  section_status: '{} is told by a section',
  section_relationship: '{} is told by a section',
  invalid_value: '{} is not valid',
  says_left: 'May have left',
  remembered_value: '{} was replaced as remembered',
  garbled_text: '{} has lost letters',
  mark_in_name: '{} holds a mark',
  starts_later: 'Starts on a later day',
  rounded_number: '{} was rounded',
  day_as_id: '{} was made a day',
  boolean_name: '{} is a yes or no',
  spreadsheet_error: '{} is an error of the spreadsheet',
  formula: '{} is a formula',
}
