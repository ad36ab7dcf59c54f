import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PartMissingError } from '../../lib/failure'
import { loadAnew } from '../../lib/browser/loadAnew'
import type { Action } from '../../session/session'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { renderRoute, renderShape } from '../../testing/renderRoute'
import { groupAnswers } from '../../testing/groups'
import { Failed } from './root'

vi.mock('../../lib/browser/loadAnew', () => ({ loadAnew: vi.fn(() => Promise.resolve()) }))
vi.mock('../../features/invoices/InvoicesPage', () => {
  throw new TypeError('It did not arrive.')
})

it('a page whose part did not arrive fails below the navigation, and the others still open', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  stubCalls({ 'GET /brokers/search': page([]) })
  const { user } = await renderRoute('/invoices')
  expect(await screen.findByRole('alert')).toHaveTextContent('This page did not load')
  await user.click(screen.getByRole('link', { name: 'Brokers' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Brokers' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a group that does not load fails below the navigation too', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  stubCalls({
    'GET /employers/7': refused([{ Key: '', Message: 'Out of order.' }], 500),
    'GET /employees/count': valid({}),
  })
  await renderRoute('/employers/7')
  expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.')
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

it('a page that takes its time is told of after 150 ms, and no sooner one', async () => {
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const answers = groupAnswers(7)
  stubCalls({
    ...answers,
    'GET /brokers/search': page([]),
    'GET /employers/7': async (request) => {
      await held
      return (answers['GET /employers/7'] ?? page([]))(request)
    },
  })
  const { router } = await renderRoute('/brokers')
  await screen.findByRole('heading', { level: 1, name: 'Brokers' })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  act(() => void router.navigate({ to: '/employers/$employerId', params: { employerId: 7 } }))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByRole('progressbar', { name: 'Loading the page' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(60))
  expect(screen.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
  vi.useRealTimers()
  act(() => answer())
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading the page' })).toBeNull())
})

const acting = { Impersonator: { Id: 1, FullName: 'Dana Reyes', Until: new Date(Date.now() + 600_000).toISOString() } }

it.each([
  '/users',
  '/brokers',
  '/audit',
  '/nowhere',
  '/employers/7/history',
  '/employers/7/billing',
  '/employers/7/nowhere',
  '/employers/abc',
])('what is not there stands below the navigation, where one can stop acting as someone else: %s', async (address) => {
  stubCalls(groupAnswers(7))
  const can: Action[] = ['ViewGroups', 'ViewMembers']
  await renderRoute(address, { can, as: { ...acting, Actions: can } })
  const main = await screen.findByRole('main')
  expect(await within(main).findByText('There is no such page')).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible()
})

it('an address of a group that is no number asks the server nothing', async () => {
  const made = stubCalls({})
  await renderRoute('/employers/abc/reports/utilization')
  expect(await screen.findByText('There is no such page')).toBeVisible()
  expect(made.of('GET /employers/NaN')).toHaveLength(0)
})

it('Try again loads the page anew for a part that did not arrive', async () => {
  const reset = vi.fn()
  const { user } = await renderShape(<Failed error={new PartMissingError()} reset={reset} />)
  expect(screen.getByRole('alert')).toHaveTextContent('The server did not answer.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(loadAnew).toHaveBeenCalledOnce()
  expect(reset).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled())
})

it('Try again asks again after any other failure', async () => {
  const reset = vi.fn()
  vi.mocked(loadAnew).mockClear()
  const { user, router } = await renderShape(<Failed error={new Error('Broken.')} reset={reset} />)
  const invalidate = vi.spyOn(router, 'invalidate')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reset).toHaveBeenCalledOnce()
  expect(invalidate).toHaveBeenCalledOnce()
  expect(loadAnew).not.toHaveBeenCalled()
})
