/** The invoices of a group, as the server answers them. */
import { credit as credited, employee, line as billed } from './bill'
import { page, valid } from './calls'
import { groupAnswers } from './groups'

export const row = {
  Id: 71,
  InvoiceNumber: 'INV-000071',
  PurchaseOrderNumber: 'PO-7731',
  BillingPlanName: 'Medical PEPM',
  CreatedOn: '2026-11-02T07:00:00Z',
  InvoiceDate: '2026-11-04',
  DueDate: '2026-12-04',
  DaysLate: null,
  NotSent: false,
  OutOfDate: false,
  InvoicePeriodBeginDate: '2026-10-04',
  InvoicePeriodEndDate: '2026-11-03',
  InvoiceTotalDollars: 5137.5,
  PaymentStatusText: 'Open',
  PaymentStatusColor: '#007bff',
  CommissionStatus: 1,
  CommissionStatusText: 'Unpaid',
  CommissionStatusColor: '#dc3545',
  ErpInvoiceUrl: 'https://erp.example.com/71',
  ErpInvoiceRefId: '4001',
  ApiService: { Id: 2 },
  EmployerGroup: { Id: 5, Name: 'Harborline Logistics', GroupId: '10551' },
}
export const outside = {
  ...row,
  Id: 72,
  InvoiceDate: null,
  DueDate: null,
  NotSent: true,
  InvoiceNumber: '000072',
  PaymentStatusText: 'Unknown',
  CommissionStatus: 0,
  CommissionStatusText: 'None',
  ErpInvoiceUrl: null,
  ErpInvoiceRefId: null,
  ApiService: null,
}
export const line = {
  ...billed,
  InActiveEmployeeData: [],
  ActiveEmployeeData: [
    employee(1, 'Dov', 'Abernathy', 0, '2022-01-01'),
    { Employee: { EmployeeId: 2, FirstName: 'Zora', LastName: 'Dunmore' }, FilteredStatusChanges: [] },
  ],
}
const credit = {
  ...credited,
  ActiveEmployeeData: [],
  InActiveEmployeeData: [employee(3, 'Kira', 'Imbert', 1, '2026-09-01')],
}
export const erp = {
  DocumentType: 'Invoice',
  Status: 1,
  StatusName: 'Open',
  DocNumber: 'INV-000071',
  CustomerMemo: 'Purchase order 2291',
  TotalAmount: 5137.5,
  Balance: 5137.5,
  InvoiceLink: 'https://pay.example.com/71',
  TxnDate: '2026-11-04',
  DueDate: '2026-12-04',
}
export const invoice = {
  ...row,
  LineItems: [line, credit],
  ErpInvoice: erp,
  BillingAddress: {
    AddressLine1: '4100 Quayside Pkwy',
    AddressLine2: 'Suite 210',
    City: 'Tampa',
    State: 'FL',
    ZipCode: '33605',
  },
}
export const sums = {
  Outstanding: { Count: 12, Dollars: 29334 },
  Overdue: { Count: 3, Dollars: 7210.5 },
  NotSent: { Count: 10, Dollars: 27703.5 },
}
/** What the server answers to the pages of invoices. */
export const lists = {
  ...groupAnswers(5),
  'GET /invoices': page([row, outside], 2316),
  'GET /invoices/71': valid(invoice),
  'GET /invoices/sums': valid(sums),
  'GET /erp/failed-reads': valid([]),
}
