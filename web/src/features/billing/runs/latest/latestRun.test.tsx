import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Action } from '../../../../session/session'
import { counts, drafted } from '../../../../testing/billingRuns'
import { page, stubCalls, valid } from '../../../../testing/calls'
import { renderRoute } from '../../../../testing/renderRoute'

const can: readonly Action[] = ['ViewWorkQueue', 'ViewBilling']
const queue = { 'GET /work-queue': valid({ Total: 0, Kinds: [] }) }

it('the start page says how far the newest run is, and leads to it', async () => {
  const run = { ...drafted, Counts: { ...counts, Draft: 2, Approved: 1, ApprovedTotalDollars: 275 } }
  stubCalls({ ...queue, 'GET /billing-runs': page([drafted]), 'GET /billing-runs/4': valid(run) })
  await renderRoute('/', { can })
  const card = within(await screen.findByRole('region', { name: 'November 2026 billing run' }))
  expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
  expect(card.getByText('$275.00')).toBeVisible()
  expect(card.getByText('$6,194.00')).toBeVisible()
  expect(card.getByText('2 plans')).toBeVisible()
  expect(card.getByRole('link', { name: 'Open Billing Run' })).toHaveAttribute('href', '/billing-runs/4')
})

it('leads to the first run, where the user may start it', async () => {
  stubCalls({ ...queue, 'GET /billing-runs': page([]) })
  await renderRoute('/', { can: [...can, 'EditBilling'] })
  const card = within(await screen.findByRole('region', { name: 'Billing run' }))
  expect(card.getByRole('link', { name: 'Start Billing Run' })).toHaveAttribute(
    'href',
    '/billing-runs?panel=billing-run',
  )
})

it('has no such card before the first run for others', async () => {
  stubCalls({ ...queue, 'GET /billing-runs': page([]) })
  await renderRoute('/', { can })
  expect(await screen.findByText('Nothing needs you')).toBeVisible()
  expect(screen.queryByRole('region', { name: /billing run/i })).toBeNull()
})
