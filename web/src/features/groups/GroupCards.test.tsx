import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { attached, watchFiles } from '../../testing/files'
import { groupAnswers } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'

const invoice = {
  Id: 71,
  InvoiceNumber: 'INV-000071',
  BillingPlanName: 'Medical PEPM',
  CreatedOn: '2026-11-04T07:00:00Z',
  InvoicePeriodBeginDate: '2026-10-04',
  InvoicePeriodEndDate: '2026-11-03',
  InvoiceTotalDollars: 5170,
  PaymentStatusText: 'Open',
  PaymentStatusColor: '#007bff',
  CommissionStatus: 0,
  CommissionStatusText: 'None',
  CommissionStatusColor: '#6c757d',
  ErpInvoiceUrl: null,
  ErpInvoiceRefId: null,
  ApiServiceId: null,
  EmployerGroup: { Id: 7, Name: 'Harborline Logistics', GroupId: '10551' },
}
const task = (Task: number, State: string) => ({
  Id: Task,
  Task,
  TaskName: 'Task',
  State,
  Done: 0,
  Total: 0,
  Errors: [],
  Data: {},
})
const file = {
  Id: 31,
  Name: '8f21c04a-5b0e-4c7d-9a31-2f6f0d8c7e10',
  OriginalFileName: 'roster.csv',
  StatusFormatted: 'Processing',
  UploadDate: '2026-11-19T21:40:00Z',
  Tasks: [0, 1, 2, 3, 4].map((one) => task(one, one === 0 ? 'Done' : one === 1 ? 'Running' : 'NotRun')),
  CompletedTasks: 1,
  CurrentTask: task(1, 'Running'),
  NextTask: null,
  Errors: [],
  HasErrors: false,
}
const option = {
  Id: 4,
  EmployerId: 7,
  Name: 'Virtual Care PEPM',
  Rate: 12.5,
  IsArchived: false,
  RateChangeDisabled: true,
  CreatedOn: '2026-01-01T15:00:00Z',
  Version: 2,
}
const basics = groupAnswers(7)
const calls = {
  ...basics,
  'GET /invoices': page([invoice]),
  'GET /census/files': page([file]),
  'GET /billing/7/pricing': page([option]),
}
const others = ['ViewGroups', 'ViewInvoices', 'ViewCensus'] as const
const card = (name: string) => screen.findByRole('region', { name })

it('shows the five newest invoices, and opens one in the viewer', async () => {
  const made = stubCalls({
    ...calls,
    'GET /invoices/71': valid({ ...invoice, LineItems: [], BillingAddress: {}, ErpInvoice: null }),
    'GET /erp/invoices/0/pdf': attached('%PDF', 'INV-000071.pdf', 'application/pdf'),
  })
  const downloads = watchFiles()
  const { user } = await renderRoute('/employers/7')
  const invoices = await card('Latest Invoices')
  for (const text of ['Nov 2026', '$5,170.00', 'Open']) expect(await within(invoices).findByText(text)).toBeVisible()
  // Beside 'Unknown' and 'Not sent' there is no room for the month: it goes below the number, whole.
  expect(within(invoices).getByText('Nov 2026').closest('.row')).toHaveAttribute('data-whole')
  expect(Object.fromEntries(made.last('GET /invoices').url.searchParams)).toEqual({
    EmployerId: '7',
    MembersUpTo: '0',
    Page: '1',
    PerPage: '5',
    OrderBy: 'InvoicePeriodEndDate',
    OrderDesc: 'true',
  })
  await user.click(within(invoices).getByRole('button', { name: 'Download INV-000071' }))
  await waitFor(() => expect(downloads.map(({ name }) => name)).toEqual(['INV-000071.pdf']))
  expect(made.last('GET /erp/invoices/0/pdf').url.search).toBe('?ApiServiceId=0&InvoiceId=71&EmployerId=7')
  expect(within(invoices).getByRole('link', { name: 'All Invoices' })).toHaveAttribute('href', '/employers/7/invoices')
  await user.click(within(invoices).getByRole('button', { name: 'View INV-000071' }))
  expect(await screen.findByRole('dialog', { name: 'View Invoice' })).toBeVisible()
})

