import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { groupAnswers } from '../../../testing/groups'
import { renderRoute } from '../../../testing/renderRoute'

const address = '/employers/5/billing/snapshots'

const line = {
  Id: 1,
  Name: 'Virtual Care PEPM',
  BillableYear: 2026,
  BillableMonth: 11,
  BillableMonthName: 'November',
  BillableQuantity: 412,
  BillingType: 2,
  ReferenceId: null,
  IsCredit: false,
  IsCorrection: false,
  Rate: 12.5,
  LineItemTotalDollars: 5150,
}
const credit = {
  ...line,
  Id: 2,
  BillableMonth: 9,
  BillableMonthName: 'September',
  BillableQuantity: 1,
  IsCredit: true,
  IsCorrection: true,
  LineItemTotalDollars: -12.5,
}
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
function erpState(State: string, Text: string, Message: string | null = null) {
  return { State, Text, Color: '#6c757d', Message, ReadFailedOn: null, ReadFailure: null }
}
const snapshot = {
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
const fresh = {
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
const employee = (EmployeeId: number, FirstName: string, LastName: string, Status: number, ChangeDate: string) => ({
  Employee: { EmployeeId, FirstName, LastName },
  FilteredStatusChanges: [{ Status, ChangeDate }],
})
const detail = {
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
const lists = {
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

afterEach(() => vi.useRealTimers())

it('lists snapshots by month, newest first, 25 to a page, with what the ERP has', async () => {
  const calls = stubCalls(lists)
  await renderRoute(address)
  const row = await screen.findByRole('row', { name: /Medical PEPM/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(
    expect.arrayContaining([
      'November 2026',
      'Medical PEPM',
      '$5,182.50',
      '+$110.10',
      'Overdue',
      'View in ERP »Out of date',
    ]),
  )
  expect(screen.getByRole('heading', { level: 2, name: 'Billing Snapshots' })).toBeVisible()
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Billing Period',
    'Billing Plan',
    'Amount',
    'Against last',
    'Payment',
    'In ERP System',
    'Actions',
  ])
  const link = within(row).getByRole('link', { name: 'View in ERP »' })
  expect(link).toHaveAttribute('href', 'https://erp.example.com/71')
  expect(link).toHaveAttribute('target', '_blank')
  expect(within(row).getByText('Out of date')).toBeVisible()
  const first = within(screen.getByRole('row', { name: /Vision PEPM/ }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(first).toEqual(expect.arrayContaining(['$824.00', '–', 'Unknown', '-Not sent']))
  expect(Object.fromEntries(calls.last('GET /billing/5/snapshots').url.searchParams)).toEqual({
    Page: '1',
    PerPage: '25',
    OrderBy: 'InvoicePeriodEndDate',
    OrderDesc: 'true',
  })
})

it('who may not change billing sees neither New Snapshot nor the row menus', async () => {
  stubCalls(lists)
  await renderRoute(`${address}?panel=snapshot`, { can: ['ViewBilling'] })
  await screen.findByRole('row', { name: /Medical PEPM/ })
  expect(screen.queryByRole('button', { name: 'New Snapshot' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a row opens to its lines with month, quantity, rate and amount, and says what the look-back left out', async () => {
  stubCalls(lists)
  await renderRoute(`${address}?row=71`)
  const table = await screen.findByRole('region', { name: 'Lines of the snapshot' })
  const credited = within(table).getByRole('row', { name: /Credit/ })
  await within(credited).findByText('Imbert, Kira · Made In-Active on 09/01/2026')
  expect(
    within(credited)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    'Virtual Care PEPMCredit',
    'Sep 2026',
    '1',
    '$12.50',
    '−$12.50',
    'Imbert, Kira · Made In-Active on 09/01/2026',
  ])
  expect(within(table).getByText('412 active employees')).toBeVisible()
  expect(within(table).getByRole('row', { name: /Total/ })).toHaveTextContent('$5,182.50')
  expect(within(table).getByText('Window 10/04/2026 – 11/03/2026')).toBeVisible()
  const left = screen.getByText('Outside the look-back, not billed.').parentElement as HTMLElement
  expect(
    within(left)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    '7 credits of June 2026 on Virtual Care PEPM: Kestler, Ada · Kestler, Bo · Kestler, Cy · Kestler, Di · Kestler, Ed · and 2 more',
    '1 debt of May 2026 on After-hours Consult Fees',
  ])
})

it('a line opens to its employees with rate and status change, filtered by first or last name', async () => {
  stubCalls(lists)
  const { user } = await renderRoute(`${address}?row=71`)
  const table = await screen.findByRole('region', { name: 'Lines of the snapshot' })
  await user.click(within(table).getAllByRole('button', { name: 'Virtual Care PEPM' })[0] as HTMLElement)
  const members = await screen.findByRole('region', { name: 'Virtual Care PEPM, Nov 2026' })
  expect(within(members).getByRole('row', { name: /Dunmore, Zora/ })).toHaveTextContent(
    'Made Active on 03/01/2024$12.50',
  )
  await user.type(screen.getByRole('textbox', { name: 'Filter Virtual Care PEPM, Nov 2026' }), 'ABER')
  expect(within(members).queryByText('Dunmore, Zora')).toBeNull()
  expect(within(members).getByText('Abernathy, Dov')).toBeVisible()
  expect(screen.getByText('1 of 3 members')).toBeVisible()
})

it('a line of many employees gives them page by page, and looks for names on the server', async () => {
  const large = {
    ...detail,
    LineItems: [{ ...line, BillableQuantity: 100000, ActiveEmployeeData: null, InActiveEmployeeData: null }],
  }
  const calls = stubCalls({
    ...lists,
    'GET /billing/5/snapshots/71': valid(large),
    'GET /billing/5/snapshots/71/lines/1/members': page(
      [employee(1, 'Dov', 'Abernathy', 0, '2022-01-01'), employee(2, 'Zora', 'Dunmore', 0, '2024-03-01')],
      100000,
      100,
    ),
  })
  const { user } = await renderRoute(`${address}?row=71`)
  const table = await screen.findByRole('region', { name: 'Lines of the snapshot' })
  await user.click(within(table).getAllByRole('button', { name: 'Virtual Care PEPM' })[0] as HTMLElement)
  const members = await screen.findByRole('region', { name: 'Virtual Care PEPM, Nov 2026' })
  expect(within(members).getByRole('row', { name: /Dunmore, Zora/ })).toHaveTextContent(
    'Made Active on 03/01/2024$12.50',
  )
  expect(screen.getByText('100,000 members')).toBeVisible()
  expect(screen.getByText('2 of 100,000 are shown.', { exact: false })).toBeVisible()
  expect(calls.last('GET /billing/5/snapshots/71').url.searchParams.get('MembersUpTo')).toBe('200')
  await user.click(screen.getByRole('button', { name: 'Show 100 more' }))
  await waitFor(() =>
    expect(calls.last('GET /billing/5/snapshots/71/lines/1/members').url.searchParams.get('Page')).toBe('2'),
  )
  await user.type(screen.getByRole('textbox', { name: 'Filter Virtual Care PEPM, Nov 2026' }), 'aber')
  await waitFor(() =>
    expect(Object.fromEntries(calls.last('GET /billing/5/snapshots/71/lines/1/members').url.searchParams)).toEqual({
      Page: '1',
      PerPage: '100',
      Term: 'aber',
    }),
  )
})

it('the list is filtered by plan and by payment', async () => {
  const calls = stubCalls(lists)
  const { user } = await renderRoute(address)
  await screen.findByRole('row', { name: /Medical PEPM/ })
  await user.click(screen.getByRole('button', { name: /^Plan/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'Medical PEPM' }))
  await waitFor(() => expect(calls.last('GET /billing/5/snapshots').url.searchParams.getAll('PlanIds')).toEqual(['3']))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: /^Payment/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'Partially Paid' }))
  await waitFor(() =>
    expect(calls.last('GET /billing/5/snapshots').url.searchParams.getAll('PaymentStatus')).toEqual(['Partially Paid']),
  )
})

it('a line of consults names nobody', async () => {
  stubCalls(lists)
  const { user } = await renderRoute(`${address}?row=71`)
  await screen.findByText('7 credits of June 2026')
  await user.click(screen.getByRole('button', { name: 'After-hours Consult Fees' }))
  expect(screen.getByText('This line counts 9 consults. Who consulted is not listed on a bill.')).toBeVisible()
})

it('shows the lines of the list when the employees do not load', async () => {
  stubCalls({
    ...lists,
    'GET /billing/5/snapshots/71': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500, {
      'x-request-id': '7F3A',
    }),
  })
  await renderRoute(`${address}?row=71`)
  expect(await screen.findByText('The employees did not load.')).toBeVisible()
  expect(screen.getByText(/An unknown error has occurred\. Reference 7F3A\./)).toBeVisible()
  expect(screen.getByRole('row', { name: /After-hours Consult Fees/ })).toBeVisible()
})

it('a list that does not load says the reference to quote', async () => {
  stubCalls({
    ...lists,
    'GET /billing/5/snapshots': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500, {
      'x-request-id': '7F3A',
    }),
  })
  await renderRoute(address)
  expect(await screen.findByText('The snapshots did not load')).toBeVisible()
  expect(screen.getByText('An unknown error has occurred. Reference 7F3A.')).toBeVisible()
})

it('creates a snapshot from the 4th of the month before to the 3rd', async () => {
  vi.useFakeTimers({ now: new Date('2027-01-20T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls({ ...lists, 'POST /billing/5/invoices/3/snapshots': valid({ ...snapshot, Id: 81 }) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'New Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Snapshot' })
  await user.click(within(panel).getByRole('combobox', { name: 'Year' }))
  expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toEqual(
    expect.arrayContaining(['2026', '2027', '2028']),
  )
  await user.keyboard('{Escape}')
  await user.click(within(panel).getByRole('combobox', { name: 'Billing Plan' }))
  await user.click(screen.getByRole('option', { name: 'Medical PEPM', hidden: true }))
  expect(within(panel).getByText('Bills 12/04/2026 to 01/03/2027.')).toBeVisible()
  expect(within(panel).queryByText(/is already there/)).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Create Snapshot' }))
  expect(await screen.findByText('The snapshot has been created successfully!')).toBeVisible()
  expect(screen.getByText('Success!')).toBeVisible()
  expect(calls.last('POST /billing/5/invoices/3/snapshots').body).toEqual({
    EmployerId: 5,
    InvoiceId: 3,
    StartDate: '2026-12-04',
    EndDate: '2027-01-03',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.of('GET /billing/5/snapshots').length).toBeGreaterThan(1)
})

it.each([
  {
    latest: snapshot,
    says: 'November 2026 is already there. A snapshot of an earlier month can only be deleted after the later ones, whose invoices are deleted in the ERP first.',
  },
  {
    latest: fresh,
    says: 'December 2026 is already there. A snapshot of an earlier month can only be deleted after the later ones.',
  },
])('says that a later month is there: $says', async ({ latest, says }) => {
  vi.useFakeTimers({ now: new Date('2026-10-20T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls({
    ...lists,
    'GET /billing/5/snapshots': page([latest]),
    'POST /billing/5/invoices/3/snapshots': valid({ ...snapshot, Id: 81 }),
  })
  const { user } = await renderRoute(`${address}?panel=snapshot`)
  const panel = await screen.findByRole('dialog', { name: 'Create Snapshot' })
  await user.click(await within(panel).findByRole('combobox', { name: 'Billing Plan' }))
  await user.click(screen.getByRole('option', { name: 'Medical PEPM', hidden: true }))
  expect(await within(panel).findByText(/is already there/)).toBeVisible()
  expect(within(panel).getByRole('status')).toHaveTextContent(says)
  const asked = Object.fromEntries(calls.last('GET /billing/5/snapshots').url.searchParams)
  expect(asked).toMatchObject({ PlanIds: '3', PerPage: '1', OrderBy: 'InvoicePeriodEndDate', OrderDesc: 'true' })
  await user.click(within(panel).getByRole('button', { name: 'Create Snapshot' }))
  expect(await screen.findByText('The snapshot has been created successfully!')).toBeVisible()
})

it('starts at Select..., sends plan 0, and shows the errors below the fields and as a notice', async () => {
  const errors = [
    { Key: 'InvoiceId', Message: 'Please select a billing plan.' },
    { Key: 'StartDate', Message: 'A snapshot already exists for this plan and billing period.' },
  ]
  const calls = stubCalls({ ...lists, 'POST /billing/5/invoices/0/snapshots': refused(errors) })
  const { user } = await renderRoute(`${address}?panel=snapshot`)
  const panel = await screen.findByRole('dialog', { name: 'Create Snapshot' })
  const plan = await within(panel).findByRole('combobox', { name: 'Billing Plan' })
  expect(plan).toHaveAttribute('placeholder', 'Select...')
  await user.click(within(panel).getByRole('button', { name: 'Create Snapshot' }))
  expect(await within(panel).findByText('A snapshot already exists for this plan and billing period.')).toBeVisible()
  expect(within(panel).getByText('Please select a billing plan.')).toBeVisible()
  expect(calls.last('POST /billing/5/invoices/0/snapshots').body).toMatchObject({ InvoiceId: 0 })
  const notice = (await screen.findByText('Error')).parentElement
  expect(notice).toHaveTextContent('Please select a billing plan.')
})

it('the history of a snapshot is read from its menu', async () => {
  const entry = {
    Id: 9,
    At: '2026-11-04T15:00:00Z',
    UserName: 'Dana Reyes',
    ActionText: 'Snapshot created',
    Subject: 'snapshot',
    SubjectId: 71,
    Changes: [],
  }
  const calls = stubCalls({ ...lists, 'GET /audit': page([entry]) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for November 2026, Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'View History' }))
  const panel = await screen.findByRole('dialog', { name: 'History' })
  expect(await within(panel).findByText('Snapshot created')).toBeVisible()
  expect(calls.last('GET /audit').url.searchParams.get('SubjectId')).toBe('71')
})

it('regenerates after asking', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /billing/5/snapshots': page([fresh, { ...snapshot, PaymentStatusText: 'Partially Paid' }], 58),
    'POST /billing/5/snapshots/71/regenerate': valid(snapshot),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for November 2026, Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Regenerate Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Regenerate Snapshot' })
  expect(panel).toHaveTextContent('Compute the November 2026 snapshot of $5,182.50 anew?')
  expect(panel).toHaveTextContent('marked out of date')
  expect(panel).toHaveTextContent('A part of it is paid.')
  expect(calls.of('POST /billing/5/snapshots/71/regenerate')).toEqual([])
  await user.click(within(panel).getByRole('button', { name: 'Regenerate Snapshot' }))
  expect(await screen.findByText('The snapshot has been regenerated successfully!')).toBeVisible()
})

it('deletes after asking, and says why when it is refused', async () => {
  const reason =
    "Only the plan's latest snapshot can be deleted. Delete the snapshot of December 2026 first, or regenerate this one."
  const answers = [refused([{ Key: '', Message: reason }]), valid(null)]
  const calls = stubCalls({
    ...lists,
    'DELETE /billing/5/snapshots/80': (request) => (answers.shift() ?? valid(null))(request),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for December 2026, Vision PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Delete Snapshot' })
  expect(panel).toHaveTextContent('Delete the December 2026 snapshot of $824.00?')
  expect(panel).toHaveTextContent('1 line, 412 members × $12.50')
  await user.click(within(panel).getByRole('button', { name: 'Delete Snapshot' }))
  expect(await within(panel).findByText(reason)).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Delete Snapshot' }))
  expect(await screen.findByText('The snapshot has been deleted successfully!')).toBeVisible()
  expect(calls.of('DELETE /billing/5/snapshots/80')).toHaveLength(2)
  expect(calls.of('GET /billing/5/snapshots')).toHaveLength(2)
  expect(calls.of('GET /billing/5/snapshots/80/commission/statements'), 'what is gone is not asked about').toHaveLength(
    1,
  )
})

it('what is in the ERP is updated there, and what is not is created', async () => {
  stubCalls(lists)
  const { user } = await renderRoute(address)
  const actions = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    const menu = await screen.findByRole('menu')
    const found = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return found
  }
  expect(await actions('November 2026, Medical PEPM')).toEqual([
    'Sync Payment Status',
    'Regenerate Snapshot',
    'Update Invoice in ERP',
    'View ERP History',
    'Generate Commission Statement',
    'View History',
    'Delete Snapshot',
  ])
  expect(await actions('December 2026, Vision PEPM')).toEqual([
    'Sync Payment Status',
    'Regenerate Snapshot',
    'Create Invoice in ERP',
    'View ERP History',
    'Generate Commission Statement',
    'View History',
    'Delete Snapshot',
  ])
})

it.each([
  [
    'December 2026, Vision PEPM',
    'Create Invoice in ERP',
    'Create Invoice',
    'POST /billing/5/snapshots/80/erp/invoice',
    'The invoice has been created successfully!',
  ],
  [
    'November 2026, Medical PEPM',
    'Update Invoice in ERP',
    'Update Invoice',
    'POST /billing/5/snapshots/71/erp/invoice/line-items',
    'The invoice has been updated successfully!',
  ],
])('%s: %s asks first, says why it is refused, and reloads the list', async (name, action, title, call, notice) => {
  const reason = 'This billing plan has no ERP account or customer.'
  const answers = [refused([{ Key: '', Message: reason }]), valid(snapshot)]
  const calls = stubCalls({ ...lists, [call]: (request) => (answers.shift() ?? valid(null))(request) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  const panel = await screen.findByRole('dialog', { name: title })
  expect(calls.of(call)).toEqual([])
  await user.click(within(panel).getByRole('button', { name: title }))
  expect(await within(panel).findByText(reason)).toBeVisible()
  const before = calls.of('GET /billing/5/snapshots').length
  await user.click(within(panel).getByRole('button', { name: title }))
  expect(await screen.findByText(notice)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.of('GET /billing/5/snapshots').length).toBeGreaterThan(before)
})

it('a sync asks nothing, shows that it runs, and says when it is done', async () => {
  const call = 'POST /billing/5/snapshots/71/sync-status'
  let finish: (() => void) | undefined
  const waits = new Promise<void>((done) => (finish = done))
  const heard = valid({
    PaymentStatusText: 'Paid',
    PaymentStatusColor: '#28a745',
    Balance: 0,
    LastSyncedOn: '2026-11-20T15:00:00Z',
  })
  const calls = stubCalls({ ...lists, [call]: async (request) => (await waits, heard(request)) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for November 2026, Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sync Payment Status' }))
  expect(await screen.findByText('Syncing…')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  finish?.()
  expect(await screen.findByText('The payment status has been synced.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Syncing…')).toBeNull())
  expect(calls.of('GET /billing/5/snapshots').length).toBeGreaterThan(1)
})

it('a sync that fails says why', async () => {
  const reason = 'This snapshot has not been invoiced in the ERP.'
  stubCalls({ ...lists, 'POST /billing/5/snapshots/80/sync-status': refused([{ Key: '', Message: reason }]) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for December 2026, Vision PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sync Payment Status' }))
  expect(await screen.findByText(reason)).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
})
