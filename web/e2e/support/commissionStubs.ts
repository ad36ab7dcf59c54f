/** Invented commission statements for the pictures: one of twelve employers, and the run of a month. */
import type { Stubs } from './served'

const payees = [
  ['Coastal Rule', 'Coastal Brokerage'],
  ['Harbor Rule', 'Harbor & Vale'],
  ['Juniper Rule', 'Juniper Benefit Advisors'],
  ['Meridian Rule', 'Meridian Benefits'],
  ['Northline Rule', 'Northgate Partners'],
  ['Redwood Rule', 'Redwood Brokerage'],
  ['Summit Rule', 'Summit Advisors'],
  ['Tallgrass Rule', 'Tidewater Benefits'],
] as const

const statement = (index: number, rule: readonly [string, string], month: number, more: object = {}) => ({
  Id: 300 + index,
  Name: `${rule[0]} - ${month === 10 ? 'October' : 'September'} 2026`,
  PayeeName: rule[1],
  CommissionRuleId: (index % payees.length) + 1,
  RuleName: rule[0],
  BillingPeriod: `2026-${String(month).padStart(2, '0')}-03`,
  TotalPayoutAmount: 1250.25 + index * 311.5,
  BroughtForward: 0,
  AmountDue: 1250.25 + index * 311.5,
  PendingAmount: 0,
  PendingEarlier: 0,
  PayableFromEarlier: 0,
  HasBill: false,
  BillNumber: null,
  BillState: null,
  CreatedOn: `2026-${month + 1}-0${(index % 5) + 1}T15:12:00Z`,
  CreatedAt: `2026-${month + 1}-0${(index % 5) + 1}T15:12:00Z`,
  ...more,
})

const billed = (id: number) => ({ HasBill: true, BillNumber: `202609-${id}-RW`, BillState: 'Sent' })

const rows = [10, 9].flatMap((month) =>
  payees.map((rule, index) =>
    statement(
      index + (month === 10 ? 12 : 0),
      rule,
      month,
      month === 9 ? billed(300 + index) : index === 2 ? { TotalPayoutAmount: -118.75, AmountDue: -118.75 } : {},
    ),
  ),
)

const employers = [
  ['Ashdown Dental Partners', 'Paid', '#28a745'],
  ['Bluestem Logistics, LLC', 'Paid', '#28a745'],
  ['Calder & Finch Manufacturing, Inc.', 'Open', '#0d6efd'],
  ['Dovetail Furniture Works', 'Paid', '#28a745'],
  ['Eastmoor Unified Charter Schools', 'Partially Paid', '#fd7e14'],
  ['Foxglove Hospitality Group', 'Paid', '#28a745'],
  ['Granite Ridge Credit Union', 'Paid', '#28a745'],
  ['Harrow & Lyle, CPAs', 'Overdue', '#dc3545'],
  [
    'The Amalgamated Brotherhood of Lakeshore Stevedores and Warehouse Workers Health & Welfare Trust',
    'Paid',
    '#28a745',
  ],
  ['Juniper Veterinary Clinics', 'Unknown', '#6c757d'],
  ['Kettle Creek Brewing Co.', 'Paid', '#28a745'],
  ['Larkspur Home Health', 'Voided', '#343a40'],
] as const

const totals = employers.flatMap(([EmployerName, PaymentStatusText, PaymentStatusColor], index) => {
  const total = (plan: number, Quantity: number, more: object = {}) => {
    const CommissionPayoutRate = plan === 0 ? 1.25 : 1.75
    const dollars = Math.round(CommissionPayoutRate * Quantity * 100) / 100
    return {
      EmployerId: index + 1,
      EmployerName,
      BillingPlanName: 'Membership',
      BillingLineItemName: plan === 0 ? 'Individual Plan membership' : 'Family Plan membership',
      PlanLineId: index * 10 + plan,
      ReferenceId: null,
      BillableMonthName: 'October',
      BillableMonth: 10,
      BillableYear: 2026,
      BillingInvoiceSnapshotId: 900 + index,
      CanViewInvoice: true,
      BillingInvoiceQuickbooksId: PaymentStatusText === 'Unknown' ? null : String(4189 + index * 3),
      PaymentStatusText,
      PaymentStatusColor,
      CommissionPayoutRate,
      BillingLineItemRate: plan === 0 ? 11.5 : 17.25,
      Quantity,
      TotalDollars: dollars,
      IsCredit: false,
      Kind: 'Line',
      Payable: PaymentStatusText === 'Paid',
      ...more,
    }
  }
  const earlier = { BillableMonthName: 'September', BillableMonth: 9 }
  return [
    total(0, 244 - index * 13),
    total(1, 25 + index * 4),
    ...(index % 3 === 0 ? [total(0, 1, { ...earlier, IsCredit: true, TotalDollars: -1.25 })] : []),
    ...(index === 3 ? [total(1, 4, { ...earlier, IsCredit: true, Kind: 'Clawback', TotalDollars: -7 })] : []),
    ...(index === 6 ? [total(1, 2, earlier)] : []),
  ]
})

const sum = (payable: boolean) =>
  totals
    .filter(({ Payable }) => Payable === payable)
    .reduce((cents, { TotalDollars }) => cents + Math.round(TotalDollars * 100), 0) / 100

const forward = -118.75
const due = (Math.round(sum(true) * 100) + Math.round(forward * 100)) / 100

