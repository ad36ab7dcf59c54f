import { afterEach, expect, it, vi } from 'vitest'
import { refused, stubCalls } from '../testing/calls'
import { attached, watchFiles } from '../testing/files'
import { onSessionEnded } from './client'
import { download, invoicePdf } from './downloads'

afterEach(() => vi.unstubAllGlobals())

it('gives the browser the file under its name', async () => {
  stubCalls({ 'GET /census/template': attached('First Name', 'template.csv') })
  const files = watchFiles()
  await download('/api/v1/census/template')
  expect(files.map(({ name }) => name)).toEqual(['template.csv'])
  expect(await files[0]?.content).toBe('First Name')
})

it.each([404, 409, 500])('a failure with status %i is thrown with its message, and starts no file', async (status) => {
  stubCalls({ 'GET /census/template': refused([{ Key: '', Message: 'No.' }], status, { 'x-request-id': '7F3A-21' }) })
  const files = watchFiles()
  await expect(download('/api/v1/census/template')).rejects.toMatchObject({
    status,
    message: 'No.',
    reference: '7F3A-21',
  })
  expect(files).toEqual([])
})

it('after the end of the session it tells so, and starts no file', async () => {
  const ended = vi.fn()
  const stop = onSessionEnded(ended)
  stubCalls({ 'GET /census/template': refused([{ Key: '', Message: 'Sign in first.' }], 401) })
  const files = watchFiles()
  await expect(download('/api/v1/census/template')).rejects.toMatchObject({ status: 401 })
  expect(ended).toHaveBeenCalledOnce()
  expect(files).toEqual([])
  stop()
})

it('a refused answer with status 200 is no file either', async () => {
  stubCalls({ 'GET /census/template': refused([{ Key: 'EndDate', Message: 'Enter a day.' }]) })
  const files = watchFiles()
  await expect(download('/api/v1/census/template')).rejects.toMatchObject({
    fields: [{ Key: 'EndDate', Message: 'Enter a day.' }],
  })
  expect(files).toEqual([])
})

it('an invoice in the ERP is fetched by its reference there', () => {
  expect(invoicePdf({ Id: 71, ErpInvoiceRefId: '40/1', ApiService: { Id: 2 }, EmployerGroup: { Id: 5 } })).toBe(
    '/api/v1/erp/invoices/40%2F1/pdf?ApiServiceId=2&InvoiceId=71&EmployerId=5',
  )
})

it('one that is in no ERP has 0 for the reference and the account', () => {
  expect(invoicePdf({ Id: 71, ErpInvoiceRefId: null, ApiService: null, EmployerGroup: { Id: 5 } })).toBe(
    '/api/v1/erp/invoices/0/pdf?ApiServiceId=0&InvoiceId=71&EmployerId=5',
  )
})
