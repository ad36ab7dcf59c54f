import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refused, stubCalls, valid } from '../../../testing/calls'
import { rule } from '../../../testing/commissions'
import { renderRoute } from '../../../testing/renderRoute'

const address = '/commission/runs'
const noVendor = { Code: 'NoErpVendor', Message: 'The rule has no ERP vendor: no bill can be created.' }
const negative = rule(1, 'Ready', { RuleName: 'Acme', AmountDue: 50, Exceptions: [noVendor] })
const plain = rule(2, 'Ready', { RuleName: 'Birch', AmountDue: 100.5 })
const made = rule(3, 'Made', { RuleName: 'Cedar', AmountDue: 20, StatementId: 9 })
const nothing = rule(4, 'Nothing', { RuleName: 'Dune', Amount: 0, AmountDue: 0, LastMonthAmount: null })
const run = (rules: readonly object[]) => valid({ BillingPeriod: '2026-10-03', Rules: rules, Totals: {} })
const answers = { 'GET /commission/runs': run([negative, plain, made, nothing]) }

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-27T15:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[2]?.textContent)

it('shows all rules of last month, exceptions first, with what they come to beside the month before', async () => {
  const calls = stubCalls(answers)
  await renderRoute(address)
  await screen.findByText('Birch')
  expect(names()).toEqual(['Acme', 'Birch', 'Cedar', 'Dune'])
  expect(calls.last('GET /commission/runs').url.searchParams.get('BillingPeriod')).toBe('2026-10-03')
  expect(calls.of('GET /commission/runs'), 'list and totals share an answer').toHaveLength(1)
  expect(screen.getByRole('group', { name: 'Billing month' })).toHaveTextContent('October 2026')
  expect(
    within(screen.getByRole('group', { name: 'Rules of the run' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['All rules 4', 'Exceptions 1', 'Ready 2', 'To bill 1', 'Nothing to pay 1'])
  const [acme] = screen.getAllByRole('row').slice(1)
  if (!acme) throw new Error('There is no row.')
  expect(within(acme).getByText('No vendor')).toBeVisible()
  expect(within(acme).getByText('+$10.00')).toBeVisible()
})

it('steps to other months, but to none that has not begun', async () => {
  const calls = stubCalls(answers)
  const { user, router } = await renderRoute(address)
  await screen.findByText('Birch')
  await user.click(screen.getByRole('button', { name: 'Next month' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ period: '2026-11' }))
  await waitFor(() =>
    expect(calls.last('GET /commission/runs').url.searchParams.get('BillingPeriod')).toBe('2026-11-03'),
  )
  expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled()
})

it('makes the statements in which there is nothing to look at, and shows a result a row', async () => {
  const calls = stubCalls({
    ...answers,
    'POST /commission/runs/statements': valid([
      { CommissionRuleId: 2, StatementId: 12, Outcome: 'Done', Message: 'Statement created.' },
    ]),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Create 1 statement without exceptions' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Statements' })
  expect(within(panel).getByText('Create 1 statement of $100.50 for October 2026?')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Create 1 statement' }))
  expect(await screen.findByText('1 statement created.')).toBeVisible()
  expect(await screen.findByText('Statement created.')).toBeVisible()
  expect(screen.getByRole('columnheader', { name: /Result/ })).toBeVisible()
  expect(calls.last('POST /commission/runs/statements').body).toEqual({
    BillingPeriod: '2026-10-03',
    CommissionRuleIds: [2],
  })
})

it('offers nothing for rules that a search leaves out', async () => {
  stubCalls(answers)
  const { user } = await renderRoute(address)
  await screen.findByRole('button', { name: 'Create 1 statement without exceptions' })
  await user.type(screen.getByRole('searchbox', { name: 'Search rules and payees' }), 'acme')
  await waitFor(() => expect(screen.queryByRole('button', { name: /without exceptions/ })).toBeNull())
})

it('makes and bills what was chosen, also what has exceptions; what has nothing to pay cannot be chosen', async () => {
  const calls = stubCalls({
    ...answers,
    'POST /commission/runs/statements': valid([
      { CommissionRuleId: 1, StatementId: null, Outcome: 'Refused', Message: 'Nothing is billable any more.' },
      { CommissionRuleId: 2, StatementId: 12, Outcome: 'Done', Message: 'Statement created.' },
    ]),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('checkbox', { name: 'Select Acme' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Birch' }))
  expect(screen.queryByRole('checkbox', { name: 'Select Dune' })).toBeNull()
  expect(screen.getByText('$150.50, 1 with exceptions')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create 2 statements' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Statements' })
  await user.click(within(panel).getByRole('button', { name: 'Create 2 statements' }))
  expect(await screen.findByText('1 statement created, 1 not.')).toBeVisible()
  expect(await screen.findByText('Nothing is billable any more.')).toBeVisible()
  expect(screen.queryByText('2 selected')).toBeNull()
  expect(calls.of('POST /commission/runs/statements')).toHaveLength(1)
})

it('queues bills, and asks again until they are there', async () => {
  let state = made
  const calls = stubCalls({
    'GET /commission/runs': (request) => run([state])(request),
    'POST /commission/runs/bills': (request) => {
      state = { ...made, BillState: 'Queued' }
      return valid([{ StatementId: 9, Outcome: 'Queued', Message: 'The bill is queued.' }])(request)
    },
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Create 1 bill' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Bills in ERP' })
  expect(within(panel).getByText('Create 1 bill of $20.00 in the ERP?')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Create 1 bill' }))
  expect(await screen.findByText('Creating the bill')).toBeVisible()
  expect(screen.getByText('The bill is queued.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create 1 bill' })).toBeNull())
  expect(calls.last('POST /commission/runs/bills').body).toEqual({ StatementIds: [9] })
  state = { ...made, State: 'Billed', BillState: 'Sent' }
  vi.setSystemTime(new Date('2026-11-27T15:00:05Z'))
  const row = await screen.findByRole('row', { name: /Cedar/ })
  expect(await within(row).findByText('Billed', {}, { timeout: 5000 })).toBeVisible()
})

it('bills all statements of a month that wait, also beside one that can still be made', async () => {
  const unbilled = { Code: 'Unbilled', Message: 'A statement of the month has no bill yet: $100.00.' }
  const both = rule(5, 'Ready', {
    RuleName: 'Elm',
    AmountDue: 5,
    StatementId: 12,
    StatementIds: [12, 11],
    ToBill: 100,
    Exceptions: [unbilled],
  })
  const calls = stubCalls({
    'GET /commission/runs': run([both]),
    'POST /commission/runs/bills': valid([
      { StatementId: 12, Outcome: 'Queued', Message: '' },
      { StatementId: 11, Outcome: 'Refused', Message: 'The commission rule has no ERP vendor.' },
    ]),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('checkbox', { name: 'Select Elm' }))
  expect(screen.getByText('$105.00, 1 with exceptions')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create 2 bills' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Bills in ERP' })
  expect(within(panel).getByText('Create 2 bills of $100.00 in the ERP?')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Create 2 bills' }))
  expect(await screen.findByText('The commission rule has no ERP vendor.')).toBeVisible()
  expect(calls.last('POST /commission/runs/bills').body).toEqual({ StatementIds: [12, 11] })
})

it('asks again although the job of a bill has not begun', async () => {
  let state = made
  stubCalls({
    'GET /commission/runs': (request) => run([state])(request),
    'POST /commission/runs/bills': valid([{ StatementId: 9, Outcome: 'Queued', Message: 'The bill is queued.' }]),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Create 1 bill' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Bills in ERP' })
  await user.click(within(panel).getByRole('button', { name: 'Create 1 bill' }))
  expect(await screen.findByText('The bill is queued.')).toBeVisible()
  state = { ...made, State: 'Billed', BillState: 'Sent' }
  vi.setSystemTime(new Date('2026-11-27T15:00:05Z'))
  const row = await screen.findByRole('row', { name: /Cedar/ })
  expect(await within(row).findByText('Billed', {}, { timeout: 5000 })).toBeVisible()
})

it('a refusal of the whole call is a notice that stays, and nothing is said of the rows', async () => {
  stubCalls({
    ...answers,
    'POST /commission/runs/bills': refused([{ Key: '', Message: 'You may not do this.' }], 403),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Create 1 bill' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Bills in ERP' })
  await user.click(within(panel).getByRole('button', { name: 'Create 1 bill' }))
  const notice = await within(screen.getByRole('region', { name: 'Notices' })).findByRole('alert')
  expect(within(notice).getByText('You may not do this.')).toBeVisible()
  expect(screen.getByRole('columnheader', { name: /To look at/ })).toBeVisible()
})

it('is not there for those who may only see statements', async () => {
  stubCalls({})
  await renderRoute(address, { can: ['UseOwnAccount', 'ViewStatements'] })
  expect(await screen.findByText('There is no such page')).toBeVisible()
})
