/** Invented snapshots of one group for the pictures. */
import { groupStubs } from '../groupStubs'
import type { Stubs } from '../served'
import { colors, day, kira, line, lines, linesWithMembers, medical, mirela, rosterPage, zora } from './bill'

const leftOut = (BillableMonth: number, IsCredit: boolean, EmployeeData: readonly object[]) => ({
  Name: 'Virtual Care PEPM',
  BillableYear: 2026,
  BillableMonth,
  IsCredit,
  Quantity: EmployeeData.length,
  EmployeeData,
})

const vision = [824, 812, 808, 808, 800, 800, 784, 776, 768, 764]

const snapshot = (Id: number, plan: string, back: number, total: number, payment: string) => {
  const own =
    plan === 'Medical PEPM' && back === 0
      ? lines
      : [line(Id * 10, { month: 11 - back > 0 ? 11 - back : 23 - back, quantity: 412, rate: 2, name: 'Vision PEPM' })]
  return {
    Id,
    BillingPlan: { Id: plan === 'Medical PEPM' ? 3 : 4, Name: plan },
    EmployerId: 10,
    CreatedOn: `${day(back, 4)}T07:00:00Z`,
    ComputedOn: `${day(back, 4)}T07:00:00Z`,
    InvoicePeriodBeginDate: day(back + 1, 4),
    InvoicePeriodEndDate: day(back, 3),
    InvoiceTotalDollars: total,
    InErp: payment !== 'Unknown',
    ErpInvoiceUrl: payment === 'Unknown' ? null : `https://erp.example.com/invoice/${Id}`,
    OutOfDate: plan === 'Vision PEPM' && back === 0,
    PaymentStatusText: payment,
    PaymentStatusColor: colors[payment],
    LineItems: own,
    LineItemSnapshots: own,
    OutsideLookBack: [],
  }
}

const snapshots = [
  snapshot(80, 'Vision PEPM', -1, 824, 'Unknown'),
  ...medical.flatMap((total, back) => [
    snapshot(71 - back * 2, 'Medical PEPM', back, total, back === 0 ? 'Open' : back === 1 ? 'Overdue' : 'Paid'),
    snapshot(70 - back * 2, 'Vision PEPM', back, vision[back] ?? 0, back === 0 ? 'Open' : 'Paid'),
  ]),
]

export const snapshotStubs: Stubs = {
  ...groupStubs,
  'GET /billing/10/snapshots': { Value: { Data: snapshots, TotalRecords: 58, TotalPages: 3 } },
  'GET /billing/10/snapshots/71': {
    Value: {
      ...snapshot(71, 'Medical PEPM', 0, 5170, 'Open'),
      LineItems: linesWithMembers,
      LineItemSnapshots: linesWithMembers,
      OutsideLookBack: [leftOut(6, true, [kira, zora]), leftOut(5, false, [mirela])],
    },
  },
  'GET /billing/10/snapshots/71/lines/1/members': rosterPage,
  'GET /billing/10/invoices/3/snapshots': { Value: snapshots.filter(({ BillingPlan }) => BillingPlan.Id === 3) },
  'GET /billing/10/invoices/search': {
    Value: {
      Data: [
        { Id: 3, Name: 'Medical PEPM', Active: true, ExpirationDate: null },
        { Id: 4, Name: 'Vision PEPM', Active: true, ExpirationDate: null },
        { Id: 5, Name: 'Dental PEPM', Active: false, ExpirationDate: null },
      ],
      TotalRecords: 3,
      TotalPages: 1,
    },
  },
}
