/** Invented lines of a bill and the members on them: 412 at $12.50, amounts that add up. */
import { firstNames, lastNames, pick } from './names'

const employee = (
  index: number,
  Status = 0,
  ChangeDate = pick(['2022-01-01', '2024-03-01', '2026-11-01', '2022-01-01', '2023-07-01'], index),
) => ({
  Employee: { EmployeeId: index + 1, FirstName: pick(firstNames, index * 5 + 3), LastName: pick(lastNames, index) },
  FilteredStatusChanges: [{ Status, ChangeDate }],
})

const roster = Array.from({ length: 412 }, (_, index) => employee(index)).sort((a, b) =>
  a.Employee.LastName.localeCompare(b.Employee.LastName),
)

interface LineShape {
  month: number
  quantity: number
  rate: number
  type?: number
  credit?: boolean
  debt?: boolean
  name?: string
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export const line = (
  Id: number,
  { month, quantity, rate, type = 2, credit = false, debt = false, name = 'Virtual Care PEPM' }: LineShape,
) => ({
  Id,
  Name: name,
  BillableYear: 2026,
  BillableMonth: month,
  BillableMonthName: monthNames[month - 1] ?? '',
  BillableQuantity: quantity,
  BillingType: type,
  ReferenceId: null,
  IsCredit: credit,
  IsCorrection: credit || debt,
  Rate: rate,
  LineItemTotalDollars: quantity * rate * (credit ? -1 : 1),
})

export const lines = [
  line(1, { month: 11, quantity: 412, rate: 12.5 }),
  line(2, { month: 10, quantity: 2, rate: 12.5, credit: true }),
  line(3, { month: 9, quantity: 1, rate: 12.5, credit: true }),
  line(4, { month: 10, quantity: 1, rate: 12.5, debt: true }),
  line(5, { month: 10, quantity: 9, rate: 5, type: 3, name: 'After-hours Consult Fees' }),
]

export const kira = {
  Employee: { EmployeeId: 901, FirstName: 'Kira', LastName: 'Imbert' },
  FilteredStatusChanges: [{ Status: 1, ChangeDate: '2026-09-01' }],
}
export const zora = {
  Employee: { EmployeeId: 902, FirstName: 'Zora', LastName: 'Kestler' },
  FilteredStatusChanges: [{ Status: 1, ChangeDate: '2026-10-01' }],
}
export const mirela = {
  Employee: { EmployeeId: 903, FirstName: 'Mirela', LastName: 'Tamura' },
  FilteredStatusChanges: [{ Status: 0, ChangeDate: '2026-10-02' }],
}

/** The first line is too long to come with its members. */
const billed = [null, [], [], [mirela], []]
const credited = [null, [kira, zora], [kira], [], []]
export const linesWithMembers = lines.map((one, index) => ({
  ...one,
  ActiveEmployeeData: billed[index],
  InActiveEmployeeData: credited[index],
}))

export const medical = [5170, 5060, 4987.5, 4950, 4912.5, 4937.5, 4887.5, 4850, 4800, 4787.5]

export const colors: Record<string, string> = {
  Open: '#007bff',
  Overdue: '#dc3545',
  Paid: '#28a745',
  Unknown: '#6c757d',
}

export const day = (monthsBack: number, number: number) => {
  const index = 2026 * 12 + 10 - monthsBack
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-${String(number).padStart(2, '0')}`
}

/** A page of the roster, of those whose names have a text. */
export const rosterPage = ({ url }: { url: URL }) => {
  const term = url.searchParams.get('Term')?.toLowerCase() ?? ''
  const found = roster.filter(({ Employee }) =>
    `${Employee.LastName} ${Employee.FirstName}`.toLowerCase().includes(term),
  )
  return { Value: { Data: found.slice(0, 100), TotalRecords: found.length, TotalPages: Math.ceil(found.length / 100) } }
}
