/**
 * The lines of a bill, as snapshots and invoices share them: their month, whom they bill, and what is said of each employee.
 * Only lines per employee name people; consults are listed by day and number, and who consulted is never told.
 */
import { date } from '../format/dates'
import { count, counted } from '../format/money'
import { shortMonth } from '../format/months'

/** An employee on a line, with the status changes that counted. Status 0 is active. */
export interface BilledEmployee {
  Employee: { EmployeeId: number; FirstName: string; LastName: string }
  FilteredStatusChanges: readonly { Status: number; ChangeDate: string }[]
}

/** A consult on a line; who consulted is not told. */
export interface BilledConsult {
  ConsultNumber: string
  ConsultDate: string
  IsAfterHours: boolean
}

/** A line, as far as its members and its month go. The employees are absent in lists, and where they are many. */
export interface BilledLine {
  Id: number
  Name: string
  BillableYear: number
  BillableMonth: number
  BillableQuantity: number
  BillingType: number
  IsCredit: boolean
  /** Whether it corrects an earlier month. */
  IsCorrection: boolean
  /** The reference that chose the members, where not all are included. */
  ReferenceId?: string | null | undefined
  Rate: number
  LineItemTotalDollars: number
  ActiveEmployeeData?: readonly BilledEmployee[] | null
  InActiveEmployeeData?: readonly BilledEmployee[] | null
}

/** The billing type of lines per employee per month. */
const perEmployee = 2

/** Whether a line bills employees; other lines count consults. */
export function billsEmployees({ BillingType }: BilledLine): boolean {
  return BillingType === perEmployee
}

/** Whom a line bills, or credits. */
export function billedEmployees({
  IsCredit,
  ActiveEmployeeData,
  InActiveEmployeeData,
}: BilledLine): readonly BilledEmployee[] {
  return (IsCredit ? InActiveEmployeeData : ActiveEmployeeData) ?? []
}

/** Lines of more members come without them; they are then asked for page by page. */
export const membersUpTo = 200

/** For lists, which show none. */
export const noMembers = 0

/** Whether a line came with its members. */
export function listsEmployees({ IsCredit, ActiveEmployeeData, InActiveEmployeeData }: BilledLine): boolean {
  return Boolean(IsCredit ? InActiveEmployeeData : ActiveEmployeeData)
}

/** What a line that corrects an earlier month is called. */
export function correctionName({ IsCredit, IsCorrection }: BilledLine): 'Credit' | 'Debt' | undefined {
  return IsCredit ? 'Credit' : IsCorrection ? 'Debt' : undefined
}

/** `Nov 2026`. */
export function serviceMonth({ BillableYear, BillableMonth }: BilledLine): string {
  return shortMonth({ year: BillableYear, month: BillableMonth })
}

/** `Imbert, Kira`. */
export function employeeName({ Employee: { FirstName, LastName } }: BilledEmployee): string {
  return `${LastName}, ${FirstName}`
}

/** The newest status change of an employee, in words: `Made In-Active on 09/01/2026`. */
export function latestChange({
  FilteredStatusChanges,
}: BilledEmployee): { isActive: boolean; says: string } | undefined {
  // Of two changes on one day the later one counts.
  const latest = FilteredStatusChanges.reduce<BilledEmployee['FilteredStatusChanges'][number] | undefined>(
    (last, change) => (last && last.ChangeDate > change.ChangeDate ? last : change),
    undefined,
  )
  if (!latest) return undefined
  const isActive = latest.Status === 0
  return { isActive, says: `Made ${isActive ? 'Active' : 'In-Active'} on ${date(latest.ChangeDate)}` }
}

/** A line's quantity in words: `412 active employees`, `2 in-active employees`, `9 consults`; `4 employees` of a debt, which may be for people who have left. */
export function quantityName(line: BilledLine): string {
  if (!billsEmployees(line)) return counted(line.BillableQuantity, 'consult')
  const state = line.IsCredit ? 'in-active ' : line.IsCorrection ? '' : 'active '
  return `${count(line.BillableQuantity)} ${state}${line.BillableQuantity === 1 ? 'employee' : 'employees'}`
}

/** Whom a line is about, as short as it can be said: one person with the reason, two by name, more as a number. */
export function membersInShort(line: BilledLine): string {
  const employees = billedEmployees(line)
  const [first, second] = employees
  if (!first || employees.length > 2) return quantityName(line)
  if (second) return `${employeeName(first)} · ${employeeName(second)}`
  return [employeeName(first), latestChange(first)?.says].filter(Boolean).join(' · ')
}
