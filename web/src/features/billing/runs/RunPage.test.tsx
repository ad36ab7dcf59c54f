import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, answers, counts, drafted, medical, takenUp } from '../../../testing/billingRuns'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'

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
    ['Dental PEPM', 'Harborline Logistics', '$0.00', '-', 'Draft', 'Zero amountNo ERP customer'],
    ['Vision PEPM', 'Harborline Logistics', '$1,024.00', '+$212.00', 'Draft', '+26.1%'],
    ['Medical PEPM', 'Harborline Logistics', '$5,170.00', '$0.00', 'Draft', '-'],
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
  const named = within(panel).getByRole('list', { name: 'Chosen drafts' })
  expect(named).toHaveTextContent('Vision PEPM · Harborline LogisticsMedical PEPM · Harborline Logistics')
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

it('shows the most severe exceptions first, of all pages and of a plan, and names them in the question', async () => {
  const early = { Kind: 'PeriodNotOver', Text: 'The period was not over.' }
  const foreign = { Kind: 'CustomerOfAnotherGroup', Text: 'The ERP customer is that of Fernwood.' }
  const early25 = Array.from({ length: 25 }, (_, index) => ({
    ...medical,
    PlanId: 100 + index,
    PlanName: `Early ${index}`,
    Exceptions: [early],
  }))
  const approved = { ...medical, PlanId: 200, PlanName: 'Approved PEPM', State: 'Approved', Exceptions: [early] }
  const wrong = { ...medical, PlanName: 'Wrong PEPM', Exceptions: [early, foreign] }
  stubCalls({
    ...answers,
    'GET /billing-runs/4': valid({ ...drafted, Counts: { ...counts, Approved: 1 } }),
    'GET /billing-runs/4/items': (request) =>
      new URL(request.url).searchParams.get('Filter') === 'approved'
        ? page([approved])(request)
        : page([...early25, wrong], 26, 1000)(request),
  })
  const { user } = await renderRoute(address)
  const [first] = await screen.findAllByRole('row', { name: /PEPM|Early/ })
  expect(first).toHaveTextContent(/Wrong PEPM.*Customer of another groupPeriod not over/)
  await user.click(screen.getByRole('checkbox', { name: 'Select Wrong PEPM, Harborline Logistics' }))
  await user.click(screen.getByRole('button', { name: 'Approve and create 2' }))
  const panel = await screen.findByRole('dialog', { name: 'Approve and Create' })
  expect(await within(panel).findByText('Customer of another group: 1, Period not over: 2.')).toBeVisible()
})
