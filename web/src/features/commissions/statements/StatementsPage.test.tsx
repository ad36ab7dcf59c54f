import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { adjustment, row, totals, whole } from '../../../testing/commissions'
import { attached, watchFiles } from '../../../testing/files'
import { erpState } from '../../../testing/snapshots'
import { renderRoute } from '../../../testing/renderRoute'

const address = '/commission/snapshots'
const billed = {
  ...row,
  Id: 8,
  Name: 'Birch - October 2026',
  HasBill: true,
  BillNumber: '202610-8-BRC',
  BillState: 'Sent',
}
const answers = {
  'GET /commission/snapshots': page([row, billed]),
  'GET /commission/snapshots/7': valid(whole),
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const actionsOf = async (user: Awaited<ReturnType<typeof renderRoute>>['user'], name: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

it('lists the statements, newest first, 24 to a page', async () => {
  const calls = stubCalls(answers)
  await renderRoute(address)
  await screen.findByRole('button', { name: row.Name })
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headings).toEqual(['', 'Name', 'Payee', 'Billing Period', 'Amount', 'Created', 'Actions'])
  const rows = screen.getAllByRole('row').slice(1)
  expect(
    rows.map((one) =>
      within(one)
        .getAllByRole('cell')
        .slice(2, 7)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['Acme - October 2026CS-000007', 'Summit Advisors', 'October 2026', '$308.75', '11/03/2026'],
    ['Birch - October 2026202610-8-BRCBilled', 'Summit Advisors', 'October 2026', '$308.75', '11/03/2026'],
  ])
  const asked = calls.last('GET /commission/snapshots').url.searchParams
  expect(Object.fromEntries(asked)).toEqual({ Page: '1', PerPage: '24', OrderBy: 'CreatedAt', OrderDesc: 'true' })
})

it('is narrowed to payees and to how bills stand', async () => {
  const calls = stubCalls({ ...answers, 'GET /commission/snapshots/payees': valid(['Acme, Inc.', 'Summit Advisors']) })
  const { user } = await renderRoute(`${address}?bill=NotSent`)
  // Above the column of the same name, which sorts.
  const [chip] = await screen.findAllByRole('button', { name: 'Payee' })
  if (chip) await user.click(chip)
  await user.click(await screen.findByRole('checkbox', { name: 'Acme, Inc.' }))
  await waitFor(() =>
    expect(Object.fromEntries(calls.last('GET /commission/snapshots').url.searchParams)).toMatchObject({
      Payees: 'Acme, Inc.',
      BillStates: 'NotSent',
    }),
  )
  expect(screen.getByRole('button', { name: 'Bill: No bill' })).toBeVisible()
})

it('says when there are none', async () => {
  stubCalls({ 'GET /commission/snapshots': page([]) })
  await renderRoute(address)
  expect(await screen.findByText('No results to display.')).toBeVisible()
  expect(screen.getByText(/^A statement is made of a rule and a month/)).toBeVisible()
})

it('creates the bill after a question that names amount and payee', async () => {
  const calls = stubCalls({ ...answers, 'POST /commission/snapshots/7/bill': valid(whole) })
  const { user } = await renderRoute(address)
  await actionsOf(user, row.Name, 'Create Bill in ERP')
  const panel = await screen.findByRole('dialog', { name: 'Create Bill in ERP' })
  expect(within(panel).getByText('Create a bill of $308.75 to Summit Advisors in the ERP?')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Create Bill' }))
  expect(await screen.findByText('The bill has been created.')).toBeVisible()
  expect(calls.of('POST /commission/snapshots/7/bill')).toHaveLength(1)
})

it.each([
  ['Create Bill in ERP', 'Create Bill', 'POST /commission/snapshots/7/bill', 'The rule has no ERP vendor.'],
  ['Delete', 'Delete Statement', 'DELETE /commission/snapshots/7', 'A bill exists in the ERP for this statement.'],
])('a refusal of %s is a notice titled Error that stays', async (action, button, call, reason) => {
  stubCalls({ ...answers, [call]: refused([{ Key: '', Message: reason }]) })
  const { user } = await renderRoute(address)
  await actionsOf(user, row.Name, action)
  await user.click(await screen.findByRole('button', { name: button }))
  const notice = await within(screen.getByRole('region', { name: 'Notices' })).findByRole('alert')
  expect(within(notice).getByText('Error')).toBeVisible()
  expect(within(notice).getByText(reason)).toBeVisible()
  expect(within(notice).queryByRole('progressbar')).toBeNull()
})

it('a statement with a bill can be neither billed again nor deleted, and the menu says why', async () => {
  stubCalls(answers)
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: `Actions for ${billed.Name}` }))
  expect(await screen.findAllByText('A bill exists in the ERP for this statement.')).toHaveLength(2)
})

