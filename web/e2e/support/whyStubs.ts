/** "Why this amount?" of Harborline for the pictures: October 2026 at $5,060.00, November at $5,170.00, and everybody in between. */
import { snapshotStubs } from './money/snapshots'
import type { StubbedAnswer, Stubs } from './served'

const side = (Quantity: number, Rate: number | null, AmountDollars: number) => ({ Quantity, Rate, AmountDollars })
const none = side(0, null, 0)
const cause = (Cause: string, Before: ReturnType<typeof side>, Now: ReturnType<typeof side>) => ({
  Cause,
  Before,
  Now,
  AmountDollars: Now.AmountDollars - Before.AmountDollars,
})

const causes = [
  cause('Joined', none, side(17, 12.5, 212.5)),
  cause('Left', side(6, 12.5, 75), none),
  cause('RateChanges', none, none),
  cause('Credits', none, side(3, 12.5, -37.5)),
  cause('Debts', side(1, 12.5, 12.5), side(1, 12.5, 12.5)),
  cause('AfterHours', side(7, 5, 35), side(9, 5, 45)),
]

const byHand = {
  Kind: 'User',
  UserName: 'Sunniva Prewitt',
  CensusFileId: null,
  FileName: null,
  RecordNumber: null,
  WasAbsent: false,
  RecordedOn: '2026-10-20T16:00:00.000Z',
}
const file = (RecordNumber: number | null) => ({
  Kind: 'File',
  UserName: 'Dana Reyes',
  CensusFileId: 31,
  FileName: 'c90e7713-0f52-4a4e-9a62-3b1f6f2f0a11',
  RecordNumber,
  WasAbsent: RecordNumber === null,
  RecordedOn: '2026-10-30T16:00:00.000Z',
})

interface EntryShape {
  name: string
  status?: number
  on?: string
  month?: number
  amount?: number
  source?: object
  reason?: string
  previous?: boolean
}

const entry = (
  {
    name,
    status = 1,
    on = '2026-11-01',
    month = 11,
    amount = -12.5,
    source = file(null),
    reason,
    previous = false,
  }: EntryShape,
  index: number,
) => {
  const [LastName = '', FirstName = ''] = name.split(', ')
  return {
    Employee: { EmployeeId: 900 + index, FirstName, LastName },
    Quantity: 1,
    LineName: 'Virtual Care PEPM',
    BillableYear: 2026,
    BillableMonth: month,
    IsOfPrevious: previous,
    AmountDollars: amount,
    FilteredStatusChanges: [{ Status: status, ChangeDate: on }],
    Source: source,
    Reason: reason ?? null,
  }
}

const left = [
  { name: 'Imbert, Kira', on: '2026-09-01', source: byHand },
  { name: 'Kestler, Zora', on: '2026-10-01', source: file(97) },
  { name: 'Norwood, Ulric' },
  { name: 'Quillen, Quentin' },
  { name: 'Winslade, Ines', source: file(311) },
  { name: 'Zielke, Wilhelmina', on: '2026-11-02', source: byHand },
].map(entry)

const backDated = 'was billed, then ended back-dated on 10/20/2026'
const credits = [
  entry({ name: 'Imbert, Kira', on: '2026-09-01', month: 9, source: byHand, reason: backDated }, 0),
  entry({ name: 'Imbert, Kira', on: '2026-09-01', month: 10, source: byHand, reason: backDated }, 0),
  entry(
    {
      name: 'Kestler, Zora',
      on: '2026-10-01',
      month: 10,
      source: file(97),
      reason: 'was billed, then ended by the file of 10/30/2026',
    },
    1,
  ),
]

