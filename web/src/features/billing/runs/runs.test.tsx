import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'

const counts = {
  Queued: 0,
  Draft: 3,
  Approved: 0,
  Created: 0,
  Refused: 0,
  LeftOut: 0,
  Exceptions: 2,
  WithoutExceptions: 1,
  ApprovedTotalDollars: 0,
  InvoiceWaiting: 0,
  InvoiceCreated: 0,
  InvoiceRefused: 0,
  InvoiceLeftOut: 0,
  ApprovedInvoices: 0,
  ApprovedTakenUp: 0,
  TakenUp: 0,
  NotIncluded: 2,
  ByException: [{ Kind: 'ZeroAmount', Count: 1 }],
}
const drafted = {
  Id: 4,
  BillableYear: 2026,
  BillableMonth: 11,
  BillableMonthName: 'November',
  State: 'Drafted',
  StateText: 'Waiting for approval',
  IsAutomatic: false,
  CreatedOn: '2026-11-04T07:00:00Z',
  CreatedBy: 'Dana Reyes',
  FinishedOn: null,
  Total: 3,
  Done: 3,
  DraftTotalDollars: 6194,
  PreviousTotalDollars: 5872,
  Created: 0,
  CreatedTotalDollars: 0,
  Message: null,
  Counts: counts,
}
const item = (PlanId: number, PlanName: string, DraftTotalDollars: number, more: object = {}) => ({
  PlanId,
  PlanName,
  EmployerGroup: { Id: 5, Name: 'Harborline Logistics', GroupId: '10551' },
  InvoicePeriodBeginDate: '2026-10-04',
  InvoicePeriodEndDate: '2026-11-03',
  State: 'Draft',
  StateText: 'Draft',
  Exceptions: [],
  DraftTotalDollars,
  PreviousTotalDollars: DraftTotalDollars,
  SnapshotId: null,
  TakenUp: false,
  Message: null,
  InvoiceState: 'None',
  InvoiceStateText: 'No invoice',
  InvoiceMessage: null,
  CreatesInvoice: true,
  ...more,
})
const zero = item(8, 'Dental PEPM', 0, {
  PreviousTotalDollars: null,
  Exceptions: [
    { Kind: 'ZeroAmount', Text: 'The amount is zero.' },
    { Kind: 'NoErpCustomer', Text: 'No ERP account or customer.' },
  ],
})
const vision = item(4, 'Vision PEPM', 1024, {
  PreviousTotalDollars: 812,
  Exceptions: [{ Kind: 'Changed', Text: '26.1 % more than last month ($812.00).' }],
})
const medical = item(3, 'Medical PEPM', 5170)
const takenUp = item(6, 'Wellness PEPM', 300, {
  SnapshotId: 66,
  TakenUp: true,
  Exceptions: [{ Kind: 'Changed', Text: '26.1 % more than last month ($812.00).' }],
})
const address = '/billing-runs/4'
const answers = { 'GET /billing-runs/4': valid(drafted), 'GET /billing-runs/4/items': page([zero, vision, medical]) }

afterEach(() => vi.useRealTimers())

it('lists the runs with month, status and amounts, and says whether the automatic run is on', async () => {
  stubCalls({
    'GET /billing-runs': page([
      { ...drafted, Counts: null },
      {
        ...drafted,
        Id: 3,
        BillableMonth: 10,
        State: 'Done',
        StateText: 'Done',
        IsAutomatic: true,
        CreatedBy: null,
        Created: 3,
        CreatedTotalDollars: 5872,
        Counts: null,
      },
    ]),
    'GET /settings/billing': valid({ AutomaticRun: true, Version: 2 }),
  })
  await renderRoute('/billing-runs')
  await screen.findByRole('link', { name: 'October 2026' })
  const rows = screen.getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['November 2026', 'Waiting for approval', '3', '$6,194.00', '0', '$0.00', '11/04/2026, 02:00', 'Dana Reyes'],
    ['October 2026Automatic', 'Done', '3', '$6,194.00', '3', '$5,872.00', '11/04/2026, 02:00', 'Ledgerwell'],
  ])
  expect(screen.getByRole('link', { name: 'October 2026' })).toHaveAttribute('href', '/billing-runs/3')
  expect(await screen.findByRole('button', { name: 'Automatic run: on' })).toBeVisible()
})