it('deletes after a question, and asks no more about what is gone', async () => {
  let left = [row]
  const calls = stubCalls({
    ...answers,
    'GET /commission/snapshots': (request) => page(left)(request),
    'DELETE /commission/snapshots/7': (request) => {
      left = []
      return valid(null)(request)
    },
  })
  const { user } = await renderRoute(`${address}?row=7`)
  await screen.findByText('Brought forward from September 2026')
  await actionsOf(user, row.Name, 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete Statement' }))
  expect(await screen.findByText('The commission statement has been deleted.')).toBeVisible()
  expect(await screen.findByText('No results to display.')).toBeVisible()
  expect(calls.of('GET /commission/snapshots/7')).toHaveLength(1)
})

it('downloads the lines, and opens the page that prints in a new tab', async () => {
  stubCalls({ ...answers, 'GET /commission/snapshots/7/csv': attached('Statement\r\n', 'acme.csv') })
  const files = watchFiles()
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await renderRoute(address)
  await actionsOf(user, row.Name, 'Download CSV')
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['acme.csv']))
  await actionsOf(user, row.Name, 'Download PDF')
  expect(opened).toHaveBeenCalledWith('/commission/statements/7/pdf/render', '_blank', 'noopener')
})

it('creates a statement of a rule found by typing, for the 3rd of last month unless told otherwise', async () => {
  vi.useFakeTimers({ now: new Date('2026-01-15T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls({
    ...answers,
    'GET /commission/rules': page([
      { Id: 4, Name: 'Acme', PayeeName: 'Summit Advisors', Active: true },
      { Id: 5, Name: 'Acme of old', PayeeName: 'Summit Advisors', Active: false },
    ]),
    'POST /commission/snapshots': valid(whole),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'New Statement' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Commission Statement' })
  expect(within(panel).getByRole('combobox', { name: 'Month' })).toHaveValue('December')
  expect(within(panel).getByRole('combobox', { name: 'Year' })).toHaveValue('2025')
  await user.click(within(panel).getByRole('combobox', { name: 'Year' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['2025', '2026', '2027'])
  await user.keyboard('{Escape}')
  await user.type(within(panel).getByRole('combobox', { name: 'Commission Rule' }), 'acm')
  await user.click(await screen.findByRole('option', { name: 'Acme (Summit Advisors)' }, { timeout: 3000 }))
  await user.click(within(panel).getByRole('button', { name: 'Create Statement' }))
  expect(await screen.findByText('The commission statement has been created.')).toBeVisible()
  expect(calls.last('POST /commission/snapshots').body).toEqual({
    CommissionRuleId: 4,
    RuleName: 'Acme',
    BillingPeriod: '2025-12-03',
  })
})

it('says when no rule is found, and puts refusals under their fields and into a notice', async () => {
  const reason = 'There are no billable line items for this rule and billing period.'
  stubCalls({
    ...answers,
    'GET /commission/rules': page([]),
    'POST /commission/snapshots': refused([
      { Key: 'CommissionRuleId', Message: 'Commission Rule is required.' },
      { Key: 'BillingPeriod', Message: reason },
    ]),
  })
  const { user } = await renderRoute(`${address}?panel=statement-new`)
  const panel = await screen.findByRole('dialog', { name: 'Create Commission Statement' })
  await user.type(within(panel).getByRole('combobox', { name: 'Commission Rule' }), 'zzz')
  expect(await screen.findByText('No rules matched your search.', {}, { timeout: 3000 })).toBeVisible()
  await user.clear(within(panel).getByRole('combobox', { name: 'Commission Rule' }))
  await user.click(within(panel).getByRole('button', { name: 'Create Statement' }))
  expect(await within(panel).findByText(reason)).toBeVisible()
  expect(within(panel).getByText('Commission Rule is required.')).toBeVisible()
  const notice = await within(screen.getByRole('region', { name: 'Notices' })).findByRole('alert')
  expect(within(notice).getByText('Commission Rule is required.')).toBeVisible()
})

it('downloads the statements of a month by browsing to the file: last month unless told otherwise, no later than today', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T15:00:00Z'), toFake: ['Date'] })
  stubCalls(answers)
  const browsed: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    browsed.push(this.getAttribute('href') ?? '')
  })
  const { user } = await renderRoute(address)
  const openPanel = async () => {
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    return screen.findByRole('dialog', { name: 'Download Statements' })
  }
  let panel = await openPanel()
  expect(within(panel).getByRole('button', { name: 'Billing month' })).toHaveTextContent('October 2026')
  await user.click(within(panel).getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(browsed).toEqual(['/api/v1/commission/snapshots/csv?BillingPeriod=2026-10-03']))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  panel = await openPanel()
  await user.click(within(panel).getByRole('button', { name: 'Billing month' }))
  expect(await screen.findByRole('button', { name: 'Dec' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Nov' }))
  await user.click(within(panel).getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(browsed[1]).toBe('/api/v1/commission/snapshots/csv?BillingPeriod=2026-11-27'))
})

const behind = {
  Kind: 'Charge',
  Quantity: 258,
  BillingLineItemRate: 12.5,
  CommissionPayoutRate: 1.25,
  TotalDollars: 322.5,
  IsCredit: false,
  Payable: true,
  Reason: null,
  EmployerId: 5,
  SnapshotId: 71,
}

it('shows a statement by invoice, what waits apart, and opens an amount to its snapshot lines and the invoice', async () => {
  const calls = stubCalls({
    ...answers,
    'GET /commission/snapshots/7/why': valid([behind]),
    'GET /invoices/71': refused([{ Key: '', Message: 'There is no such record.' }], 404),
  })
  const { user, router } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: row.Name }))
  const panel = await screen.findByRole('dialog', { name: 'Commission Statement' })
  expect(await within(panel).findByText('CS-000007')).toBeVisible()
  const lines = within(panel).getByRole('table', { name: 'Lines of the statement' })
  expect(within(lines).getByText('Total, 2 lines from 1 employer')).toBeVisible()
  const waits = within(panel).getByRole('table', { name: 'Pending until the invoices are paid' })
  expect(within(waits).getByText('Kestrel Freight')).toBeVisible()
  const [first] = within(lines).getAllByRole('button', { name: 'Medical PEPM' })
  if (!first) throw new Error('There is no line.')
  await user.click(first)
  const why = await within(panel).findByRole('region', { name: 'Why $322.50 on Medical PEPM of Harborline Logistics?' })
  expect(within(why).getByText('Billed for the month')).toBeVisible()
  expect(Object.fromEntries(calls.last('GET /commission/snapshots/7/why').url.searchParams)).toEqual({
    PlanLineId: '31',
    Month: '10',
    Year: '2026',
    IsCredit: 'false',
    IsCorrection: 'false',
    SnapshotId: '71',
  })
  await user.click(within(lines).getByRole('button', { name: 'View Invoice LW-004189 of Harborline Logistics' }))
  expect(await screen.findByText('There is no such invoice')).toBeVisible()
  expect(router.state.location.search).toMatchObject({ panel: 'statement.7,invoice.71' })
})

it('compares with last month, reason by reason, to the cent', async () => {
  stubCalls({
    ...answers,
    'GET /commission/snapshots/7/compare': valid({
      Previous: { ...row, Id: 3, Name: 'Acme - September 2026', AmountDue: 300 },
      PreviousCount: 1,
      Count: 1,
      Before: 300,
      Now: 308.75,
      Rows: [
        {
          EmployerName: 'Harborline Logistics',
          PlanName: 'Medical PEPM',
          Reason: 'Quantity',
          Before: 301.25,
          Now: 322.5,
          Difference: 21.25,
        },
        { EmployerName: '', PlanName: '', Reason: 'Brought forward', Before: 0, Now: -12.5, Difference: -12.5 },
      ],
      Difference: 8.75,
    }),
  })
  const { user } = await renderRoute(address)
  await actionsOf(user, row.Name, 'Why this payout?')
  const panel = await screen.findByRole('dialog', { name: 'Commission Statement' })
  expect(await within(panel).findByText('Reconciled to the cent')).toBeVisible()
  expect(within(panel).getByText('$8.75 more')).toBeVisible()
  const causes = within(panel).getByRole('table', { name: 'From the earlier total to this one' })
  expect(
    within(causes)
      .getAllByRole('row')
      .slice(1)
      .map((one) => [
        within(one).getByRole('rowheader').textContent,
        within(one).getAllByRole('cell').at(-1)?.textContent,
      ]),
  ).toEqual([
    ['Acme - September 2026', '$300.00'],
    ['Quantity', '+$21.25'],
    ['Brought forward', '−$12.50'],
    ['Acme - October 2026', '$308.75'],
  ])
  await user.click(within(causes).getByRole('button', { name: 'Quantity' }))
  expect(await within(panel).findByRole('region', { name: 'Quantity: 1 line, +$21.25' })).toBeVisible()
})

it('names the groups that have left the broker, and what is still pending from earlier months', async () => {
  stubCalls({
    ...answers,
    'GET /commission/snapshots/7': valid({ ...whole, PendingEarlier: 18.5, GroupsLeft: ['Harborline Logistics'] }),
  })
  await renderRoute(`${address}?panel=statement.7`)
  expect(await screen.findByText('Harborline Logistics has left the broker of the rule.')).toBeVisible()
  expect(screen.getByText('Still pending from earlier months')).toBeVisible()
  expect(screen.getByText('$18.50')).toBeVisible()
})

const vendorsWords = 'The vendor is inactive.'
const failed = {
  ...whole,
  BillState: 'Failed',
  ErpState: { ...erpState('Failed', 'Failed', vendorsWords) },
}
const createCall = {
  At: '2026-11-04T16:00:00Z',
  Step: 'Create',
  StepText: 'Create',
  Outcome: 'Failed',
  OutcomeText: 'Failed, nothing was done',
  By: 'Dana Reyes',
  DocNumber: '202610-7-ACM',
  Message: vendorsWords,
  HttpStatus: 400,
  Code: '2500',
  TraceId: null,
}

it('says why a bill failed in the words of the vendor, and tries again', async () => {
  let found: object = failed
  const calls = stubCalls({
    ...answers,
    'GET /commission/snapshots/7': (request) => valid(found)(request),
    'POST /commission/snapshots/7/bill': (request) => {
      found = {
        ...whole,
        HasBill: true,
        BillNumber: '202610-7-ACM',
        BillState: 'Sent',
        ErpState: erpState('Sent', 'Sent'),
      }
      return valid(row)(request)
    },
  })
  const { user } = await renderRoute(`${address}?panel=statement.7`)
  const panel = await screen.findByRole('dialog', { name: 'Commission Statement' })
  expect(await within(panel).findByText(vendorsWords)).toBeVisible()
  expect(within(panel).getByText('Bill failed')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The bill has been created.')).toBeVisible()
  expect(calls.of('POST /commission/snapshots/7/bill')).toHaveLength(1)
  await waitFor(() => expect(within(panel).queryByRole('button', { name: 'Retry' })).toBeNull())
  expect(within(panel).getByText('Billed')).toBeVisible()
})

it('tells each call for the bill, when, by whom, with what outcome and words', async () => {
  stubCalls({
    ...answers,
    'GET /commission/snapshots/7': valid(failed),
    'GET /commission/snapshots/7/erp/history': valid({ ErpState: failed.ErpState, Calls: [createCall] }),
  })
  const { user } = await renderRoute(`${address}?panel=statement.7`)
  await user.click(await screen.findByRole('tab', { name: 'History' }))
  const table = await screen.findByRole('region', { name: 'Calls to the ERP' })
  const cells = within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(cells.slice(1)).toEqual([
    'Create',
    'Failed, nothing was done',
    'Dana Reyes',
    'The vendor is inactive. (HTTP 400, code 2500)',
  ])
})

it('a bill whose outcome is not known can be asked for again, and its statement is not deleted', async () => {
  stubCalls({ ...answers, 'GET /commission/snapshots': page([{ ...row, HasBill: true, BillState: 'Failed' }]) })
  const { user } = await renderRoute(address)
  expect(await screen.findByText('Bill failed')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: `Actions for ${row.Name}` }))
  expect(await screen.findByText(/It is not known whether its bill was created/)).toBeVisible()
  expect(screen.queryByText('A bill exists in the ERP for this statement.')).toBeNull()
})

it('shows what the payout leaves of the billed rate, line by line', async () => {
  stubCalls({
    ...answers,
    'GET /commission/snapshots/7': valid({
      ...whole,
      TotaledLineItems: [totals.own, { ...totals.credit, NetRate: null }, { ...totals.pending, NetRate: -0.25 }],
    }),
  })
  await renderRoute(`${address}?panel=statement.7`)
  const lines = await screen.findByRole('table', { name: 'Lines of the statement' })
  expect(within(lines).getByRole('columnheader', { name: 'Net' })).toBeVisible()
  const nets = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .map((one) => within(one).queryAllByRole('cell'))
      .filter((cells) => cells.length === 7)
      .map((cells) => cells[5]?.textContent)
  expect(nets(lines)).toEqual(['$11.25', '-'])
  expect(nets(screen.getByRole('table', { name: 'Pending until the invoices are paid' }))).toEqual(['−$0.25'])
})

const adjusted = {
  ...whole,
  TotalPayoutAmount: 531.25,
  Adjustments: [adjustment, { ...adjustment, AdjustmentId: 22, Reason: 'Overpaid in June', Amount: -40 }],
}

it('shows adjustments with their reasons below the invoices, and opens one to who added it', async () => {
  stubCalls({ ...answers, 'GET /commission/snapshots/7': valid(adjusted) })
  const { user } = await renderRoute(`${address}?panel=statement.7`)
  const lines = within(await screen.findByRole('table', { name: 'Lines of the statement' }))
  const rows = lines.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.slice(-4)).toEqual([
    'Adjustments$210.00',
    'Bonus for Q3Oct 2026$250.00',
    'Overpaid in JuneOct 2026−$40.00',
    'Total, 2 lines from 1 employer, 2 adjustments$531.25',
  ])
  await user.click(lines.getByRole('button', { name: 'Bonus for Q3' }))
  expect(lines.getByText(/^Added on .* by Dana Reyes\. It counts from Oct 2026 on\.$/)).toBeVisible()
})

