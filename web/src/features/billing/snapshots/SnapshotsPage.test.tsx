import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { periodOptions } from '../../../lib/billing/billFilters'
import { businessDay } from '../../../lib/format/dates'
import { page, refused, stubCalls } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { address, lists } from '../../../testing/snapshots'

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
    '',
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
  expect(first).toEqual(expect.arrayContaining(['$824.00', '-', 'Unknown', '-Not sent']))
  expect(Object.fromEntries(calls.last('GET /billing/5/snapshots').url.searchParams)).toEqual({
    Page: '1',
    PerPage: '25',
    OrderBy: 'InvoicePeriodEndDate',
    OrderDesc: 'true',
    // Its rows name no employees.
    MembersUpTo: '0',
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

it('the list is narrowed to a month and to states in the ERP by its address', async () => {
  const calls = stubCalls(lists)
  const month = periodOptions(businessDay(new Date()))[1]?.value ?? ''
  await renderRoute(`${address}?period=${month}&erp=Failed&erp=Changed`)
  await screen.findByRole('row', { name: /Medical PEPM/ })
  const asked = calls.last('GET /billing/5/snapshots').url.searchParams
  expect([asked.get('BillingPeriod'), asked.getAll('ErpStates')]).toEqual([month, ['Failed', 'Changed']])
  expect(screen.getByRole('button', { name: 'ERP state: Failed, Changed in the ERP' })).toBeVisible()
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
