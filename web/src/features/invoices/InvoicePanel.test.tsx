import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { attached, watchFiles } from '../../testing/files'
import { erp, invoice, line, lists } from '../../testing/invoices'
import { renderRoute } from '../../testing/renderRoute'
import { stubScreen } from '../../testing/screens'

afterEach(() => vi.useRealTimers())

it('the members of a long line are asked for page by page', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /invoices/71': valid({
      ...invoice,
      LineItems: [{ ...line, ActiveEmployeeData: null, InActiveEmployeeData: null }],
    }),
    'GET /invoices/71/lines/1/members': page(line.ActiveEmployeeData, 412, 100),
  })
  const { user } = await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  await user.click(await within(panel).findByRole('button', { name: 'Virtual Care PEPM' }))
  expect(await within(panel).findByText('Abernathy, Dov')).toBeVisible()
  expect(within(panel).getByText('412 members')).toBeVisible()
  expect(calls.last('GET /invoices/71').url.searchParams.get('MembersUpTo')).toBe('200')
})

it('the count of a long line follows the filter', async () => {
  const members = 'GET /invoices/71/lines/1/members'
  const found = page([line.ActiveEmployeeData[1]], 9, 100)
  const calls = stubCalls({
    ...lists,
    'GET /invoices/71': valid({
      ...invoice,
      LineItems: [{ ...line, ActiveEmployeeData: null, InActiveEmployeeData: null }],
    }),
    [members]: (request) =>
      (new URL(request.url).searchParams.get('Term') ? found : page(line.ActiveEmployeeData, 412, 100))(request),
  })
  const { user } = await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  await user.click(await within(panel).findByRole('button', { name: 'Virtual Care PEPM' }))
  expect(await within(panel).findByText('412 members')).toBeVisible()
  expect(await within(panel).findByText('Abernathy, Dov')).toBeVisible()
  expect(calls.of(members)).toHaveLength(1)
  const filter = within(panel).getByPlaceholderText('Filter...')
  await user.type(filter, 'dun')
  expect(await within(panel).findByText('9 of 412 members')).toBeVisible()
  await user.clear(filter)
  expect(await within(panel).findByText('412 members')).toBeVisible()
})

it('the viewer shows the invoice as on paper', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls({
    ...lists,
    'GET /erp/invoices/4001/pdf': attached('%PDF', 'INV-000071.pdf', 'application/pdf'),
  })
  const { user } = await renderRoute('/invoices')
  await user.click(await screen.findByRole('button', { name: 'INV-000071' }))
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  await within(panel).findByText('Bill to')
  for (const text of [
    'Open',
    '11/04/2026',
    '12/04/2026',
    'Harborline Logistics',
    'Suite 210',
    'Tampa, FL 33605',
    'PO-7731',
    'Purchase order 2291',
    'due in 14 days',
  ])
    expect(within(panel).getByText(text)).toBeVisible()
  const table = within(panel).getByRole('region', { name: 'Lines of the invoice' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Service Date', 'Description', 'Quantity', 'Rate', 'Amount'])
  expect(within(table).getByRole('row', { name: /Credit/ })).toHaveTextContent(
    'Sep 2026Virtual Care PEPMCredit1$12.50−$12.50',
  )
  expect(within(table).getByRole('row', { name: /Total/ })).toHaveTextContent('$5,137.50')
  const pay = within(panel).getByRole('link', { name: 'Pay Invoice' })
  expect(pay).toHaveAttribute('href', 'https://pay.example.com/71')
  expect(pay).toHaveAttribute('target', '_blank')
  const files = watchFiles()
  await user.click(within(panel).getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['INV-000071.pdf']))
  expect(calls.last('GET /erp/invoices/4001/pdf').url.search).toBe('?ApiServiceId=2&InvoiceId=71&EmployerId=5')
})

it('administrators open from the total what explains it, others do not', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /billing/5/snapshots/71/why': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500),
  })
  const { user } = await renderRoute('/invoices?panel=invoice.71')
  await user.click(await screen.findByRole('button', { name: 'Why this amount?' }))
  expect(await screen.findByRole('dialog', { name: 'Why this amount?' })).toBeVisible()
  expect(calls.of('GET /billing/5/snapshots/71/why').length).toBeGreaterThan(0)
})

