import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refused, stubCalls, valid } from '../../../testing/calls'
import { adjustment, totals, whole } from '../../../testing/commissions'
import { renderRoute } from '../../../testing/renderRoute'

const address = '/commission/statements/7/pdf/render'
const print = vi.fn()

beforeEach(() => {
  print.mockReset()
  vi.stubGlobal('print', print)
})

afterEach(() => document.documentElement.removeAttribute('data-mantine-color-scheme'))

it('prints a statement alone, without the frame, once, on light paper', async () => {
  stubCalls({ 'GET /commission/snapshots/7': valid(whole) })
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  await renderRoute(address)
  expect(await screen.findByText('Payable now to Summit Advisors')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Commission statement' })).toBeVisible()
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light')
  expect(document.title).toContain('Acme - October 2026')
  expect(document.documentElement.style.getPropertyValue('--page-head')).toMatch(/^"Statement .*, Summit Advisors"$/)
  expect(screen.getByText('Payable now to Summit Advisors').nextSibling).toHaveTextContent('$308.75')
})

it('names the sender with its address, and the date of each invoice', async () => {
  stubCalls({ 'GET /commission/snapshots/7': valid(whole) })
  await renderRoute(address)
  expect(await screen.findByText('410 Almanac Street')).toBeVisible()
  expect(screen.getByText(/commissions@fernhollow\.example/)).toBeVisible()
  expect(screen.getByText('Invoice date 10/31/2026')).toBeVisible()
  expect(screen.getByText('Invoice date Not available')).toBeVisible()
})

it('lays the rows out in chunks of 16, each with its own head', async () => {
  const many = Array.from({ length: 37 }, (_, index) => ({ ...totals.own, PlanLineId: index }))
  stubCalls({ 'GET /commission/snapshots/7': valid({ ...whole, TotaledLineItems: many, BroughtForwardFrom: [] }) })
  await renderRoute(address)
  const section = (await screen.findByRole('heading', { name: 'This statement, by employer and invoice' }))
    .parentElement
  if (!section) throw new Error('The heading stands in no section.')
  const tables = within(section).getAllByRole('table')
  expect(tables.map((table) => table.querySelectorAll('tr[data-row]').length)).toEqual([16, 16, 5])
  for (const table of tables) expect(within(table).getByRole('columnheader', { name: 'Billable month' })).toBeVisible()
  expect(within(section).getAllByText(/, continued/)).toHaveLength(2)
})

it('sets apart what is payable, what waits, and what is brought forward', async () => {
  stubCalls({ 'GET /commission/snapshots/7': valid(whole) })
  await renderRoute(address)
  const rows = await screen.findAllByRole('row')
  const cells = (name: string) => {
    const row = rows.find((one) => within(one).queryByRole('rowheader', { name }))
    return (
      row &&
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    )
  }
  expect(cells('Payable')).toEqual(['−$12.50', '$321.25', '$308.75'])
  expect(cells('Pending')).toEqual(['$0.00', '$43.75', '$43.75'])
  expect(cells('Total')).toEqual(['−$12.50', '$365.00', '$352.50'])
  expect(screen.getByText('Payable 87.6%')).toBeVisible()
  expect(screen.getByText('Pending 12.4%')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Pending until the invoices are paid' })).toBeVisible()
})

it('says of a pending line whose invoice is paid by now that the next statement pays it', async () => {
  const paid = { ...totals.pending, PaymentStatusText: 'Paid' }
  stubCalls({ 'GET /commission/snapshots/7': valid({ ...whole, TotaledLineItems: [totals.own, paid] }) })
  await renderRoute(address)
  expect(await screen.findByText('since this statement: the next one pays it')).toBeVisible()
})

it('counts what is still pending from earlier months', async () => {
  stubCalls({ 'GET /commission/snapshots/7': valid({ ...whole, PendingEarlier: 18.5 }) })
  await renderRoute(address)
  const row = await screen.findByRole('row', { name: /^Pending/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['$18.50', '$43.75', '$62.25'])
  expect(screen.getByText('Payable 83.2%'), 'of the last total').toBeVisible()
  expect(screen.getByText(/^Still pending from earlier months/).nextSibling).toHaveTextContent('$18.50')
})

it('brings forward what was pending and is paid by now', async () => {
  stubCalls({ 'GET /commission/snapshots/7': valid({ ...whole, PayableFromEarlier: 100 }) })
  await renderRoute(address)
  const row = await screen.findByRole('row', { name: /^Payable/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['$87.50', '$221.25', '$308.75'])
})

it('sets apart what earlier months have made payable, in words that agree with the sums', async () => {
  const released = { ...totals.own, BillingInvoiceSnapshotId: 60, TotalDollars: 100, IsOfEarlierMonth: true }
  const TotaledLineItems = [...whole.TotaledLineItems, released]
  stubCalls({
    'GET /commission/snapshots/7': valid({ ...whole, TotaledLineItems, PayableFromEarlier: 100, AmountDue: 408.75 }),
  })
  await renderRoute(address)
  expect(await screen.findByRole('heading', { name: 'From earlier months, now payable' })).toBeVisible()
  const sum = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling
  expect(sum('This statement, 2 lines from 1 employer')).toHaveTextContent('$321.25')
  expect(sum('From earlier months, now payable')).toHaveTextContent('$100.00')
  expect(screen.getAllByText('Statement total', { selector: 'dt' }).at(-1)?.nextSibling).toHaveTextContent('$421.25')
})

it('says that pending amounts wait only where something is pending', async () => {
  const TotaledLineItems = [totals.own]
  stubCalls({ 'GET /commission/snapshots/7': valid({ ...whole, TotaledLineItems, PendingAmount: 0 }) })
  await renderRoute(address)
  expect(await screen.findByText(/^Commission is payout rate times quantity/)).toBeVisible()
  expect(screen.queryByText(/What is pending waits/)).toBeNull()
})

it('prints adjustments with their reasons behind the lines, in chunks of 16 too', async () => {
  const many = Array.from({ length: 17 }, (_, index) => ({ ...adjustment, AdjustmentId: index, Amount: 10 }))
  stubCalls({ 'GET /commission/snapshots/7': valid({ ...whole, Adjustments: many }) })
  await renderRoute(address)
  const section = within(await screen.findByRole('region', { name: 'Adjustments' }))
  const rows = section.getAllByRole('table').map((table) => table.querySelectorAll('tr[data-row]'))
  expect(rows.map(({ length }) => length)).toEqual([16, 1])
  expect(rows[0]?.[0]).toHaveTextContent('Bonus for Q3October 2026$10.00')
  expect(section.getByRole('rowheader', { name: 'Total of adjustments' }).nextSibling).toHaveTextContent('$170.00')
  const total = screen.getByText('Statement total, 2 lines from 1 employer, 17 adjustments')
  expect(total.nextSibling).toHaveTextContent('$491.25')
})

it('a statement of adjustments only prints no empty list of lines', async () => {
  stubCalls({ 'GET /commission/snapshots/7': valid({ ...whole, TotaledLineItems: [], Adjustments: [adjustment] }) })
  await renderRoute(address)
  expect(await screen.findByText('Statement total, 1 adjustment')).toBeVisible()
  expect(screen.queryByText('No commission lines.')).toBeNull()
})

it('says that there is no such statement, and prints nothing', async () => {
  stubCalls({ 'GET /commission/snapshots/7': refused([{ Key: '', Message: 'Not found.' }], 404) })
  await renderRoute(address)
  expect(await screen.findByText('There is no such statement')).toBeVisible()
  expect(print).not.toHaveBeenCalled()
})

it('leads to the sign-in without a session', async () => {
  stubCalls({ 'GET /auth/me': refused([{ Key: '', Message: 'Sign in first.' }], 401) })
  const { router } = await renderRoute(address, { signedOut: true })
  await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'))
  expect(router.state.location.search).toMatchObject({ from: address })
})
