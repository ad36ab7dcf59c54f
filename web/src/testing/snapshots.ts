/** The snapshots of a group, as the server answers them. */
import { credit, employee, line } from './bill'
import { page, valid } from './calls'
import { groupAnswers } from './groups'

/** How a document stands in the ERP. */
export function erpState(State: string, Text: string, Message: string | null = null) {
  return {
    State,
    Text,
    Color: '#6c757d',
    IsMailUnknown: false,
    Message,
    IsKept: false,
    ReadFailedOn: null,
    ReadFailure: null,
  }
}

/** The page of the snapshots. */
export const address = '/employers/5/billing/snapshots'

const consults = {
  ...line,
  Id: 3,
  Name: 'After-hours Consult Fees',
  BillingType: 3,
  BillableQuantity: 9,
  Rate: 5,
  LineItemTotalDollars: 45,
}
const lines = [line, credit, consults]
export const snapshot = {
  Id: 71,
  BillingPlan: { Id: 3, Name: 'Medical PEPM' },
  EmployerId: 5,
  CreatedOn: '2026-11-04T07:00:00Z',
  ComputedOn: '2026-11-04T07:00:00Z',
  InvoicePeriodBeginDate: '2026-10-04',
  InvoicePeriodEndDate: '2026-11-03',
  InvoiceTotalDollars: 5182.5,
  PreviousTotalDollars: 5072.4,
  InErp: true,
  ErpInvoiceUrl: 'https://erp.example.com/71',
  OutOfDate: true,
  ErpState: erpState('OutOfDate', 'Out of date'),
  PaymentStatusText: 'Overdue',
  PaymentStatusColor: '#dc3545',
  LineItems: lines,
  LineItemSnapshots: lines,
  OutsideLookBack: [],
}
export const fresh = {
  ...snapshot,
  Id: 80,
  BillingPlan: { Id: 4, Name: 'Vision PEPM' },
  InvoicePeriodBeginDate: '2026-11-04',
  InvoicePeriodEndDate: '2026-12-03',
  InvoiceTotalDollars: 824,
  PreviousTotalDollars: null,
  ErpState: erpState('NotSent', 'Not sent'),
  InErp: false,
  ErpInvoiceUrl: null,
  OutOfDate: false,
  PaymentStatusText: 'Unknown',
  LineItems: [line],
}
export const detail = {
  ...snapshot,
  LineItems: [
    {
      ...line,
      ActiveEmployeeData: [
        employee(1, 'Dov', 'Abernathy', 0, '2022-01-01'),
        employee(2, 'Zora', 'Dunmore', 0, '2024-03-01'),
        employee(4, 'Nils', 'Farrowby', 0, '2022-01-01'),
      ],
      InActiveEmployeeData: [],
    },
    { ...credit, ActiveEmployeeData: [], InActiveEmployeeData: [employee(3, 'Kira', 'Imbert', 1, '2026-09-01')] },
    { ...consults, ActiveEmployeeData: [], InActiveEmployeeData: [] },
  ],
  OutsideLookBack: [
    {
      Name: 'Virtual Care PEPM',
      BillableYear: 2026,
      BillableMonth: 6,
      IsCredit: true,
      Quantity: 7,
      EmployeeData: ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus'].map((name, index) =>
        employee(10 + index, name, 'Kestler', 1, '2026-06-01'),
      ),
    },
    {
      Name: 'After-hours Consult Fees',
      BillableYear: 2026,
      BillableMonth: 5,
      IsCredit: false,
      Quantity: 1,
      EmployeeData: [],
    },
  ],
}
/** What the server answers to the page. */
export const lists = {
  ...groupAnswers(5),
  'GET /billing/5/snapshots': page([fresh, snapshot], 58),
  'GET /billing/5/snapshots/71/commission/statements': valid([]),
  'GET /billing/5/snapshots/80/commission/statements': valid([]),
  'GET /billing/5/snapshots/71': valid(detail),
  'GET /billing/5/invoices/search': page([
    { Id: 3, Name: 'Medical PEPM', Active: true },
    { Id: 6, Name: 'Dental PEPM', Active: false },
  ]),
}
