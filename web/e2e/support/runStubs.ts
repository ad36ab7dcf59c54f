/** Invented billing runs for the pictures: one month of 1,816 plans, the unusual ones first. */
import type { Stubs } from './served'

const noCounts = {
  Queued: 0,
  Draft: 0,
  Approved: 0,
  Created: 0,
  Refused: 0,
  LeftOut: 0,
  Exceptions: 0,
  WithoutExceptions: 0,
  ApprovedTotalDollars: 0,
  InvoiceWaiting: 0,
  InvoiceCreated: 0,
  InvoiceRefused: 0,
  InvoiceLeftOut: 0,
  ApprovedInvoices: 0,
  ApprovedTakenUp: 0,
  TakenUp: 0,
  ByException: [] as readonly object[],
}

const run = (Id: number, State: string, StateText: string, more: object = {}) => ({
  Id,
  BillableYear: 2026,
  BillableMonth: 11,
  BillableMonthName: 'November',
  State,
  StateText,
  IsAutomatic: false,
  CreatedOn: '2026-11-04T14:10:00Z',
  CreatedBy: 'Dana Reyes',
  FinishedOn: null,
  Total: 1816,
  Done: 1816,
  DraftTotalDollars: 4_812_306.5,
  PreviousTotalDollars: 4_768_114,
  Created: 0,
  CreatedTotalDollars: 0,
  Message: null,
  Counts: noCounts,
  ...more,
})

const drafted = run(14, 'Drafted', 'Waiting for approval', {
  Counts: {
    ...noCounts,
    Draft: 1799,
    Approved: 12,
    Refused: 5,
    Exceptions: 23,
    WithoutExceptions: 1776,
    ApprovedTotalDollars: 38_412.5,
    ApprovedInvoices: 11,
    ByException: [
      { Kind: 'ZeroAmount', Count: 4 },
      { Kind: 'Changed', Count: 15 },
      { Kind: 'NoErpCustomer', Count: 6 },
      { Kind: 'MembersOnNoLine', Count: 2 },
    ],
  },
})
const drafting = run(15, 'Drafting', 'Computing drafts', {
  Done: 740,
  DraftTotalDollars: 1_902_118,
  PreviousTotalDollars: 1_890_240,
  Counts: { ...noCounts, Queued: 1076, Draft: 740, Exceptions: 9, WithoutExceptions: 731 },
})
const done = run(13, 'Done', 'Done', {
  BillableMonth: 10,
  BillableMonthName: 'October',
  IsAutomatic: true,
  CreatedBy: null,
  CreatedOn: '2026-10-04T06:00:00Z',
  FinishedOn: '2026-10-04T06:03:00Z',
  Total: 1811,
  Done: 1811,
  DraftTotalDollars: 4_768_114,
  PreviousTotalDollars: 4_741_020,
  Created: 1806,
  CreatedTotalDollars: 4_761_590,
  Counts: { ...noCounts, Created: 1806, Refused: 3, LeftOut: 2, InvoiceCreated: 1790, InvoiceRefused: 4 },
})
const takingUp = run(16, 'Drafted', 'Waiting for approval', {
  Total: 98,
  Done: 98,
  DraftTotalDollars: 201_440,
  PreviousTotalDollars: 199_870,
  Counts: {
    ...noCounts,
    Draft: 4,
    Approved: 94,
    ApprovedTakenUp: 91,
    ApprovedInvoices: 94,
    ApprovedTotalDollars: 194_100,
    Exceptions: 2,
    WithoutExceptions: 2,
    ByException: [{ Kind: 'Changed', Count: 2 }],
  },
})
const cancelled = run(11, 'Cancelled', 'Cancelled', {
  BillableMonth: 9,
  BillableMonthName: 'September',
  CreatedOn: '2026-09-04T13:20:00Z',
  Total: 1798,
  Done: 410,
  DraftTotalDollars: 4_690_114,
  Created: 400,
  CreatedTotalDollars: 1_044_220,
  Message: 'Cancelled by Dana Reyes.',
})

const groups = [
  'Alder & Finch Bakeries',
  'Bluefern Dental Partners',
  'Brightwater Marina Group',
  'Cedar & Pike Builders',
  'Copperline Electric Co-op',
  'Eastmere Public Library',
  'Foxglove Home Health',
  'Granite Peak Outfitters',
  'Harborline Logistics',
  'Ironbridge Foundry Co.',
  'Juniper Street Preschool',
  'Kestrel Freight',
  'Larkspur Hospitality',
  'Monarch Tile & Stone',
  'Northgate Credit Union',
  'Oakhollow Veterinary',
  'Pinecrest Charter Buses',
]