it('shows a statement of adjustments only, whose payee does not read who added them', async () => {
  const [bonus] = adjusted.Adjustments
  const one = { ...whole, TotaledLineItems: [totals.pending], Adjustments: [{ ...bonus, AddedBy: null }] }
  stubCalls({ ...answers, 'GET /commission/snapshots/7': valid(one) })
  await renderRoute(`${address}?panel=statement.7`)
  const lines = within(await screen.findByRole('table', { name: 'Lines of the statement' }))
  expect(lines.getByText('Total, 1 adjustment')).toBeVisible()
  expect(lines.getByText('Bonus for Q3')).toBeVisible()
  expect(lines.queryByRole('button')).toBeNull()
  expect(screen.getByRole('table', { name: 'Pending until the invoices are paid' })).toBeVisible()
})

it('says where a negative balance went', async () => {
  stubCalls({
    ...answers,
    'GET /commission/snapshots/7': valid({
      ...whole,
      TotaledLineItems: [totals.credit],
      CarriedInto: { StatementId: 9, Name: 'Acme - November 2026' },
    }),
  })
  const { user, router } = await renderRoute(`${address}?panel=statement.7`)
  await user.click(await screen.findByRole('button', { name: 'Open Acme - November 2026' }))
  expect(router.state.location.search).toMatchObject({ panel: 'statement.7,statement.9' })
})

