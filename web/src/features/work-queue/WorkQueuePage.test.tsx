import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Action } from '../../session/session'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'
import { item, kind } from './samples'

const can: readonly Action[] = ['ViewWorkQueue', 'ViewCensus', 'ViewInvoices', 'ViewBilling', 'EditBilling']

const invoice = (Id: number) =>
  item({
    Record: 'Snapshot',
    Id,
    What: `Invoice ${Id}`,
    Why: '12 days late',
    Amount: 100.5,
    DueOn: '2026-11-08',
    Fix: 'Open Invoice',
  })
const errors = kind({ IsBad: true, Items: [item()] })
const overdue = kind({
  Kind: 'Overdue',
  Title: 'Overdue invoices',
  Area: 'Billing',
  IsBad: true,
  Count: 3,
  Amount: 301.5,
  Items: [invoice(11), invoice(12)],
})
const runs = kind({ Kind: 'Drafts', Title: 'Drafts to approve', Area: 'Billing' })
const keys = kind({ Kind: 'Expiring', Title: 'Tokens and keys that expire', Area: 'Erp' })
const queue = (...Kinds: ReturnType<typeof kind>[]) =>
  valid({ Total: Kinds.reduce((sum, { Count }) => sum + Count, 0), Kinds })

it('lists what waits kind by kind, with number, amount and the way to the fix', async () => {
  stubCalls({ 'GET /work-queue': queue(errors, overdue, runs) })
  const { router } = await renderRoute('/', { can })
  expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  const section = await screen.findByRole('region', { name: 'Overdue invoices' })
  expect(within(section).getByText('$301.50')).toBeVisible()
  expect(within(section).getAllByText('$100.50')).toHaveLength(2)
  expect(within(section).getAllByText('11/08/2026')).toHaveLength(2)
  expect(screen.queryByRole('region', { name: 'Drafts to approve' }), 'nothing waits there').toBeNull()
  const fix = screen.getByRole('link', { name: 'Fix Rows: 3 errors, Bluefern Dental Partners, roster.csv' })
  expect(fix).toHaveAttribute('href', '/census-files/1/fix')
  expect(router.state.location.pathname).toBe('/')
})

it('opens an invoice above the queue, and asks anew once it is closed', async () => {
  const calls = stubCalls({
    'GET /work-queue': queue(overdue),
    'GET /invoices/11': refused([{ Key: '', Message: 'Not found.' }], 404),
  })
  const { user, router } = await renderRoute('/', { can })
  await user.click(await screen.findByRole('button', { name: /^Open Invoice: Invoice 11,/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ panel: 'invoice.11' }))
  const before = calls.of('GET /work-queue').length
  act(() => router.history.back())
  await waitFor(() => expect(calls.of('GET /work-queue').length).toBeGreaterThan(before))
})

it('narrows to an area, which the address keeps', async () => {
  stubCalls({ 'GET /work-queue': queue(errors, overdue) })
  const { user, router } = await renderRoute('/', { can })
  await user.click(await screen.findByRole('button', { name: 'Billing 3' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ area: 'Billing' }))
  expect(screen.queryByRole('region', { name: 'Census files with errors' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Overdue invoices' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Billing 3' })).toHaveAttribute('aria-pressed', 'true')
})

it('has no tab for the own access keys while none of them ends', async () => {
  stubCalls({ 'GET /work-queue': queue(errors, keys) })
  await renderRoute('/', { can })
  expect(await screen.findByRole('button', { name: 'Census 1' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /ERP|Access keys/ })).toBeNull()
})

it('calls the tab of the own access keys by their name', async () => {
  const ending = { ...keys, Count: 1, Items: [item({ Record: 'AccessKey' })] }
  stubCalls({ 'GET /work-queue': queue(errors, ending) })
  await renderRoute('/', { can })
  expect(await screen.findByRole('button', { name: 'Access keys 1' })).toBeVisible()
})

