/** Commission statements and the rules of a run for tests: a statement of two invoices, with a credit, a line that waits, and an earlier balance. */
import type { RunRule } from '../features/commissions/runs/queries'

export const row = {
  Id: 7,
  Name: 'Acme - October 2026',
  PayeeName: 'Summit Advisors',
  CommissionRuleId: 4,
  RuleName: 'Acme',
  BillingPeriod: '2026-10-03',
  TotalPayoutAmount: 321.25,
  BroughtForward: -12.5,
  AmountDue: 308.75,
  PendingAmount: 43.75,
  PendingEarlier: 0,
  HasBill: false,
  BillNumber: null,
  BillState: null,
  CreatedOn: '2026-11-03T16:00:00.000Z',
  CreatedAt: '2026-11-03T16:00:00.000Z',
}

const line = {
  EmployerId: 5,
  EmployerName: 'Harborline Logistics',
  BillingPlanName: 'Medical',
  BillingLineItemName: 'Medical PEPM',
  ReferenceId: null,
  PlanLineId: 31,
  BillableMonthName: 'October',
  BillableMonth: 10,
  BillableYear: 2026,
  BillingInvoiceSnapshotId: 71,
  BillingInvoiceQuickbooksId: '4189',
  InvoiceNumber: 'LW-004189',
  InvoiceDate: '2026-10-31',
  CanViewInvoice: true,
  PaymentStatusText: 'Paid',
  PaymentStatusColor: '#28a745',
  BillingLineItemRate: 12.5,
  CommissionPayoutRate: 1.25,
  NetRate: 11.25,
  Quantity: 258,
  TotalDollars: 322.5,
  IsCredit: false,
  IsCorrection: false,
  Kind: 'Line',
  Payable: true,
  IsOfEarlierMonth: false,
}

export const totals = {
  own: line,
  credit: {
    ...line,
    BillableMonthName: 'September',
    BillableMonth: 9,
    Quantity: 1,
    TotalDollars: -1.25,
    IsCredit: true,
    IsCorrection: true,
  },
  pending: {
    ...line,
    EmployerId: 6,
    EmployerName: 'Kestrel Freight',
    PlanLineId: 40,
    BillingInvoiceSnapshotId: 80,
    BillingInvoiceQuickbooksId: null,
    InvoiceNumber: '000080',
    InvoiceDate: null,
    PaymentStatusText: 'Open',
    PaymentStatusColor: '#0d6efd',
    Quantity: 35,
    TotalDollars: 43.75,
    Payable: false,
  },
}

export const adjustment = {
  AdjustmentId: 21,
  Reason: 'Bonus for Q3',
  Month: '2026-10-03',
  Amount: 250,
  AddedBy: 'Dana Reyes',
  AddedOn: '2026-10-20T16:00:00.000Z',
}

export const whole = {
  ...row,
  ErpVendorId: '56',
  GroupsLeft: [],
  UnpaidInvoices: 0,
  VoidedInvoices: 0,
  PayableFromEarlier: 0,
  TotaledLineItems: [totals.own, totals.credit, totals.pending],
  Adjustments: [] as (typeof adjustment)[],
  BroughtForwardFrom: [{ StatementId: 3, Name: 'Acme - September 2026', Amount: -12.5 }],
  CarriedInto: null,
  ErpState: null,
  Sender: {
    Name: 'Fernhollow Health, LLC',
    Address: ['410 Almanac Street', 'Columbus, OH 43215'],
    Email: 'commissions@fernhollow.example',
    Phone: null,
  },
}
/** A rule of a commission run. */
export function rule(CommissionRuleId: number, State: string, more: Partial<RunRule> = {}): RunRule {
  const toBill = more.StatementId != null && (State === 'Made' || State === 'Failed') ? [more.StatementId] : []
  return {
    CommissionRuleId,
    RuleName: `Rule ${CommissionRuleId}`,
    PayeeName: 'Summit Advisors',
    Active: true,
    State,
    Amount: 100,
    MonthAmount: more.Amount ?? 100,
    PendingAmount: 0,
    PendingEarlier: 0,
    BroughtForward: 0,
    AmountDue: 100,
    LastMonthAmount: 90,
    Exceptions: [],
    StatementId: null,
    StatementIds: toBill,
    ToBill: toBill.length > 0 ? (more.AmountDue ?? 100) : 0,
    BillState: null,
    ...more,
  }
}
