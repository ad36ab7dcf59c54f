import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { attached, watchFiles } from '../../testing/files'
import { basics } from '../../testing/groups'
import { lists, row, sums } from '../../testing/invoices'
import { renderRoute } from '../../testing/renderRoute'
import { tightScreen } from '../../ui/list/columns'

afterEach(() => vi.useRealTimers())

it('lists the invoices of all groups, newest period first, 24 to a page', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/invoices')
  const first = await screen.findByRole('row', { name: /INV-000071/ })
  expect(
    within(first)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(
    expect.arrayContaining([
      'Harborline Logistics',
      '11/04/2026',
      'November 2026',
      '$5,137.50',
      'Open',
      'View in ERP »',
    ]),
  )
  expect(within(first).getByRole('link', { name: 'Harborline Logistics' })).toHaveAttribute('href', '/employers/5')
  const unsent = within(screen.getByRole('row', { name: /000072/ }))
  expect(unsent.getAllByText('-')).toHaveLength(3)
  expect(unsent.getByText('Not available')).toBeVisible()
  expect(unsent.getByText('Unknown')).toBeVisible()
  expect(unsent.getByText('Not sent')).toBeVisible()
  expect(Object.fromEntries(calls.last('GET /invoices').url.searchParams)).toEqual({
    EmployerId: '0',
    Page: '1',
    PerPage: '24',
    OrderBy: 'InvoicePeriodEndDate',
    OrderDesc: 'true',
    // Its rows name no employees.
    MembersUpTo: '0',
  })
})

const changed = { State: 'ChangedInErp', Text: 'Changed in the ERP', Color: '#6f42c1', Message: null }
const notRead = { ReadFailedOn: '2026-11-28T10:00:00Z', ReadFailure: 'They refuse our credentials.' }

it.each([
  ['out of date', { ...changed, State: 'OutOfDate', Text: 'Out of date' }],
  ['changed in the ERP', changed],
  ['changed in the ERP and not read since', { ...changed, ...notRead }],
])(
  'the way to a document that is %s and its state stand in lines of their own, and neither is cut',
  async (_, state) => {
    stubCalls({ ...lists, 'GET /invoices': page([{ ...row, ErpState: state }]) })
    await renderRoute('/invoices')
    const found = await screen.findByRole('row', { name: /INV-000071/ })
    const way = within(found).getByRole('link', { name: 'View in ERP »' })
    const lines = linesOf(way)
    expect(lines).toContain(linesOf(within(found).getByText(state.Text))[0])
    // The tag stays beside the way there: three things below each other would be three lines.
    const tag = within(found).queryByText('Not read')
    expect(tag !== null).toBe('ReadFailedOn' in state)
    if (tag) expect(linesOf(tag)[0]).toBe(lines[0])
    // What may shrink to nothing would be broken after each letter.
    expect(way.closest('.inline')).toBeNull()
  },
)

/** What wraps around it in its cell, from the inside. */
function linesOf(one: Element | null): readonly Element[] {
  const line = one?.parentElement?.closest('.line')
  return line ? [line, ...linesOf(line)] : []
}

it('what says that an invoice was not sent may go below its status where it is tight', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: media === tightScreen,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  )
  stubCalls(lists)
  await renderRoute('/invoices')
  const unsent = within(await screen.findByRole('row', { name: /000072/ }))
  expect(linesOf(unsent.getByText('Unknown'))[0]).toBe(linesOf(unsent.getByText('Not sent'))[0])
  expect(unsent.getByText('Unknown').closest('td')).toHaveAttribute('data-wraps')
})

it('says when an invoice is due and how late it is', async () => {
  stubCalls({ ...lists, 'GET /invoices': page([{ ...row, DueDate: '2026-12-04', DaysLate: 12 }]) })
  await renderRoute('/invoices')
  const late = await screen.findByRole('row', { name: /INV-000071/ })
  expect(screen.getByRole('columnheader', { name: /Due Date/ })).toBeVisible()
  expect(within(late).getByText('12/04/2026')).toBeVisible()
  expect(within(late).getByText('12')).toBeVisible()
})