const lastNames = [
  'Abernathy',
  'Bellweather',
  'Castellan',
  'Dunmore',
  'Eastlake',
  'Farrowby',
  'Hartigan',
  'Jarreau',
  'Lindahl',
  'Marchetti',
  'Okonjo',
  'Pellerin',
  'Rosavik',
  'Santorin',
  'Ulvestad',
  'Vandermeer',
  'Yarborough',
]
const joined = lastNames.map((name, index) =>
  entry(
    {
      name: `${name}, ${['Dov', 'Celia', 'Thea', 'Nils'][index % 4] ?? ''}`,
      status: 0,
      on: index % 3 === 0 ? '2026-10-15' : '2026-11-01',
      amount: 12.5,
      source: index % 5 === 2 ? byHand : file(40 + index * 7),
    },
    20 + index,
  ),
)
const charged = [
  ...joined,
  ...Array.from({ length: 83 }, (_, index) =>
    entry(
      {
        name: `${lastNames[index % 17] ?? ''}, ${['Farah', 'Jonah', 'Mirela', 'Petra', 'Yusuf'][index % 5] ?? ''}`,
        status: 0,
        on: '2024-03-01',
        amount: 12.5,
        source: file(index + 2),
      },
      100 + index,
    ),
  ),
].sort((a, b) => a.Employee.LastName.localeCompare(b.Employee.LastName))

const debts = [
  entry(
    {
      name: 'Tamura, Mirela',
      status: 0,
      on: '2026-10-02',
      month: 10,
      amount: 12.5,
      source: byHand,
      reason: 'was not billed, then made active back-dated on 10/12/2026',
    },
    60,
  ),
  entry(
    {
      name: 'Okafor, Bram',
      status: 0,
      on: '2026-09-01',
      month: 9,
      amount: -12.5,
      source: byHand,
      previous: true,
      reason: 'was not billed, then made active back-dated on 09/14/2026',
    },
    61,
  ),
]
const consults = [
  {
    ...entry({ name: 'x', month: 10, amount: 45 }, 0),
    Employee: null,
    Quantity: 9,
    LineName: 'After-hours Consult Fees',
    FilteredStatusChanges: [],
    Source: null,
  },
  {
    ...entry({ name: 'x', month: 9, amount: -35, previous: true }, 0),
    Employee: null,
    Quantity: 7,
    LineName: 'After-hours Consult Fees',
    FilteredStatusChanges: [],
    Source: null,
  },
]

const byCause: Readonly<Record<string, readonly unknown[]>> = {
  Left: left,
  Joined: joined,
  Credits: credits,
  Debts: debts,
  AfterHours: consults,
}

function members({ url }: { url: URL }): StubbedAnswer {
  const rows = byCause[url.searchParams.get('Cause') ?? ''] ?? charged
  const total = rows === charged ? 412 : rows.length
  return { Value: { Data: rows, TotalRecords: total, TotalPages: Math.ceil(total / 100) } }
}

const lines = (snapshotStubs['GET /billing/10/snapshots/71'] as { Value: { LineItems: object[] } }).Value.LineItems.map(
  (line) => ({ ...line, ActiveEmployeeData: null, InActiveEmployeeData: null }),
)

const why = {
  SnapshotId: 71,
  BillingPlan: { Id: 3, Name: 'Medical PEPM' },
  EmployerGroup: { Id: 10, Name: 'Harborline Logistics' },
  InvoicePeriodEndDate: '2026-11-03',
  CreatedOn: '2026-11-04T07:00:00Z',
  ComputedOn: '2026-11-04T07:00:00Z',
  InvoiceTotalDollars: 5170,
  Members: 412,
  MembersBefore: 401,
  People: 414,
  Previous: { SnapshotId: 69, InvoicePeriodEndDate: '2026-10-03', InvoiceTotalDollars: 5060 },
  DifferenceDollars: 110,
  IsReconciled: true,
  Causes: causes,
  LineItems: lines,
}

export const whyStubs: Stubs = {
  ...snapshotStubs,
  'GET /billing/10/snapshots/71/why': { Value: why },
  'GET /billing/10/snapshots/71/why/members': members,
}

/** The first bill of a plan: nothing stands before it. */
export const firstWhyStubs: Stubs = {
  ...whyStubs,
  'GET /billing/10/snapshots/71/why': {
    Value: {
      ...why,
      Previous: null,
      MembersBefore: 0,
      DifferenceDollars: 5195,
      InvoiceTotalDollars: 5195,
      Causes: [
        cause('Joined', none, side(412, 12.5, 5150)),
        cause('Left', none, none),
        cause('RateChanges', none, none),
        cause('AfterHours', none, side(9, 5, 45)),
      ],
    },
  },
}