it('starts a run for a month and leads to it; a refusal stands under the month', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T15:00:00Z'), toFake: ['Date'] })
  const open = 'A billing run of November 2026 is open already. Finish or cancel it first.'
  const calls = stubCalls({
    ...answers,
    'GET /billing-runs': page([]),
    'GET /settings/billing': valid({ AutomaticRun: false, Version: 1 }),
    'POST /billing-runs': refused([{ Key: 'BillingPeriod', Message: open }]),
  })
  const { user, router } = await renderRoute('/billing-runs')
  expect(await screen.findByText('No results to display.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New Billing Run' }))
  const panel = await screen.findByRole('dialog', { name: 'New Billing Run' })
  expect(within(panel).getByText(/Bills 10\/04\/2026 to 11\/03\/2026/)).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Compute drafts' }))
  expect(await within(panel).findByText(open)).toBeVisible()
  expect(calls.last('POST /billing-runs').body).toEqual({ BillingPeriod: '2026-11-01' })
  stubCalls({
    ...answers,
    'GET /billing-runs': page([]),
    'GET /settings/billing': valid({ AutomaticRun: false, Version: 1 }),
    'POST /billing-runs': valid(drafted),
  })
  await user.click(within(panel).getByRole('button', { name: 'Compute drafts' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(address))
})

it('turns the automatic run on, with the version that was shown', async () => {
  const calls = stubCalls({
    'GET /billing-runs': page([]),
    'GET /settings/billing': valid({ AutomaticRun: false, Version: 7 }),
    'PUT /settings/billing': valid({ AutomaticRun: true, Version: 8 }),
  })
  const { user } = await renderRoute('/billing-runs')
  await user.click(await screen.findByRole('button', { name: 'Automatic run: off' }))
  const panel = await screen.findByRole('dialog', { name: 'Automatic Run' })
  await user.click(await within(panel).findByRole('switch', { name: 'Create snapshots and invoices by itself' }))
  await user.click(within(panel).getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('The billing settings have been saved.')).toBeVisible()
  expect(calls.last('PUT /settings/billing').body).toEqual({ AutomaticRun: true, Version: 7 })
})

it('shows the drafts of a run beside last month, with what to look at', async () => {
  stubCalls(answers)
  const { user } = await renderRoute(address)
  expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeVisible()
  await screen.findByRole('link', { name: 'Medical PEPM' })
  const rows = screen.getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(2, -1)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Dental PEPM', 'Harborline Logistics', '$0.00', '–', 'Draft', 'Zero amountNo ERP customer'],
    ['Vision PEPM', 'Harborline Logistics', '$1,024.00', '+$212.00', 'Draft', '+26.1%'],
    ['Medical PEPM', 'Harborline Logistics', '$5,170.00', '$0.00', 'Draft', '–'],
  ])
  await user.click(screen.getByRole('button', { name: 'Details of Vision PEPM, Harborline Logistics' }))
  expect(screen.getByText('26.1 % more than last month ($812.00).')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create snapshots' })).toBeDisabled()
  expect(screen.getByText('Approve drafts first.')).toBeVisible()
})

