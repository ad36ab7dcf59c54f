/** Invented invoices of eight groups for the pictures. */
import { groupStubs } from '../groupStubs'
import type { Stubs } from '../served'
import { colors, day, line, linesWithMembers, medical, rosterPage } from './bill'
import { groups, pick } from './names'

const invoice = (index: number) => {
  const back = Math.floor(index / 8)
  const payment =
    index === 3 || index === 14
      ? 'Unknown'
      : back === 0
        ? 'Open'
        : index === 9
          ? 'Overdue'
          : index === 12
            ? 'Partially Paid'
            : 'Paid'
  const inErp = payment !== 'Unknown'
  return {
    Id: 10482 - index * 7,
    InvoiceNumber: inErp ? `INV-${10482 - index * 7}` : `0${10482 - index * 7}`,
    BillingPlanName: 'Medical PEPM',
    CreatedOn: `${day(back, 4)}T07:00:00Z`,
    InvoiceDate: inErp ? day(back, 4) : null,
    DueDate: inErp ? day(back - 1, 4) : null,
    DaysLate: payment === 'Overdue' ? 24 : null,
    NotSent: !inErp,
    OutOfDate: false,
    InvoicePeriodBeginDate: day(back + 1, 4),
    InvoicePeriodEndDate: day(back, 3),
    InvoiceTotalDollars: index === 0 ? 5170 : 12.5 * (66 + ((index * 79) % 360)),
    PaymentStatusText: payment,
    PaymentStatusColor: colors[payment] ?? '#fd7e14',
    CommissionStatus: index % 5 === 3 ? 0 : back === 0 ? 1 : 2,
    CommissionStatusText: back === 0 ? 'Unpaid' : 'Paid',
    CommissionStatusColor: '#28a745',
    ErpInvoiceUrl: inErp ? `https://erp.example.com/invoice/${index}` : null,
    ErpInvoiceRefId: inErp ? String(4000 + index) : null,
    ApiService: inErp ? { Id: 2 } : null,
    EmployerGroup: pick(groups, index),
  }
}

const invoices = Array.from({ length: 24 }, (_, index) => invoice(index))
const address = {
  AddressLine1: '4100 Quayside Pkwy, Suite 210',
  AddressLine2: null,
  City: 'Tampa',
  State: 'FL',
  ZipCode: '33605',
}

export const invoiceStubs: Stubs = {
  ...groupStubs,
  'GET /invoices': ({ url }) => {
    const one = url.searchParams.get('EmployerId') === '10'
    const all = one ? medical.map((total, back) => ({ ...invoice(back * 8), InvoiceTotalDollars: total })) : invoices
    const Data = all.slice(0, Number(url.searchParams.get('PerPage')))
    return { Value: { Data, TotalRecords: one ? Data.length : 2316, TotalPages: one ? 1 : 97 } }
  },
  'GET /invoices/sums': {
    Value: {
      Outstanding: { Count: 9, Dollars: 29334 },
      Overdue: { Count: 1, Dollars: 2212.5 },
      NotSent: { Count: 2, Dollars: 7703.5 },
    },
  },
  'GET /invoices/10482': {
    Value: {
      ...invoice(0),
      BillingAddress: address,
      LineItems: linesWithMembers,
      ErpInvoice: {
        Status: 1,
        StatusName: 'Open',
        DocNumber: 'INV-10482',
        CustomerMemo: 'Purchase order HL-2291',
        TotalAmount: 5170,
        InvoiceLink: 'https://pay.example.com/10482',
        TxnDate: '2026-11-04',
        DueDate: '2026-12-04',
      },
    },
  },
  'GET /invoices/10482/lines/1/members': rosterPage,
  'GET /invoices/10461': {
    Value: {
      ...invoice(3),
      BillingAddress: {},
      ErpInvoice: null,
      LineItems: [line(31, { month: 11, quantity: 303, rate: 12.5 })],
    },
  },
}