const item = (index: number, DraftTotalDollars: number, PreviousTotalDollars: number | null, more: object = {}) => ({
  PlanId: 100 + index,
  PlanName: index % 3 === 0 ? 'Vision PEPM' : 'Medical PEPM',
  EmployerGroup: { Id: 10 + index, Name: groups[index % groups.length], GroupId: String(10551 + index) },
  InvoicePeriodBeginDate: '2026-10-04',
  InvoicePeriodEndDate: '2026-11-03',
  State: 'Draft',
  StateText: 'Draft',
  Exceptions: [],
  DraftTotalDollars,
  PreviousTotalDollars,
  SnapshotId: null,
  TakenUp: false,
  Message: null,
  InvoiceState: 'None',
  InvoiceStateText: 'No invoice',
  InvoiceMessage: null,
  CreatesInvoice: true,
  ...more,
})
const zero = { Kind: 'ZeroAmount', Text: 'The amount is zero.' }
const customer = { Kind: 'NoErpCustomer', Text: 'No ERP account or customer.' }
const changed = (Text: string) => ({ Kind: 'Changed', Text })

const drafts = [
  item(0, 0, 412, { Exceptions: [zero, changed('100.0 % less than last month ($412.00).')] }),
  item(1, 2860, 1985, { Exceptions: [changed('44.1 % more than last month ($1,985.00).')] }),
  item(2, 1212.5, 1212.5, {
    Exceptions: [
      { Kind: 'MembersOnNoLine', Text: '3 active members are on no line.' },
      { Kind: 'MembersOnTwoLines', Text: '1 active member is on more than one line.' },
    ],
  }),
  item(3, 640, null, { Exceptions: [customer] }),
  item(4, 3310, 5975, {
    State: 'Approved',
    StateText: 'Approved',
    Exceptions: [changed('44.6 % less than last month ($5,975.00).')],
  }),
  ...groups
    .slice(5)
    .map((_, index) =>
      item(
        5 + index,
        5170 - index * 212.5,
        5060 - index * 210,
        index % 4 === 1 ? { State: 'Approved', StateText: 'Approved' } : {},
      ),
    ),
]

const leftBehind = { SnapshotId: 610, TakenUp: true }
const takenUp = [
  item(1, 2860, 1985, { ...leftBehind, Exceptions: [changed('44.1 % more than last month ($1,985.00).')] }),
  item(4, 3310, 5975, { Exceptions: [changed('44.6 % less than last month ($5,975.00).')] }),
  item(5, 1212.5, 1212.5, leftBehind),
  ...groups.slice(6).map((_, index) =>
    item(6 + index, 5170 - index * 212.5, 5060 - index * 210, {
      State: 'Approved',
      StateText: 'Approved',
      ...(index < 8 ? leftBehind : {}),
    }),
  ),
]

const createdState = {
  State: 'Created',
  StateText: 'Created',
  InvoiceState: 'Created',
  InvoiceStateText: 'Created in the ERP',
}
const results = [
  item(1, 2860, 1985, {
    State: 'Refused',
    StateText: 'Refused',
    Message: 'The amount has changed since the draft: $2,872.50 instead of $2,860.00.',
  }),
  item(3, 640, null, {
    ...createdState,
    SnapshotId: 603,
    InvoiceState: 'Refused',
    InvoiceStateText: 'Not created in the ERP',
    InvoiceMessage: 'This billing plan has no ERP account or customer.',
  }),
  ...groups
    .slice(4)
    .map((_, index) =>
      item(4 + index, 5170 - index * 212.5, 5060 - index * 210, { ...createdState, SnapshotId: 604 + index }),
    ),
  item(0, 0, 412, { State: 'LeftOut', StateText: 'Left out', Message: 'It was not approved.' }),
]

const listed = (Data: readonly unknown[], TotalRecords: number) => ({
  Value: { Data, TotalRecords, TotalPages: Math.ceil(TotalRecords / 25) },
})
const withoutCounts = (one: object) => ({ ...one, Counts: null })

export const runStubs: Stubs = {
  'GET /settings/billing': { Value: { AutomaticRun: false, Version: 1 } },
  'GET /billing-runs': listed([drafting, drafted, done, cancelled].map(withoutCounts), 4),
  'GET /billing-runs/13': { Value: done },
  'GET /billing-runs/13/items': listed(results, 1811),
  'GET /billing-runs/14': { Value: drafted },
  'GET /billing-runs/14/items': listed(drafts, 1816),
  'GET /billing-runs/16': { Value: takingUp },
  'GET /billing-runs/16/items': listed(takenUp, 98),
  'GET /billing-runs/15': { Value: drafting },
  'GET /billing-runs/15/items': listed(drafts.slice(0, 9), 1816),
}