it('who may not see snapshots is not offered what explains an invoice', async () => {
  stubCalls(lists)
  await renderRoute('/invoices?panel=invoice.71', { can: ['ViewInvoices'] })
  await screen.findByText('Bill to')
  expect(screen.queryByRole('button', { name: 'Why this amount?' })).toBeNull()
})

it('a line opens to its members with a filter and their number', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  await user.click((await within(panel).findAllByRole('button', { name: 'Virtual Care PEPM' }))[0] as HTMLElement)
  expect(within(panel).getByText('2 members')).toBeVisible()
  const filter = within(panel).getByPlaceholderText('Filter...')
  await user.type(filter, 'zor')
  expect(within(panel).getByText('Dunmore, Zora')).toBeVisible()
  expect(within(panel).queryByText('Abernathy, Dov')).toBeNull()
  await user.clear(filter)
  await user.type(filter, 'aberNATHY')
  expect(within(panel).getByText('Made Active on 01/01/2022')).toBeVisible()
  expect(within(panel).queryByText('Dunmore, Zora')).toBeNull()
  await user.click(within(panel).getByRole('button', { name: /Credit/ }))
  expect(within(panel).getByText('Made In-Active on 09/01/2026')).toBeVisible()
})

it('the name of a member on a line leads to the page of the member, for those who may see members', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/invoices?panel=invoice.71')
  await user.click((await screen.findAllByRole('button', { name: 'Virtual Care PEPM' }))[0] as HTMLElement)
  expect(screen.getByRole('link', { name: 'Dunmore, Zora' }).getAttribute('href')).toMatch(
    /^\/employers\/\d+\/members\/\d+$/,
  )
  cleanup()
  await renderRoute('/invoices?panel=invoice.71', { can: ['ViewInvoices'] })
  await user.click((await screen.findAllByRole('button', { name: 'Virtual Care PEPM' }))[0] as HTMLElement)
  expect(screen.getByText('Dunmore, Zora')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Dunmore, Zora' })).toBeNull()
})

it.each([
  ['in the table', false],
  ['in the rows at 390 px', true],
])('a click beside the name of a line opens and closes it too, %s', async (_, matches) => {
  stubScreen(matches)
  stubCalls(lists)
  const { user } = await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  const amount = await within(panel).findByText('$5,150.00')
  const [name] = within(panel).getAllByRole('button', { name: 'Virtual Care PEPM' })
  await user.click(amount)
  expect(within(panel).getByText('2 members')).toBeVisible()
  expect(name).toHaveAttribute('aria-expanded', 'true')
  await user.click(amount)
  expect(within(panel).queryByText('2 members')).toBeNull()
  // The button is within the row: one click of it is one.
  await user.click(name as HTMLElement)
  expect(within(panel).getByText('2 members')).toBeVisible()
})

it.each([
  [5150, 'updated'],
  [-25, 'replaced'],
])(
  'says that the ERP has an older invoice, and which amount is paid there, at %d now',
  async (InvoiceTotalDollars, until) => {
    stubCalls({
      ...lists,
      'GET /invoices/71': valid({
        ...invoice,
        OutOfDate: true,
        InvoiceTotalDollars,
        ErpInvoice: { ...erp, TotalAmount: 625, Balance: 625 },
      }),
    })
    await renderRoute('/invoices?panel=invoice.71')
    const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
    expect(await within(panel).findByText('Out of date')).toBeVisible()
    expect(
      within(panel).getByText(
        `Pay Invoice opens the older amount of $625.00: the invoice in the ERP is still to be ${until}.`,
      ),
    ).toBeVisible()
    expect(within(panel).getByText(/^\$625\.00 in the ERP, due /)).toBeVisible()
  },
)

it('names no older amount after a regenerate that has changed none', async () => {
  stubCalls({ ...lists, 'GET /invoices/71': valid({ ...invoice, OutOfDate: true }) })
  await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  expect(await within(panel).findByText('Out of date')).toBeVisible()
  expect(
    within(panel).getByText('The invoice in the ERP is still to be updated; its total stays the same.'),
  ).toBeVisible()
  expect(within(panel).queryByText(/older amount/)).toBeNull()
})

