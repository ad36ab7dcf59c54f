import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../../testing/calls'
import { groupAnswers } from '../../../../testing/groups'
import { renderRoute } from '../../../../testing/renderRoute'

const address = '/employers/5/billing/snapshots?panel=why.5-71'

const side = (Quantity: number, Rate: number | null, AmountDollars: number) => ({ Quantity, Rate, AmountDollars })
const none = side(0, null, 0)
const causes = [
  { Cause: 'Joined', Before: none, Now: side(1, 12.5, 12.5), AmountDollars: 12.5 },
  { Cause: 'Left', Before: side(2, 12.5, 25), Now: none, AmountDollars: -25 },
  { Cause: 'RateChanges', Before: none, Now: none, AmountDollars: 0 },
  { Cause: 'Credits', Before: none, Now: side(2, 12.5, -25), AmountDollars: -25 },
  { Cause: 'AfterHours', Before: side(1, 5, 5), Now: side(2, 5, 10), AmountDollars: 5 },
]
const line = {
  Id: 1,
  Name: 'Virtual Care PEPM',
  BillableYear: 2026,
  BillableMonth: 11,
  BillableMonthName: 'November',
  BillableQuantity: 3,
  BillingType: 2,
  ReferenceId: null,
  IsCredit: false,
  IsCorrection: false,
  Rate: 12.5,
  LineItemTotalDollars: 37.5,
}
const consults = {
  ...line,
  Id: 2,
  Name: 'After-hours Consult Fees',
  BillingType: 3,
  BillableQuantity: 2,
  Rate: 5,
  LineItemTotalDollars: 10,
}
const why = {
  SnapshotId: 71,
  BillingPlan: { Id: 3, Name: 'Medical PEPM' },
  EmployerGroup: { Id: 5, Name: 'Harborline Logistics' },
  InvoicePeriodEndDate: '2026-11-03',
  CreatedOn: '2026-11-04T07:00:00Z',
  ComputedOn: '2026-11-04T07:00:00Z',
  InvoiceTotalDollars: 22.5,
  Members: 3,
  MembersBefore: 4,
  People: 5,
  Previous: { SnapshotId: 69, InvoicePeriodEndDate: '2026-10-03', InvoiceTotalDollars: 55 },
  DifferenceDollars: -32.5,
  IsReconciled: true,
  Causes: causes,
  LineItems: [line, consults],
}
const byHand = {
  Kind: 'User',
  UserName: 'Sunniva Prewitt',
  CensusFileId: null,
  FileName: null,
  RecordNumber: null,
  WasAbsent: false,
  RecordedOn: '2026-10-20T16:00:00.000Z',
}
const byFile = {
  ...byHand,
  Kind: 'File',
  CensusFileId: 31,
  FileName: 'c90e7713-0f52-4a4e-9a62-3b1f6f2f0a11',
  RecordNumber: 97,
}
const entry = (EmployeeId: number, FirstName: string, LastName: string, more: object = {}) => ({
  Employee: { EmployeeId, FirstName, LastName },
  Quantity: 1,
  LineName: 'Virtual Care PEPM',
  BillableYear: 2026,
  BillableMonth: 10,
  IsOfPrevious: true,
  AmountDollars: -12.5,
  FilteredStatusChanges: [{ Status: 1, ChangeDate: '2026-09-01' }],
  Source: byHand,
  Reason: null,
  ...more,
})
const reason = 'was billed, then ended back-dated on 10/20/2026'
const members: Readonly<Record<string, readonly object[]>> = {
  Left: [entry(1, 'Kira', 'Imbert'), entry(2, 'Zora', 'Kestler', { Source: byFile })],
  Credits: [
    entry(1, 'Kira', 'Imbert', { Reason: reason, BillableMonth: 9, IsOfPrevious: false }),
    entry(1, 'Kira', 'Imbert', { Reason: reason, IsOfPrevious: false }),
  ],
  AfterHours: [
    {
      ...entry(0, '', '', {
        Employee: null,
        Quantity: 2,
        AmountDollars: 10,
        IsOfPrevious: false,
        Source: null,
        FilteredStatusChanges: [],
        LineName: 'After-hours Consult Fees',
      }),
    },
  ],
}
const everybody = [
  entry(3, 'Dov', 'Abernathy', {
    AmountDollars: 12.5,
    FilteredStatusChanges: [{ Status: 0, ChangeDate: '2022-01-01' }],
  }),
]

