/** How entries of the audit trail are told. */
import { toldInBusinessTime } from '../../lib/format/dates'
import { genderName } from '../../lib/format/gender'
import type { AuditEntry } from './queries'

/** The kinds of records, as the trail names them. */
const subjects: Readonly<Record<string, string>> = {
  access_key: 'Access key',
  account: 'ERP account',
  accounting_config: 'QuickBooks configuration',
  api_service: 'API service',
  api_token: 'API token',
  billing_run: 'Billing run',
  bulk_action: 'Bulk action',
  broker: 'Broker',
  census_file: 'Census file',
  commission_run: 'Commission run',
  commission_statement: 'Commission statement',
  consult: 'Consult',
  contact: 'Contact',
  group: 'Group',
  list: 'List',
  member: 'Member',
  netsuite_config: 'NetSuite configuration',
  note: 'Note',
  plan: 'Billing plan',
  pricing_group: 'Pricing group',
  pricing_option: 'Pricing option',
  saved_view: 'List view',
  secret_key: 'Secret key',
  setting: 'Setting',
  snapshot: 'Snapshot',
  user: 'User',
}

export const subjectOptions = Object.entries(subjects).map(([value, label]) => ({ value, label }))

/** `census_file` as `Census file`; a kind we have no name for is made readable. */
export function subjectName(subject: string): string {
  const words = subject.replaceAll('_', ' ')
  return subjects[subject] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** `Member Ann Moss`; a record that is gone or has no name is told by its number: `Note 7`. */
export function recordName({
  Subject,
  SubjectId,
  SubjectName,
}: Pick<AuditEntry, 'Subject' | 'SubjectId' | 'SubjectName'>): string {
  return [subjectName(Subject), SubjectName ?? SubjectId].filter(Boolean).join(' ')
}

/** Who did it: a user, an administrator who acted as one, or the product by itself. */
export function whoDid({ UserName, ActingAsName }: Pick<AuditEntry, 'UserName' | 'ActingAsName'>): string {
  if (!UserName) return 'Ledgerwell'
  return ActingAsName ? `${ActingAsName} as ${UserName}` : UserName
}

/** What brought it about, when no person did directly. */
export function causeName({
  Cause,
  CauseId,
  CauseName,
}: Pick<AuditEntry, 'Cause' | 'CauseId' | 'CauseName'>): string | undefined {
  return Cause ? recordName({ Subject: Cause, SubjectId: CauseId ?? null, SubjectName: CauseName ?? null }) : undefined
}

const longest = 240

/** A value as the list shows it: a moment in business time, a gender by its word, a long text cut. */
export function shownValue(value: string | null | undefined, field?: string): string | undefined {
  if (value === null || value === undefined) return undefined
  if (field === 'Gender' && /^\d$/.test(value)) return genderName(Number(value))
  const told = toldInBusinessTime(value)
  return told.length > longest ? `${told.slice(0, longest).trimEnd()}…` : told
}

/** The changed fields in short: `Name, Broker and 3 more`. */
export function changedFields(changes: AuditEntry['Changes']): string {
  const names = [...new Set(changes.map(({ FieldText }) => FieldText))]
  if (names.length <= 3) return names.join(', ')
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}
