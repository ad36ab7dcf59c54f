import { expect, it } from 'vitest'
import { invoicePdf } from './downloads'

it('an invoice in the ERP is fetched by its reference there', () => {
  expect(invoicePdf({ Id: 71, ErpInvoiceRefId: '40/1', ApiService: { Id: 2 }, EmployerGroup: { Id: 5 } })).toBe('/api/v1/erp/invoices/40%2F1/pdf?ApiServiceId=2&InvoiceId=71&EmployerId=5')
})

it('one that is in no ERP has 0 for the reference and the account', () => {
  expect(invoicePdf({ Id: 71, ErpInvoiceRefId: null, ApiService: null, EmployerGroup: { Id: 5 } })).toBe('/api/v1/erp/invoices/0/pdf?ApiServiceId=0&InvoiceId=71&EmployerId=5')
})