const answers = {
  ...groupAnswers(5),
  'GET /billing/5/snapshots': page([]),
  'GET /billing/5/snapshots/71/why': valid(why),
  'GET /billing/5/snapshots/71/why/members': (request: Request) =>
    page(members[new URL(request.url).searchParams.get('Cause') ?? ''] ?? everybody)(request),
}

const panel = () => screen.findByRole('dialog', { name: 'Why this amount?' })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('leads from the total before to this one, cause by cause, and says that it reconciles', async () => {
  stubCalls(answers)
  await renderRoute(address)
  const dialog = await panel()
  const table = await within(dialog).findByRole('table', { name: 'From the earlier total to this one' })
  expect(within(dialog).getByText('Reconciled to the cent')).toBeVisible()
  expect(within(dialog).getByText('Medical PEPM · November 2026 · Harborline Logistics')).toBeVisible()
  expect(dialog).toHaveTextContent('$22.50is $32.50 less than October')
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [within(row).getByRole('rowheader').textContent, cells(row)[0], cells(row).at(-1)])).toEqual(
    [
      ['October 2026', '4 members, 1 consult', '$55.00'],
      ['Joined', '1 member × $12.50', '+$12.50'],
      ['Left', '2 members × $12.50', '−$25.00'],
      ['Rate changes', 'none', '$0.00'],
      ['Credits', '2 now, 0 in October', '−$25.00'],
      ['After-hours consults', '2 now, 1 in October, × $5.00', '+$5.00'],
      ['November 2026', '3 members, 2 consults', '$22.50'],
    ],
  )
  expect(within(dialog).getByText(/never changed since/)).toBeVisible()
})

it('a cause opens by keyboard to its members with status change and source; a file leads to its page', async () => {
  const calls = stubCalls(answers)
  const { user } = await renderRoute(address)
  const cause = await screen.findByRole('button', { name: 'Left' })
  expect(cause).toHaveAttribute('aria-expanded', 'false')
  cause.focus()
  await user.keyboard('{Enter}')
  expect(cause).toHaveAttribute('aria-expanded', 'true')
  const region = await screen.findByRole('region', { name: 'Left: 2 members, −$25.00' })
  expect(within(region).getAllByRole('row').slice(1).map(cells)).toEqual([
    ['Imbert, Kira', 'Made In-Active on 09/01/2026', 'Sunniva Prewitt, by hand', '−$12.50'],
    ['Kestler, Zora', 'Made In-Active on 09/01/2026', 'File c90e7713, row 97', '−$12.50'],
  ])
  expect(within(region).getByRole('link', { name: 'File c90e7713, row 97' })).toHaveAttribute(
    'href',
    '/census-files/31',
  )
  expect(Object.fromEntries(calls.last('GET /billing/5/snapshots/71/why/members').url.searchParams)).toEqual({
    Cause: 'Left',
    Page: '1',
    PerPage: '100',
  })
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('region', { name: 'Left: 2 members, −$25.00' })).toBeNull()
})

it('the members of a cause come into view, those of the last one first', async () => {
  stubCalls(answers)
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    top: window.innerHeight,
    left: 0,
    right: 0,
    bottom: 0,
    width: 0,
    height: 0,
    x: 0,
    y: 0,
  } as DOMRect)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly changed: () => void
      constructor(changed: () => void) {
        this.changed = changed
      }
      observe = () => this.changed()
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Left' }))
  await waitFor(() => expect(scrolled).toHaveBeenCalled())
  scrolled.mockClear()
  const cause = screen.getByRole('button', { name: 'Credits' })
  await user.click(cause)
  expect(scrolled).toHaveBeenCalled()
  scrolled.mockClear()
  expect(screen.getAllByRole('textbox', { name: /^Filter/ }).map((box) => box.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/redit/),
    expect.stringMatching(/eft/),
  ])
  await user.click(cause)
  expect(scrolled).not.toHaveBeenCalled()
})

it('a long name wraps, and leaves the source and the amount in the panel', async () => {
  stubCalls(answers)
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Left' }))
  const region = await screen.findByRole('region', { name: 'Left: 2 members, −$25.00' })
  const [row] = within(region).getAllByRole('row').slice(1)
  const wraps = within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.hasAttribute('data-size'))
  expect(wraps).toEqual([true, true, true, false])
})