export const wholeStatement = {
  ...statement(17, payees[5], 10, {
    TotalPayoutAmount: sum(true),
    PendingAmount: sum(false),
    BroughtForward: forward,
    AmountDue: due,
  }),
  ErpVendorId: '56',
  TotaledLineItems: totals,
  Adjustments: [],
  BroughtForwardFrom: [{ StatementId: 305, Name: 'Redwood Rule - September 2026', Amount: forward }],
  CarriedInto: null,
}

const before = 1801.25
const differences = [
  ['New line', 'Kettle Creek Brewing Co.', 'Individual Plan membership', 0, 142.5],
  ['Quantity', 'Ashdown Dental Partners', 'Individual Plan membership', 297.5, 305],
  ['Quantity', 'Bluestem Logistics, LLC', 'Family Plan membership', 61.25, 50.75],
  ['Rate', 'Dovetail Furniture Works', 'Family Plan membership', 44.4, 64.75],
  ['Credits', 'Ashdown Dental Partners', 'Individual Plan membership', 0, -1.25],
  ['Clawback', 'Dovetail Furniture Works', 'Family Plan membership', 0, -7],
  ['Brought forward', '', '', 0, forward],
] as const
const told = differences.reduce((cents, [, , , was, is]) => cents + Math.round((is - was) * 100), 0)
const rest = Math.round((due - before) * 100) - told

const comparison = {
  Previous: { ...statement(5, payees[5], 9, billed(305)), AmountDue: before },
  PreviousCount: 1,
  Count: 1,
  Before: before,
  Now: due,
  Difference: Math.round((due - before) * 100) / 100,
  Rows: [...differences, ['Left', 'Moss & Hale Surveyors', 'Family Plan membership', 0, rest / 100] as const].map(
    ([Reason, EmployerName, PlanName, Before, Now]) => ({
      Reason,
      EmployerName,
      PlanName,
      Before,
      Now,
      Difference: Math.round((Now - Before) * 100) / 100,
    }),
  ),
}

const behind = {
  Kind: 'Charge',
  Quantity: 180,
  BillingLineItemRate: 11.5,
  CommissionPayoutRate: 1.25,
  TotalDollars: 225,
  IsCredit: false,
  Payable: true,
  Reason: null,
  EmployerId: 1,
  SnapshotId: 900,
}

const exceptions = {
  vendor: { Code: 'NoErpVendor', Message: 'The rule has no ERP vendor: no bill can be created.' },
  payout: { Code: 'NoPayout', Message: '3 plan lines have no payout.' },
  negative: { Code: 'Negative', Message: '−$118.75 is taken back and brought forward to the next statement.' },
  deviation: { Code: 'Deviation', Message: '$2,807.75 is more than 20 % away from last month’s $1,801.25.' },
}

const ofRun = (index: number, State: string, more: { StatementId?: number; [field: string]: unknown } = {}) => ({
  CommissionRuleId: index + 1,
  RuleName: payees[index]?.[0] ?? '',
  PayeeName: payees[index]?.[1] ?? '',
  State,
  Amount: 1250.25 + index * 311.5,
  MonthAmount: more.Amount ?? 1250.25 + index * 311.5,
  PendingAmount: index === 5 ? 643.75 : 0,
  BroughtForward: index === 5 ? forward : 0,
  AmountDue: 1250.25 + index * 311.5 + (index === 5 ? forward : 0),
  LastMonthAmount: 1198 + index * 305,
  Exceptions: [] as object[],
  StatementId: null,
  StatementIds: State === 'Made' ? [more.StatementId] : [],
  ToBill: State === 'Made' ? 1250.25 + index * 311.5 : 0,
  BillState: null,
  ...more,
})

const run = {
  BillingPeriod: '2026-10-03',
  Rules: [
    ofRun(2, 'Ready', { Amount: -118.75, AmountDue: -118.75, Exceptions: [exceptions.negative] }),
    ofRun(5, 'Ready', { LastMonthAmount: 1801.25, Exceptions: [exceptions.deviation] }),
    ofRun(7, 'Ready', { Exceptions: [exceptions.vendor, exceptions.payout] }),
    ofRun(0, 'Ready'),
    ofRun(1, 'Ready'),
    ofRun(3, 'Made', { StatementId: 315, BillState: 'Sending' }),
    ofRun(4, 'Made', { StatementId: 316 }),
    ofRun(6, 'Billed', { StatementId: 318, BillState: 'Sent' }),
  ],
  Totals: {},
}

export const commissionStubs: Stubs = {
  'GET /commission/snapshots': { Value: { Data: rows, TotalRecords: 61, TotalPages: 3 } },
  'GET /commission/snapshots/317': { Value: wholeStatement },
  'GET /commission/snapshots/317/why': {
    Value: [
      behind,
      {
        ...behind,
        Quantity: 64,
        TotalDollars: 80,
        Kind: 'Debt',
        Reason: 'Owed for an earlier month and billed later.',
      },
    ],
  },
  'GET /commission/snapshots/317/compare': { Value: comparison },
  'GET /commission/runs': { Value: run },
  'POST /commission/runs/statements': {
    Value: [
      { CommissionRuleId: 1, StatementId: 312, Outcome: 'Done', Message: 'Statement created.' },
      {
        CommissionRuleId: 2,
        StatementId: null,
        Outcome: 'Refused',
        Message: 'There are no billable line items for this rule and billing period.',
      },
    ],
  },
}