it('each figure above the list shows its invoices, and pressed again all of them', async () => {
  const calls = stubCalls(lists)
  const { user } = await renderRoute('/invoices?payment=Voided')
  const figures = within(await screen.findByRole('group', { name: 'Show invoices' }))
  expect(figures.getAllByRole('button').map((one) => one.textContent)).toEqual([
    'Outstanding$29,334.0012 invoices',
    'Overdue$7,210.503 invoices',
    'Not sent$27,703.5010 invoices',
  ])
  const asked = () => {
    const { searchParams } = calls.last('GET /invoices').url
    return [searchParams.getAll('PaymentStatus'), searchParams.get('NotSent')]
  }
  for (const [name, wanted] of [
    ['Outstanding', [['Open', 'Partially Paid', 'Overdue'], null]],
    ['Overdue', [['Overdue'], null]],
    ['Not sent', [[], 'true']],
  ] as const) {
    await user.click(figures.getByRole('button', { name: new RegExp(`^${name}`) }))
    await waitFor(() => expect(asked()).toEqual(wanted))
    expect(figures.getByRole('button', { name: new RegExp(`^${name}`), pressed: true })).toBeVisible()
    expect(figures.getAllByRole('button', { pressed: true })).toHaveLength(1)
  }
  await user.click(figures.getByRole('button', { name: /^Not sent/ }))
  await waitFor(() => expect(asked()).toEqual([[], null]))
})

it('a customer has no column of the ERP and no figure of what was not sent', async () => {
  const seen = { Outstanding: sums.Outstanding, Overdue: sums.Overdue }
  stubCalls({ ...lists, 'GET /invoices': page([row]), 'GET /invoices/sums': valid(seen) })
  await renderRoute('/invoices', { can: ['ViewInvoices'] })
  await screen.findByRole('row', { name: /INV-000071/ })
  expect(await screen.findByRole('button', { name: /^Outstanding/ })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'In ERP System' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Not sent/ })).toBeNull()
})

it('the list is filtered by status and by billing period', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls(lists)
  const { user } = await renderRoute('/invoices?payment=Overdue')
  await screen.findByRole('row', { name: /INV-000071/ })
  expect(calls.last('GET /invoices').url.searchParams.getAll('PaymentStatus')).toEqual(['Overdue'])
  await user.click(screen.getByRole('button', { name: /^Period/ }))
  await user.click(await screen.findByRole('radio', { name: 'October 2026' }))
  await waitFor(() => expect(calls.last('GET /invoices').url.searchParams.get('BillingPeriod')).toBe('2026-10-03'))
})

it('marks invoices whose commission status is not none', async () => {
  stubCalls(lists)
  await renderRoute('/invoices')
  expect(
    within(await screen.findByRole('row', { name: /INV-000071/ })).getByText('Commission: Unpaid'),
  ).toBeInTheDocument()
  expect(within(screen.getByRole('row', { name: /000072/ })).queryByText(/Commission/)).toBeNull()
})

it('the list of one group asks for that group and has no Group column', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/employers/5/invoices')
  await screen.findByRole('row', { name: /INV-000071/ })
  expect(screen.queryByRole('columnheader', { name: 'Group' })).toBeNull()
  expect(calls.last('GET /invoices').url.searchParams.get('EmployerId')).toBe('5')
})

it('those who may not see the invoices of a group find no page there, and nothing is asked', async () => {
  const calls = stubCalls({ ...lists, 'GET /employers/5': valid({ ...basics(5), EnableInvoiceAccess: false }) })
  await renderRoute('/employers/5/invoices', { can: ['ViewInvoices', 'ViewGroups'] })
  expect(await screen.findByText('There is no such page')).toBeVisible()
  expect(calls.of('GET /invoices')).toEqual([])
})