it.each([
  ['as it is', { InvoiceTotalDollars: -120 }, 'Nothing is to be paid: it is a credit memo.'],
  [
    'after a regenerate',
    { InvoiceTotalDollars: -150, OutOfDate: true },
    'Nothing is to be paid: the credit memo in the ERP is still −$120.00, until it is updated.',
  ],
  [
    'after a regenerate that has changed no amount',
    { InvoiceTotalDollars: -120, OutOfDate: true },
    'Nothing is to be paid: it is a credit memo. In the ERP it is still to be updated; its total stays the same.',
  ],
  [
    'whose snapshot is an invoice by now',
    { InvoiceTotalDollars: 30, OutOfDate: true },
    'Nothing is to be paid: the credit memo in the ERP is still −$120.00, until it is replaced.',
  ],
])('names a credit memo %s', async (_, but, reason) => {
  const memo = {
    ...erp,
    DocumentType: 'CreditMemo',
    TotalAmount: -120,
    Balance: -120,
    DueDate: null,
    InvoiceLink: null,
  }
  stubCalls({ ...lists, 'GET /invoices/71': valid({ ...invoice, ...but, ErpInvoice: memo }) })
  await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  expect(await within(panel).findByText('Credit memo')).toBeVisible()
  expect(within(panel).getByText(reason)).toBeVisible()
  expect(within(panel).getByRole('button', { name: 'Pay Invoice' })).toBeDisabled()
  expect(within(panel).getByText('Credit Memo Date').nextElementSibling).toHaveTextContent('11/04/2026')
  expect(within(panel).queryByText(/Due Date|Invoice Date/), 'it is never due').toBeNull()
})

it.each([
  ['nothing is in the ERP', null, 'Unknown', 'It cannot be paid online before it is in the ERP.'],
  ['it is paid', { ...erp, StatusName: 'Paid' }, 'Paid', 'This invoice is paid.'],
  ['it is voided', { ...erp, StatusName: 'Voided' }, 'Voided', 'This invoice was voided: nothing is owed on it.'],
  ['the ERP gives no link', { ...erp, InvoiceLink: null }, 'Open', 'The ERP gives no page to pay this invoice.'],
  [
    'the link is not of the web',
    { ...erp, InvoiceLink: 'javascript:alert(1)' },
    'Open',
    'The ERP gives no page to pay this invoice.',
  ],
])('cannot be paid when %s, and says so', async (_, ErpInvoice, status, reason) => {
  stubCalls({ ...lists, 'GET /invoices/71': valid({ ...invoice, ErpInvoice }) })
  await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  expect(await within(panel).findByRole('button', { name: 'Pay Invoice' })).toBeDisabled()
  expect(within(panel).getByText(reason)).toBeVisible()
  expect(within(panel).getByText(status)).toBeVisible()
  expect(within(panel).queryAllByText('Not available')).toHaveLength(ErpInvoice ? 0 : 2)
})

it('says when the invoice does not load, and closes', async () => {
  stubCalls({ ...lists, 'GET /invoices/71': refused([{ Key: '', Message: 'No.' }], 500) })
  const { user } = await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  expect(await within(panel).findByText('The invoice did not load')).toBeVisible()
  await user.click(within(panel).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says that there is no such invoice when the server knows none, and offers nothing to try', async () => {
  stubCalls({ ...lists, 'GET /invoices/999999': refused([{ Key: '', Message: 'There is no such record.' }], 404) })
  await renderRoute('/invoices?panel=invoice.999999')
  expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent('There is no such invoice')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it.each([
  ['in part', { StatusName: 'Partially Paid', Balance: 137.5 }, '$137.50 of $5,137.50'],
  ['in part and late', { StatusName: 'Overdue', Balance: 137.5 }, '$137.50 of $5,137.50'],
  ['not at all', { Balance: 5137.5 }, undefined],
  ['whole', { StatusName: 'Paid', Balance: 0 }, undefined],
  ['as far as nobody knows', { StatusName: 'Open', Balance: null }, undefined],
  ['in part, and voided since', { StatusName: 'Voided', Balance: 137.5 }, undefined],
])('tells what is left of an invoice that is paid %s', async (_, but, left) => {
  stubCalls({ ...lists, 'GET /invoices/71': valid({ ...invoice, ErpInvoice: { ...erp, ...but } }) })
  await renderRoute('/invoices?panel=invoice.71')
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  await within(panel).findByText('Bill to')
  expect(within(panel).queryByText('Left to Pay')?.nextSibling?.textContent).toBe(left)
})

it('an address that names no invoice says so, and none is asked for', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/invoices?panel=invoice.abc')
  expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent('There is no such invoice')
  expect(calls.of('GET /invoices/NaN')).toEqual([])
})
