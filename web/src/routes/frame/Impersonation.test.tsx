import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadPage } from '../../lib/browser/loadPage'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { me, renderRoute } from '../../testing/renderRoute'

vi.mock('../../lib/browser/loadPage', () => ({ loadPage: vi.fn() }))

const brokers = page([{ Id: 1, Name: 'Alderway Benefits', MasterBroker: null, EmployerGroups: 0, Users: 0 }])
const acting = (Until: string) => ({ ...me(), Impersonator: { Id: 9, FullName: 'Olive Marsh', Until } })
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

beforeEach(() => vi.mocked(loadPage).mockClear())
afterEach(() => vi.useRealTimers())

it('says whom one acts as and how long, and Stop leaves nothing of the other behind', async () => {
  const calls = stubCalls({ 'GET /brokers/search': brokers, 'DELETE /auth/impersonation': valid(null) })
  const { user, client } = await renderRoute('/brokers', { as: acting(inMinutes(28.5)) })
  expect(await screen.findByText('Dana Reyes', { selector: 'strong' })).toBeVisible()
  expect(screen.getByRole('timer')).toHaveTextContent('29 minutes left')
  await screen.findByText('Alderway Benefits')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/users'))
  expect(calls.of('DELETE /auth/impersonation')).toHaveLength(1)
  expect(client.getQueryCache().findAll({ queryKey: ['brokers'] })).toEqual([])
})

it('when it cannot be stopped it goes on, and says why', async () => {
  stubCalls({
    'GET /brokers/search': brokers,
    'DELETE /auth/impersonation': refused([{ Key: '', Message: 'Out of order.' }], 500),
  })
  const { user } = await renderRoute('/brokers', { as: acting(inMinutes(5)) })
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Out of order.')).toBeVisible()
  expect(loadPage).not.toHaveBeenCalled()
})

it('ends by itself when the time is up', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const calls = stubCalls({ 'GET /brokers/search': brokers, 'DELETE /auth/impersonation': valid(null) })
  await renderRoute('/brokers', { as: acting(inMinutes(1)) })
  const bar = await screen.findByRole('timer')
  expect(bar).toHaveTextContent('1 minute left')
  act(() => void vi.advanceTimersByTime(55_000))
  expect(calls.of('DELETE /auth/impersonation')).toHaveLength(0)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(bar).toHaveTextContent('Time is up')
  vi.useRealTimers()
  await waitFor(() => expect(loadPage).toHaveBeenCalledExactlyOnceWith('/users'))
  expect(calls.of('DELETE /auth/impersonation')).toHaveLength(1)
})