it('corrections are told in sentences, the months of one person together; consults name nobody', async () => {
  stubCalls(answers)
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Credits' }))
  const credits = await screen.findByRole('list', { name: 'Credits: 2 entries, −$25.00' })
  expect(
    within(credits)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([`Sep and Oct 2026Imbert, Kira ${reason}Virtual Care PEPM · Sunniva Prewitt, by hand−$25.00`])
  await user.click(screen.getByRole('button', { name: 'After-hours consults' }))
  const list = await screen.findByRole('list', { name: 'After-hours consults: +$5.00' })
  expect(within(list).getByRole('listitem')).toHaveTextContent('Oct 20262 consults After-hours Consult Fees+$10.00')
  expect(screen.queryByRole('textbox', { name: 'Filter After-hours consults: +$5.00' })).toBeNull()
})

it('looks for a name on the server, and asks for further pages on request', async () => {
  const calls = stubCalls({ ...answers, 'GET /billing/5/snapshots/71/why/members': page(everybody, 250, 100) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('tab', { name: /Members/ }))
  await screen.findByText('1 of 250 are shown.')
  await user.click(screen.getByRole('button', { name: 'Show 100 more' }))
  await waitFor(() =>
    expect(calls.last('GET /billing/5/snapshots/71/why/members').url.searchParams.get('Page')).toBe('2'),
  )
  await user.type(screen.getByRole('textbox', { name: 'Filter Everybody on the bill' }), 'aber')
  await waitFor(() =>
    expect(calls.last('GET /billing/5/snapshots/71/why/members').url.searchParams.get('Term')).toBe('aber'),
  )
})

it('is opened from the total of a snapshot, and Escape leads back to it', async () => {
  const row = {
    ...why,
    Id: 71,
    EmployerId: 5,
    InvoicePeriodBeginDate: '2026-10-04',
    InErp: false,
    ErpInvoiceUrl: null,
    OutOfDate: false,
    PaymentStatusText: 'Unknown',
    PaymentStatusColor: '#6c757d',
    LineItemSnapshots: [],
    OutsideLookBack: [],
  }
  stubCalls({ ...answers, 'GET /billing/5/snapshots': page([row]), 'GET /billing/5/snapshots/71': valid(row) })
  const { user } = await renderRoute('/employers/5/billing/snapshots?row=71')
  const opener = await screen.findByRole('button', { name: 'Why this amount?' })
  await user.click(opener)
  expect(await screen.findByText('Reconciled to the cent')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(opener).toHaveFocus()
})

it('the name of a member leads to the page of the member, for those who may see members', async () => {
  stubCalls(answers)
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('tab', { name: /Members/ }))
  expect(await screen.findByRole('link', { name: 'Abernathy, Dov' })).toHaveAttribute('href', '/employers/5/members/3')
  cleanup()
  await renderRoute(address, { can: ['ViewGroups', 'ViewBilling'] })
  await user.click(await screen.findByRole('tab', { name: /Members/ }))
  expect(await screen.findByText('Abernathy, Dov')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Abernathy, Dov' })).toBeNull()
})

it('a line opens to its members', async () => {
  const calls = stubCalls(answers)
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('tab', { name: /Lines/ }))
  await user.click(screen.getByRole('button', { name: 'Virtual Care PEPM' }))
  expect(await screen.findByText('Abernathy, Dov')).toBeVisible()
  expect(calls.last('GET /billing/5/snapshots/71/why/members').url.searchParams.get('LineId')).toBe('1')
})

it('a first bill says so, and one that does not add up says that', async () => {
  stubCalls({
    ...answers,
    'GET /billing/5/snapshots/71/why': valid({
      ...why,
      Previous: null,
      MembersBefore: 0,
      IsReconciled: false,
      ComputedOn: '2026-11-05T07:00:00Z',
    }),
  })
  await renderRoute(address)
  const dialog = await panel()
  expect(await within(dialog).findByText('Does not add up')).toBeVisible()
  expect(dialog).toHaveTextContent('on the first bill of this plan')
  expect(within(dialog).getByRole('row', { name: /Before nothing was billed/ })).toHaveTextContent('$0.00')
  expect(within(dialog).getByText(/first made 11\/04\/2026/)).toBeVisible()
})

it('says when it does not load, and asks again', async () => {
  const calls = stubCalls({
    ...answers,
    'GET /billing/5/snapshots/71/why': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500),
  })
  const { user } = await renderRoute(address)
  const dialog = await panel()
  expect(await within(dialog).findByText('The comparison did not load')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(calls.of('GET /billing/5/snapshots/71/why').length).toBeGreaterThan(1))
})

it.each(['why.71', 'why.5-72'])('says that there is no such snapshot for %s, and offers nothing to try', async (at) => {
  stubCalls({
    ...answers,
    'GET /billing/5/snapshots/72/why': refused([{ Key: '', Message: 'There is no such record.' }], 404),
  })
  await renderRoute(`/employers/5/billing/snapshots?panel=${at}`)
  expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent('There is no such snapshot')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
