import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { noteOpened } from '../../lib/opened'
import type { Action } from '../../session/session'
import { refused, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'

const can: readonly Action[] = ['ViewWorkQueue', 'Search', 'ViewGroups', 'ViewInvoices']
const queue = { 'GET /work-queue': valid({ Total: 0, Kinds: [] }) }

it('names what was opened last, with the way back to it', async () => {
  noteOpened(1, { kind: 'Group', id: 7 })
  noteOpened(1, { kind: 'Invoice', id: 11 })
  stubCalls({
    ...queue,
    'GET /search/opened': valid([
      { Kind: 'Invoice', Id: 11, Title: 'INV-10482', EmployerId: 7, Details: [] },
      { Kind: 'Group', Id: 7, Title: 'Harborline Logistics', EmployerId: null, Details: [] },
    ]),
  })
  await renderRoute('/', { can })
  const card = within(await screen.findByRole('region', { name: 'Recently opened' }))
  expect(await card.findByRole('link', { name: 'INV-10482' })).toHaveAttribute('href', '/invoices?panel=invoice.11')
  expect(card.getByRole('link', { name: 'Harborline Logistics' })).toHaveAttribute('href', '/employers/7')
})

it('calls a census file by its own name', async () => {
  noteOpened(1, { kind: 'CensusFile', id: 4 })
  const file = { Kind: 'CensusFile', Id: 4, Title: 'kestrel-november.csv', EmployerId: 8 }
  stubCalls({
    ...queue,
    'GET /search/opened': valid([{ ...file, Details: ['Kestrel Freight', 'Processed', '41b7d9e2'] }]),
  })
  await renderRoute('/', { can })
  const card = within(await screen.findByRole('region', { name: 'Recently opened' }))
  expect(await card.findByRole('link', { name: 'kestrel-november.csv' })).toHaveAttribute('href', '/census-files/4')
})

it('is no card before anything was opened', async () => {
  stubCalls(queue)
  await renderRoute('/', { can })
  expect(await screen.findByText('Nothing needs you')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Recently opened' })).toBeNull()
})

it('says that the names did not load, and leaves the queue alone', async () => {
  noteOpened(1, { kind: 'Group', id: 7 })
  stubCalls({ ...queue, 'GET /search/opened': refused([{ Key: '', Message: 'Out of order.' }], 500) })
  await renderRoute('/', { can })
  expect(await screen.findByText(/Out of order\./)).toBeVisible()
  expect(screen.getByText('Nothing needs you')).toBeVisible()
})