it('is narrowed to a broker and a day, and says when nothing of it is left', async () => {
  const calls = stubCalls({
    'GET /work-queue': (request) =>
      (new URL(request.url).searchParams.has('BrokerId') ? queue(kind()) : queue(errors, overdue))(request),
    'GET /brokers': valid([{ Id: 3, Name: 'Meridian Benefits' }]),
  })
  const { user, router } = await renderRoute('/?due=7', { can: [...can, 'ViewBrokers'] })
  expect(await screen.findByRole('button', { name: 'Due: Within 7 days' })).toBeVisible()
  const asked = (name: string) => calls.of('GET /work-queue').map(({ url }) => url.searchParams.get(name))
  expect(asked('DueBy').filter(Boolean).at(-1)).toMatch(/^\d{4}-\d\d-\d\d$/)
  await user.click(screen.getByRole('button', { name: 'Broker' }))
  await user.click(await screen.findByRole('radio', { name: 'Meridian Benefits' }))
  expect(await screen.findByText('Nothing of this needs you')).toBeVisible()
  expect(asked('BrokerId')).toContain('3')
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(await screen.findByRole('region', { name: 'Overdue invoices' })).toBeVisible()
  expect(router.state.location.search).toEqual({})
})

it('says that there is no such broker, and shows the work of all', async () => {
  stubCalls({
    'GET /work-queue': queue(errors, overdue),
    'GET /brokers': valid([{ Id: 3, Name: 'Meridian Benefits' }]),
  })
  const { router } = await renderRoute('/?broker=99', { can: [...can, 'ViewBrokers'] })
  expect(await screen.findByText('There is no such broker. The work of all is shown.')).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Overdue invoices' })).toBeVisible()
  expect(router.state.location.search).toEqual({})
})

it('is sorted by amount and by day, within each kind', async () => {
  const calls = stubCalls({
    'GET /work-queue': queue(overdue),
    'GET /work-queue/Overdue': page([invoice(11)]),
  })
  const { user, router } = await renderRoute('/', { can })
  await user.click(await screen.findByRole('button', { name: 'Sort by Amount' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'Amount', desc: '1' }))
  await user.click(await screen.findByRole('button', { name: 'Show more: Overdue invoices' }))
  await waitFor(() => expect(calls.last('GET /work-queue/Overdue').url.searchParams.get('OrderBy')).toBe('Amount'))
  await user.click(screen.getByRole('button', { name: 'Sort by Amount, descending' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'Amount' }))
  await user.click(await screen.findByRole('button', { name: 'Sort by Amount, ascending' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

it('shows more of a kind on request', async () => {
  const calls = stubCalls({
    'GET /work-queue': queue(overdue),
    'GET /work-queue/Overdue': page([invoice(11), invoice(12), invoice(13)]),
  })
  const { user } = await renderRoute('/', { can })
  await user.click(await screen.findByRole('button', { name: 'Show more: Overdue invoices' }))
  expect(await screen.findByRole('button', { name: /^Open Invoice: Invoice 13,/ })).toBeVisible()
  expect(calls.last('GET /work-queue/Overdue').url.searchParams.get('Page')).toBe('1')
})

it('moves from fix to fix by the arrow keys, across kinds', async () => {
  stubCalls({ 'GET /work-queue': queue(errors, overdue) })
  const { user } = await renderRoute('/', { can })
  const first = await screen.findByRole('link', { name: /^Fix Rows/ })
  first.focus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('button', { name: /^Open Invoice: Invoice 11,/ })).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(first).toHaveFocus()
})

it('says that nothing needs one', async () => {
  stubCalls({ 'GET /work-queue': queue(runs) })
  await renderRoute('/', { can })
  expect(await screen.findByText('Nothing needs you')).toBeVisible()
})

it('says that it did not load, and asks again', async () => {
  let fails = true
  stubCalls({
    'GET /billing-runs': page([]),
    'GET /work-queue': (request) =>
      (fails ? refused([{ Key: '', Message: 'Out of order.' }], 500) : queue(errors))(request),
  })
  const { user } = await renderRoute('/', { can })
  expect(await screen.findByRole('alert')).toHaveTextContent('Your work did not load')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Census files with errors' })).toBeVisible()
})

it('counts beside the entries of the navigation what waits there', async () => {
  stubCalls({ 'GET /work-queue': queue(errors, overdue) })
  await renderRoute('/', { can })
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(await navigation.findByRole('link', { name: 'Home, 4 need you' })).toHaveAttribute('data-current')
  expect(navigation.getByRole('link', { name: 'Census Files, 1 needs you' })).not.toHaveAttribute('data-current')
  expect(navigation.getByRole('link', { name: 'Invoices, 3 need you' })).toBeVisible()
})

it.each(['/?due=xyz', '/?broker=abc', '/?due=xyz&sort=Nothing'])('%s shows the whole queue', async (address) => {
  const calls = stubCalls({ 'GET /work-queue': queue(errors, overdue) })
  await renderRoute(address, { can })
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
  expect(calls.last('GET /work-queue').url.search).toBe('')
})