it('a broker administrator reads and downloads, and nothing else is offered', async () => {
  stubCalls({
    'GET /commission/snapshots': page([billed]),
    'GET /commission/snapshots/8': valid({
      ...whole,
      ...billed,
      TotaledLineItems: [totals.own, { ...totals.pending, CanViewInvoice: false }],
    }),
  })
  const { user } = await renderRoute(address, { can: ['UseOwnAccount', 'ViewStatements', 'ViewInvoices'] })
  await user.click(await screen.findByRole('button', { name: `Actions for ${billed.Name}` }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Download CSV',
    'Download PDF',
    'Download PDF File',
  ])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'New Statement' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Bill' })).toBeNull()
  await user.click(screen.getByRole('button', { name: billed.Name }))
  const panel = await screen.findByRole('dialog', { name: 'Commission Statement' })
  expect(await within(panel).findByText('Harborline Logistics')).toBeVisible()
  expect(within(panel).queryByRole('tab')).toBeNull()
  // Of the other group the invoices are not open to the broker.
  expect(within(panel).getAllByRole('button', { name: /View Invoice/ })).toHaveLength(1)
  expect(within(panel).queryByRole('button', { name: 'Medical PEPM' })).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'View Invoice LW-004189 of Harborline Logistics' }))
  expect(await screen.findByRole('dialog', { name: /Invoice/ })).toBeVisible()
})

it('is not there for those who may see no statements', async () => {
  stubCalls({})
  await renderRoute(address, { can: ['UseOwnAccount', 'ViewInvoices'] })
  expect(await screen.findByText('There is no such page')).toBeVisible()
})