it('names the plans that are not in the run, each with the reason', async () => {
  const outside = (PlanId: number, PlanName: string, ReasonText: string, SnapshotId: number | null) => ({
    PlanId,
    PlanName,
    EmployerGroup: { Id: 5, Name: 'Harborline Logistics', GroupId: '10551' },
    Reason: 'Any',
    ReasonText,
    SnapshotId,
  })
  stubCalls({
    ...answers,
    'GET /billing-runs/4/not-included': page([
      outside(21, 'Old PEPM', 'The plan is not active.', null),
      outside(22, 'Early PEPM', 'The plan has its snapshot of November 2026 already.', 77),
    ]),
  })
  const { user, router } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Not in this run 2' }))
  expect(await screen.findByText('The plan is not active.')).toBeVisible()
  expect(router.state.location.search).toEqual({ part: 'notincluded' })
  expect(screen.getByRole('link', { name: 'Early PEPM' })).toHaveAttribute(
    'href',
    expect.stringContaining('/employers/5/billing/snapshots'),
  )
  expect(screen.getByRole('link', { name: 'Old PEPM' })).toHaveAttribute('href', expect.stringContaining('plan.21'))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('a part of the plans is asked for by its filter, and stands in the address', async () => {
  const calls = stubCalls(answers)
  const { user, router } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Exceptions 2' }))
  await waitFor(() => expect(calls.last('GET /billing-runs/4/items').url.searchParams.get('Filter')).toBe('exceptions'))
  expect(router.state.location.search).toEqual({ part: 'exceptions' })
  await user.click(screen.getByRole('button', { name: /^Exception$/ }))
  await user.click(await screen.findByRole('radio', { name: 'Zero amount 1' }))
  await waitFor(() =>
    expect(calls.last('GET /billing-runs/4/items').url.searchParams.get('Exception')).toBe('ZeroAmount'),
  )
})

it('chosen drafts are approved and created after a question that says what will happen', async () => {
  const calls = stubCalls({
    ...answers,
    'GET /billing-runs/4': valid({
      ...drafted,
      Counts: { ...counts, Draft: 2, Approved: 1, ApprovedTotalDollars: 100.1 },
    }),
    'POST /billing-runs/4/approve': valid(drafted),
    'POST /billing-runs/4/create': valid({ ...drafted, State: 'Creating', StateText: 'Creating snapshots' }),
  })
  const { user } = await renderRoute(address)
  const box = await screen.findByRole('checkbox', { name: 'Select Vision PEPM, Harborline Logistics' })
  box.focus()
  await user.keyboard(' {ArrowDown} ')
  expect(screen.getByText('$6,194.00, 1 with exceptions')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Approve and create 3' }))
  const panel = await screen.findByRole('dialog', { name: 'Approve and Create' })
  expect(within(panel).getByText('Create 3 snapshots of $6,294.10 for November 2026?')).toBeVisible()
  expect(within(panel).getByText('2 chosen drafts are approved with it.')).toBeVisible()
  expect(
    within(panel).getByText('2 invoices are created in the ERP as well, and e-mailed where the plan says so.'),
  ).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Create 3 snapshots' }))
  await waitFor(() => expect(calls.of('POST /billing-runs/4/create')).toHaveLength(1))
  expect(calls.last('POST /billing-runs/4/approve').body).toEqual({ PlanIds: [4, 3], WithoutExceptions: false })
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
})

it('approves all without exceptions at once, and takes approvals back', async () => {
  const calls = stubCalls({
    ...answers,
    'GET /billing-runs/4/items': page([{ ...medical, State: 'Approved', StateText: 'Approved' }]),
    'POST /billing-runs/4/approve': valid(drafted),
    'POST /billing-runs/4/withdraw': valid(drafted),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Approve 1 without exceptions' }))
  expect(await screen.findByText('1 draft approved.')).toBeVisible()
  expect(calls.last('POST /billing-runs/4/approve').body).toEqual({ PlanIds: [], WithoutExceptions: true })
  await user.click(screen.getByRole('checkbox', { name: 'Select Medical PEPM, Harborline Logistics' }))
  await user.click(screen.getByRole('button', { name: 'Take back 1 approval' }))
  expect(await screen.findByText('1 approval taken back.')).toBeVisible()
  expect(calls.last('POST /billing-runs/4/withdraw').body).toEqual({ PlanIds: [3], All: false })
})

it('tells drafts that take up a snapshot, which can be explained before it is invoiced', async () => {
  stubCalls({ ...answers, 'GET /billing-runs/4/items': page([takenUp, medical]) })
  const { user, router } = await renderRoute(address)
  const row = await screen.findByRole('row', { name: /Wellness PEPM/ })
  for (const text of ['Invoice only', '+26.1%', 'Draft']) expect(within(row).getByText(text)).toBeVisible()
  expect(screen.getByRole('columnheader', { name: /To look at/ })).toBeVisible()
  expect(screen.getAllByText('Invoice only')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Details of Wellness PEPM, Harborline Logistics' }))
  expect(screen.getByText('Of an earlier run; only its invoice is created')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Actions for Wellness PEPM, Harborline Logistics' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Why this amount?' }))
  expect(router.state.location.search).toMatchObject({ panel: 'why.5-66' })
})

it('what was left out still says what was unusual, and leads to the plan and the members', async () => {
  const uncovered = {
    ...zero,
    State: 'LeftOut',
    StateText: 'Left out',
    Message: 'It was not approved.',
    Exceptions: [...zero.Exceptions, { Kind: 'MembersOnNoLine', Text: '3 active members are on no line.' }],
  }
  stubCalls({
    'GET /billing-runs/4': valid({ ...drafted, State: 'Done', StateText: 'Done' }),
    'GET /billing-runs/4/items': page([uncovered]),
  })
  const { user } = await renderRoute(address)
  const row = await screen.findByRole('row', { name: /Dental PEPM/ })
  for (const text of ['It was not approved.', 'Zero amount', '3 on no line'])
    expect(within(row).getByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Details of Dental PEPM, Harborline Logistics' }))
  expect(screen.getByRole('link', { name: 'View Plan' })).toHaveAttribute(
    'href',
    '/employers/5/billing/plans?panel=plan.8',
  )
  expect(screen.getByRole('link', { name: 'View Members' })).toHaveAttribute('href', '/employers/5/members')
})

it('says of what an earlier run has left behind that invoices are created', async () => {
  const Counts = {
    ...counts,
    Draft: 0,
    Approved: 98,
    ApprovedTakenUp: 95,
    ApprovedInvoices: 97,
    ApprovedTotalDollars: 900,
  }
  stubCalls({ ...answers, 'GET /billing-runs/4': valid({ ...drafted, Counts }) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Create 3 snapshots and 95 invoices of an earlier run' }))
  const panel = await screen.findByRole('dialog', { name: 'Approve and Create' })
  expect(
    within(panel).getByText('97 invoices are created in the ERP, and e-mailed where the plan says so.'),
  ).toBeVisible()
})

it('a run that only takes up has results and tells what it took up', async () => {
  const done = {
    ...drafted,
    State: 'Done',
    StateText: 'Done',
    Total: 1,
    Done: 1,
    Counts: { ...counts, Draft: 0, Created: 1, TakenUp: 1, InvoiceCreated: 1, Exceptions: 0 },
  }
  const invoiced = {
    ...takenUp,
    State: 'Created',
    StateText: 'Created',
    InvoiceState: 'Created',
    InvoiceStateText: 'Created in the ERP',
  }
  stubCalls({ 'GET /billing-runs/4': valid(done), 'GET /billing-runs/4/items': page([invoiced]) })
  const { user } = await renderRoute(address)
  expect(await screen.findByText('Created in the ERP')).toBeVisible()
  expect(screen.getByText('0 snapshots and 1 taken up')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Actions for Wellness PEPM, Harborline Logistics' }))
  expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual([
    'Why this amount?',
    'View ERP History',
  ])
})

it('a cancelled run that made only invoices says that they stay', async () => {
  const creating = {
    ...drafted,
    State: 'Creating',
    StateText: 'Creating snapshots',
    Counts: { ...counts, Draft: 0, Created: 3, TakenUp: 3, InvoiceCreated: 2, InvoiceWaiting: 1 },
  }
  stubCalls({ ...answers, 'GET /billing-runs/4': valid(creating) })
  const { user } = await renderRoute(address)
  expect(await screen.findByRole('progressbar', { name: 'Creating invoices' })).toHaveAttribute('aria-valuenow', '66')
  await user.click(screen.getByRole('button', { name: 'Cancel Run' }))
  expect(await screen.findByText('2 invoices are created already and stay.')).toBeVisible()
})

it('a run at work shows its progress, asks again by itself, and can be cancelled', async () => {
  const drafting = { ...drafted, State: 'Drafting', StateText: 'Computing drafts', Done: 1 }
  const calls = stubCalls({
    ...answers,
    'GET /billing-runs/4': valid(drafting),
    'POST /billing-runs/4/cancel': valid({ ...drafted, State: 'Cancelled' }),
  })
  const { user } = await renderRoute(address)
  expect(await screen.findByRole('progressbar', { name: 'Computing drafts' })).toHaveAttribute('aria-valuenow', '33')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await waitFor(() => expect(calls.of('GET /billing-runs/4').length).toBeGreaterThan(1), { timeout: 3000 })
  await user.click(screen.getByRole('button', { name: 'Cancel Run' }))
  const panel = await screen.findByRole('dialog', { name: 'Cancel Run' })
  expect(within(panel).getByText('No snapshot has been created.')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Cancel Run' }))
  expect(await screen.findByText('The billing run has been cancelled.')).toBeVisible()
})

it.each([
  [{ Refused: 0, InvoiceRefused: 2 }, '2 invoices were refused.'],
  [{ Refused: 1, InvoiceRefused: 1 }, '1 plan could not be billed as approved, and 1 invoice was refused.'],
])('tells plans that were not billed from invoices that were refused: %o', async (failed, title) => {
  const done = {
    ...drafted,
    State: 'Done',
    StateText: 'Done',
    Created: 2,
    Counts: { ...counts, Draft: 0, Created: 2, Exceptions: 0, ...failed },
  }
  stubCalls({ 'GET /billing-runs/4': valid(done), 'GET /billing-runs/4/items': page([]) })
  await renderRoute(address)
  expect(await screen.findByText(title)).toBeVisible()
})

it('tells the result of each plan: a way to its snapshot, or why there is none', async () => {
  const done = {
    ...drafted,
    State: 'Done',
    StateText: 'Done',
    Created: 1,
    CreatedTotalDollars: 5170,
    Counts: { ...counts, Draft: 0, Created: 1, Refused: 1, LeftOut: 1, Exceptions: 0, InvoiceCreated: 1 },
  }
  const created = {
    ...medical,
    State: 'Created',
    StateText: 'Created',
    SnapshotId: 71,
    InvoiceState: 'Created',
    InvoiceStateText: 'Created in the ERP',
  }
  const failed = {
    ...vision,
    State: 'Refused',
    StateText: 'Refused',
    Message: 'The amount has changed since the draft.',
  }
  stubCalls({ 'GET /billing-runs/4': valid(done), 'GET /billing-runs/4/items': page([failed, created]) })
  await renderRoute(address)
  expect(await screen.findByRole('link', { name: 'Medical PEPM' })).toHaveAttribute(
    'href',
    '/employers/5/billing/snapshots?row=71',
  )
  expect(screen.getByText('The amount has changed since the draft.')).toBeVisible()
  expect(screen.getByText('Created in the ERP')).toBeVisible()
  expect(screen.getByText('1 plan could not be billed as approved.')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel Run' })).toBeNull()
})

it('a cancelled run tells plans from invoices, and what was never asked for from what failed', async () => {
  const Counts = {
    ...counts,
    Draft: 0,
    Created: 49,
    LeftOut: 161,
    Exceptions: 0,
    InvoiceCreated: 47,
    InvoiceLeftOut: 2,
  }
  const cancelled = {
    ...drafted,
    State: 'Cancelled',
    StateText: 'Cancelled',
    Total: 210,
    Done: 210,
    Created: 49,
    CreatedTotalDollars: 11416.56,
    Counts,
  }
  const created = {
    ...medical,
    State: 'Created',
    StateText: 'Created',
    SnapshotId: 71,
    InvoiceState: 'LeftOut',
    InvoiceStateText: 'Left out',
    InvoiceMessage: 'The run was cancelled before the invoice was created.',
  }
  stubCalls({ 'GET /billing-runs/4': valid(cancelled), 'GET /billing-runs/4/items': page([created]) })
  await renderRoute(address)
  expect(
    await screen.findByText(/What was created stays\. 2 invoices were not asked for: see Left out\./),
  ).toBeVisible()
  const strip = [...document.querySelectorAll('[data-strip] > div')].map((stat) => stat.textContent)
  expect(strip.slice(1)).toEqual(['Created$11,416.5649 snapshots', 'Failed0', 'Left out161and 2 invoices'])
  expect(screen.getByText('All plans 210')).toBeVisible()
  expect(screen.getByText('Left out 163')).toBeVisible()
})

it('who may only look sees no way to change a run', async () => {
  stubCalls({
    ...answers,
    'GET /billing-runs': page([drafted]),
    'GET /settings/billing': valid({ AutomaticRun: true, Version: 1 }),
  })
  const { router } = await renderRoute(address, { can: ['ViewBilling'] })
  await screen.findByRole('link', { name: 'Medical PEPM' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /Approve|Create|Cancel/ })).toBeNull()
  await router.navigate({ to: '/billing-runs' })
  expect(await screen.findByText('Automatic run: on')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New Billing Run' })).toBeNull()
})

it('nobody else finds the page', async () => {
  stubCalls({})
  await renderRoute(address, { can: ['ViewGroups'] })
  expect(await screen.findByText('There is no such page')).toBeVisible()
})

it('a run that does not load says so', async () => {
  stubCalls({ 'GET /billing-runs/4': refused([{ Key: '', Message: 'An unknown error has occurred.' }], 500) })
  await renderRoute(address)
  expect(await screen.findByText('The billing run did not load')).toBeVisible()
})

it('follows a run to its end, after which snapshots and invoices are asked for anew', async () => {
  const creating = { ...drafted, State: 'Creating', StateText: 'Creating snapshots', Done: 1 }
  const done = { ...drafted, State: 'Done', StateText: 'Done', Created: 3, CreatedTotalDollars: 6194 }
  let asked = 0
  stubCalls({ ...answers, 'GET /billing-runs/4': (request) => valid(asked++ === 0 ? creating : done)(request) })
  const { client } = await renderRoute(address)
  expect(await screen.findByRole('progressbar', { name: 'Creating snapshots' })).toBeVisible()
  client.setQueryData(['snapshots', 'list'], [])
  client.setQueryData(['invoices', 'list'], [])
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 4000 })
  for (const list of ['snapshots', 'invoices']) expect(client.getQueryState([list, 'list'])?.isInvalidated).toBe(true)
})

describe('at 390 px', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), {
        matches: true,
        media: query,
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      }),
    )
  })

  it('the next step stands alone and the others are in its menu; what to look at is said whole', async () => {
    stubCalls(answers)
    const { user } = await renderRoute(address)
    expect(await screen.findByText('Zero amount, No ERP customer')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Approve 1 without exceptions' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel Run' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More for November 2026' }))
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Create snapshotsApprove drafts first.', 'Cancel Run'])
  })

  it('a draft with an exception is approved from its menu, and the approval taken back there', async () => {
    const approved = { ...medical, State: 'Approved', StateText: 'Approved' }
    const calls = stubCalls({
      ...answers,
      'GET /billing-runs/4/items': page([vision, approved]),
      'POST /billing-runs/4/approve': valid(drafted),
      'POST /billing-runs/4/withdraw': valid(drafted),
    })
    const { user } = await renderRoute(address)
    await user.click(await screen.findByRole('button', { name: 'Actions for Vision PEPM, Harborline Logistics' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Approve' }))
    expect(await screen.findByText('1 draft approved.')).toBeVisible()
    expect(calls.last('POST /billing-runs/4/approve').body).toEqual({ PlanIds: [4], WithoutExceptions: false })
    await user.click(screen.getByRole('button', { name: 'Actions for Medical PEPM, Harborline Logistics' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Take Back Approval' }))
    expect(await screen.findByText('1 approval taken back.')).toBeVisible()
    expect(calls.last('POST /billing-runs/4/withdraw').body).toEqual({ PlanIds: [3], All: false })
  })

  it('the next step is named without what there is no room for', async () => {
    const Counts = { ...counts, Draft: 0, Approved: 1300, ApprovedTakenUp: 1000, WithoutExceptions: 0 }
    stubCalls({ ...answers, 'GET /billing-runs/4': valid({ ...drafted, Counts }) })
    const { user } = await renderRoute(address)
    await user.click(await screen.findByRole('button', { name: 'Create 300 snapshots and 1,000 invoices' }))
    const panel = await screen.findByRole('dialog', { name: 'Approve and Create' })
    expect(within(panel).getByRole('button', { name: 'Create 300 snapshots and 1,000 invoices' })).toBeVisible()
    expect(within(panel).getByText(/^Create 300 snapshots and 1,000 invoices of an earlier run of /)).toBeVisible()
  })

  it('who may only look has no way to approve a plan', async () => {
    stubCalls(answers)
    await renderRoute(address, { can: ['ViewBilling'] })
    await screen.findByText('Vision PEPM')
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  })

  it('says what to look at in a draft that takes up a snapshot', async () => {
    stubCalls({ ...answers, 'GET /billing-runs/4/items': page([takenUp]) })
    const { user } = await renderRoute(address)
    expect(await screen.findByText('Invoice only, +26.1%')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Details of Wellness PEPM, Harborline Logistics' }))
    expect(screen.getByText('Of an earlier run; only its invoice is created')).toBeVisible()
  })

  it('once drafts are approved, creating is the next step', async () => {
    stubCalls({
      ...answers,
      'GET /billing-runs/4': valid({ ...drafted, Counts: { ...counts, Draft: 2, Approved: 1 } }),
    })
    const { user } = await renderRoute(address)
    expect(await screen.findByRole('button', { name: 'Create 1 snapshot' })).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'More for November 2026' }))
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Approve 1 without exceptions', 'Cancel Run'])
  })
})