it('says so when there are none', async () => {
  stubCalls({ ...lists, 'GET /invoices': page([]) })
  await renderRoute('/invoices')
  expect(await screen.findByText('No results to display.')).toBeVisible()
})

it('downloads the PDF from the row menu', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /erp/invoices/0/pdf': attached('%PDF', 'INV-000072.pdf', 'application/pdf'),
  })
  const files = watchFiles()
  const { user } = await renderRoute('/invoices')
  await user.click(await screen.findByRole('button', { name: 'Actions for invoice 000072' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Download' }))
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['INV-000072.pdf']))
  expect(calls.last('GET /erp/invoices/0/pdf').url.search).toBe('?ApiServiceId=0&InvoiceId=72&EmployerId=5')
})

it('administrators mark the commission as paid or not, by what it is now', async () => {
  const call = 'POST /billing/5/snapshots/71/commission/status'
  const answers = [
    refused([{ Key: 'CommissionStatus', Message: 'It cannot be marked.' }]),
    valid({ ...row, CommissionStatus: 2 }),
  ]
  const calls = stubCalls({ ...lists, [call]: (request) => (answers.shift() ?? valid(null))(request) })
  const { user } = await renderRoute('/invoices')
  await user.click(await screen.findByRole('button', { name: 'Actions for invoice 000072' }))
  const both = within(await screen.findByRole('menu'))
    .getAllByRole('menuitem')
    .map((item) => item.textContent)
  expect(both).toEqual(['View', 'Download', 'Mark as Commission Paid', 'Mark as Un-Paid', 'View ERP History'])
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Actions for invoice INV-000071' }))
  expect(screen.queryByRole('menuitem', { name: 'Mark as Un-Paid' })).toBeNull()
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as Commission Paid' }))
  const panel = await screen.findByRole('dialog', { name: 'Mark as Commission Paid' })
  await user.click(within(panel).getByRole('button', { name: 'Mark as Commission Paid' }))
  expect((await screen.findByText('Error')).parentElement).toHaveTextContent('It cannot be marked.')
  expect(panel).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Mark as Commission Paid' }))
  expect((await screen.findByText('The commission payment status has been updated.')).parentElement).toHaveTextContent(
    'Success',
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.last(call).body).toEqual({ CommissionStatus: 'Paid', SnapshotId: 71 })
  expect(calls.of('GET /invoices').length).toBeGreaterThan(1)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The commission on invoice INV-000071 is marked as not paid.')).toBeVisible()
  expect(calls.last(call).body).toEqual({ CommissionStatus: 'Unpaid', SnapshotId: 71 })
})

it('others than administrators neither mark commissions nor see the page of the accounting system', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/invoices', { can: ['ViewInvoices', 'ViewUnsentInvoices'] })
  expect(await screen.findByRole('row', { name: /INV-000071/ })).toHaveTextContent('Yes')
  expect(screen.queryByRole('link', { name: 'View in ERP »' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Actions for invoice INV-000071' }))
  expect(
    within(await screen.findByRole('menu'))
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual(['View', 'Download'])
  await user.click(screen.getByRole('menuitem', { name: 'View' }))
  const panel = await screen.findByRole('dialog', { name: 'View Invoice' })
  await within(panel).findByRole('link', { name: 'Pay Invoice' })
  expect(within(panel).queryByRole('link', { name: 'View in ERP »' })).toBeNull()
})

it('chosen invoices are downloaded as one file', async () => {
  const calls = stubCalls({ ...lists, 'GET /invoices/archive': attached('PK', 'invoices.zip', 'application/zip') })
  const files = watchFiles()
  const { user } = await renderRoute('/invoices')
  await screen.findByRole('row', { name: /INV-000071/ })
  for (const box of screen.getAllByRole('checkbox', { name: /invoice/ })) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['invoices.zip']))
  expect(calls.last('GET /invoices/archive').url.searchParams.get('InvoiceIds')).toBe('71,72')
})