it('shows the five newest census files with the tasks they have done, the one at work included', async () => {
  const made = stubCalls(calls)
  await renderRoute('/employers/7')
  const files = await card('Latest Census Files')
  expect(await within(files).findByText('(2/5) Processing')).toBeVisible()
  expect(within(files).getByRole('link', { name: 'roster.csv' })).toBeVisible()
  expect(within(files).getByText('8f21c04a · 11/19/2026')).toBeVisible()
  const asked = made.of('GET /census/files')[0]?.url.searchParams
  expect(asked && Object.fromEntries(asked)).toEqual({
    EmployerIds: '7',
    Page: '1',
    PerPage: '5',
    OrderBy: 'UploadDate',
    OrderDesc: 'true',
  })
  expect(within(files).getByRole('link', { name: 'All Files' })).toHaveAttribute('href', '/employers/7/census-files')
  expect(within(files).getByRole('link', { name: 'View Details of 8f21c04a' })).toHaveAttribute(
    'href',
    '/employers/7/census-files?expandedfileid=31',
  )
})

it('a file in the card leads to the list with its row open', async () => {
  stubCalls({ ...calls, 'GET /census/files/31': valid(file) })
  const { user, router } = await renderRoute('/employers/7')
  await user.click(await screen.findByRole('link', { name: 'View Details of 8f21c04a' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/employers/7/census-files'))
  expect(router.state.location.search).toMatchObject({ row: '31' })
})

it('shows the prices of today, without archived ones', async () => {
  const made = stubCalls(calls)
  await renderRoute('/employers/7')
  const pricing = await card('Current Pricing')
  expect(await within(pricing).findByText('$12.50')).toBeVisible()
  expect(within(pricing).getByText('01/01/2026')).toBeVisible()
  expect(made.last('GET /billing/7/pricing').url.searchParams.get('IncludeArchived')).toBe('false')
  expect(within(pricing).getByRole('link', { name: 'Pricing Options' })).toHaveAttribute(
    'href',
    '/employers/7/billing/pricing',
  )
})

it('says where there is nothing', async () => {
  stubCalls({ ...basics, 'GET /invoices': page([]), 'GET /census/files': page([]), 'GET /billing/7/pricing': page([]) })
  await renderRoute('/employers/7')
  for (const text of [
    'There are no invoices to display.',
    'There are no census files to display.',
    'There are no pricing options to display.',
  ])
    expect(await screen.findByText(text)).toBeVisible()
})

it('a card that does not load says so by itself', async () => {
  stubCalls({ ...calls, 'GET /census/files': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500) })
  await renderRoute('/employers/7')
  expect(await within(await card('Latest Census Files')).findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await within(await card('Latest Invoices')).findByText('Nov 2026')).toBeVisible()
})

it('invoices that do not load are an empty list', async () => {
  stubCalls({ ...calls, 'GET /invoices': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500) })
  await renderRoute('/employers/7')
  expect(await within(await card('Latest Invoices')).findByText('There are no invoices to display.')).toBeVisible()
})

it.each([
  ['see the invoices where the group has invoice access', true, 1],
  ['see none where it has not', false, 0],
])('others than administrators %s, and never the prices', async (_, EnableInvoiceAccess, expected) => {
  const found = await (await basics['GET /employers/7']?.(new Request('https://example.com')))?.json()
  const made = stubCalls({ ...calls, 'GET /employers/7': valid({ ...found.Value, EnableInvoiceAccess }) })
  await renderRoute('/employers/7', { can: others })
  await within(await card('Latest Census Files')).findByText('roster.csv')
  expect(screen.queryAllByRole('region', { name: 'Latest Invoices' })).toHaveLength(expected)
  expect(made.of('GET /invoices')).toHaveLength(expected)
  expect(screen.queryByRole('region', { name: 'Current Pricing' })).toBeNull()
  expect(made.of('GET /billing/7/pricing')).toHaveLength(0)
})
