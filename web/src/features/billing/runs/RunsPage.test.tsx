import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { address, answers, drafted } from '../../../testing/billingRuns'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'

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

it('says to who may change it what invoices lack of their sender', async () => {
  const lacks = 'Invoices do not say whom to ask: set LEDGERWELL_SENDER_EMAIL or LEDGERWELL_SENDER_PHONE.'
  stubCalls({
    'GET /billing-runs': page([]),
    'GET /settings/billing': valid({ AutomaticRun: true, RemitToMissing: lacks, Version: 2 }),
  })
  await renderRoute('/billing-runs')
  expect(await screen.findByText(lacks)).toBeVisible()
  cleanup()
  await renderRoute('/billing-runs', { can: ['ViewBilling'] })
  expect(await screen.findByText('Automatic run: on')).toBeVisible()
  expect(screen.queryByText(lacks)).toBeNull()
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
  expect(screen.getByText(/^A run drafts the bill of a month/)).toBeVisible()
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
