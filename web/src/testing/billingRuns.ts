/** A billing run with its drafts, as the server answers them. */
import { page, valid } from './calls'

export const counts = {
  Queued: 0,
  Draft: 3,
  Approved: 0,
  Created: 0,
  Refused: 0,
  LeftOut: 0,
  Exceptions: 2,
  WithoutExceptions: 1,
  ApprovedTotalDollars: 0,
  InvoiceWaiting: 0,
  InvoiceCreated: 0,
  InvoiceRefused: 0,
  InvoiceLeftOut: 0,
  ApprovedInvoices: 0,
  ApprovedTakenUp: 0,
  TakenUp: 0,
  NotIncluded: 2,
  ByException: [{ Kind: 'ZeroAmount', Count: 1 }],
}
export const drafted = {
  Id: 4,
  BillableYear: 2026,
  BillableMonth: 11,
  BillableMonthName: 'November',
  State: 'Drafted',
  StateText: 'Waiting for approval',
  IsAutomatic: false,
  CreatedOn: '2026-11-04T07:00:00Z',
  CreatedBy: 'Dana Reyes',
  FinishedOn: null,
  Total: 3,
  Done: 3,
  DraftTotalDollars: 6194,
  PreviousTotalDollars: 5872,
  Created: 0,
  CreatedTotalDollars: 0,
  Message: null,
  Counts: counts,
}
const item = (PlanId: number, PlanName: string, DraftTotalDollars: number, more: object = {}) => ({
  PlanId,
  PlanName,
  EmployerGroup: { Id: 5, Name: 'Harborline Logistics', GroupId: '10551' },
  InvoicePeriodBeginDate: '2026-10-04',
  InvoicePeriodEndDate: '2026-11-03',
  State: 'Draft',
  StateText: 'Draft',
  Exceptions: [],
  DraftTotalDollars,
  PreviousTotalDollars: DraftTotalDollars,
  SnapshotId: null,
  TakenUp: false,
  Message: null,
  InvoiceState: 'None',
  InvoiceStateText: 'No invoice',
  InvoiceMessage: null,
  CreatesInvoice: true,
  ...more,
})
export const zero = item(8, 'Dental PEPM', 0, {
  PreviousTotalDollars: null,
  Exceptions: [
    { Kind: 'ZeroAmount', Text: 'The amount is zero.' },
    { Kind: 'NoErpCustomer', Text: 'No ERP account or customer.' },
  ],
})
export const vision = item(4, 'Vision PEPM', 1024, {
  PreviousTotalDollars: 812,
  Exceptions: [{ Kind: 'Changed', Text: '26.1 % more than last month ($812.00).' }],
})
export const medical = item(3, 'Medical PEPM', 5170)
export const takenUp = item(6, 'Wellness PEPM', 300, {
  SnapshotId: 66,
  TakenUp: true,
  Exceptions: [{ Kind: 'Changed', Text: '26.1 % more than last month ($812.00).' }],
})
/** The page of the run. */
export const address = '/billing-runs/4'
/** What the server answers to the page of the run. */
export const answers = {
  'GET /billing-runs/4': valid(drafted),
  'GET /billing-runs/4/items': page([zero, vision, medical]),
}
