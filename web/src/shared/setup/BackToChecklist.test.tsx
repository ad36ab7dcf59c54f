import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { processedFile } from '../../features/census/samples'
import { page, stubCalls, valid } from '../../testing/calls'
import { groupAnswers } from '../../testing/groups'
import { renderRoute } from '../../testing/renderRoute'
import type { Setup } from './queries'

const open: Setup = { IsDone: false, Steps: [{ Step: 'FirstBill', Missing: ['First snapshot'], RecordId: null }] }
const done: Setup = { IsDone: true, Steps: [] }
const file = processedFile()
const answers = {
  ...groupAnswers(1),
  'GET /census/files': page([]),
  'GET /census/files/7': valid(file),
  'GET /invoices': page([]),
  'GET /billing/1/pricing': page([]),
  'GET /billing/1/snapshots': page([]),
}

/** The page of a group, of which one has seen whether its first bill stands. */
async function atGroup(setup: Setup) {
  const answered = { setup }
  const calls = stubCalls({
    ...answers,
    'GET /employers/1/setup': (request) => valid(answered.setup)(request),
  })
  const drawn = await renderRoute('/employers/1')
  await waitFor(() => expect(calls.of('GET /employers/1/setup')).toHaveLength(1))
  await screen.findByRole('heading', { level: 1, name: 'Harborline Logistics' })
  const go = (to: string) => act(() => drawn.router.navigate({ to }))
  return { ...drawn, go, answered, asked: () => calls.of('GET /employers/1/setup').length }
}

it('leads back from the pages of the steps of a new group, at no more requests', async () => {
  const { go, asked, user, router } = await atGroup(open)
  await screen.findByRole('region', { name: 'Until the first bill' })
  expect(screen.queryByRole('link', { name: /^Back to the checklist/ })).toBeNull()
  await go('/employers/1/census-files')
  expect(await screen.findByRole('link', { name: 'Back to the checklist' })).toHaveAttribute('href', '/employers/1')
  await go('/census-files/7')
  const back = { name: 'Back to the checklist of Harborline Logistics' }
  expect(await screen.findByRole('link', back)).toBeVisible()
  await go('/census-files/7/changes')
  await screen.findByRole('heading', { level: 1, name: 'What this file has changed' })
  expect(asked()).toBe(1)
  await user.click(await screen.findByRole('link', back))
  expect(await screen.findByRole('region', { name: 'Until the first bill' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/employers/1')
})

it('is gone as soon as the first bill stands', async () => {
  const { go, answered, client } = await atGroup(open)
  await go('/employers/1/billing/snapshots')
  const link = await screen.findByRole('link', { name: 'Back to the checklist' })
  answered.setup = done
  await act(() => client.invalidateQueries({ queryKey: ['groups', 1, 'setup'] }))
  await waitFor(() => expect(link).not.toBeInTheDocument())
})

it('is nowhere for a group whose checklist is done or was not seen, and asks for none', async () => {
  const { go, asked } = await atGroup(done)
  await go('/employers/1/billing/snapshots')
  await screen.findByRole('link', { name: 'Billing Snapshots' })
  await go('/census-files/7')
  await screen.findByRole('heading', { level: 1, name: file.OriginalFileName })
  expect(screen.queryByRole('link', { name: /^Back to the checklist/ })).toBeNull()
  expect(asked()).toBe(1)
})
