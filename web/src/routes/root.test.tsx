import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PartMissingError } from '../lib/failure'
import { loadAnew } from '../lib/loadAnew'
import { page, refused, stubCalls, valid } from '../testing/calls'
import { renderRoute, renderShape } from '../testing/renderRoute'
import { Failed } from './root'

vi.mock('../lib/loadAnew', () => ({ loadAnew: vi.fn(() => Promise.resolve()) }))
vi.mock('../features/invoices/InvoicesPage', () => {
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
  stubCalls({ 'GET /employers/7': refused([{ Key: '', Message: 'Out of order.' }], 500), 'GET /employees/count': valid({}) })
  await renderRoute('/employers/7')
  expect(await screen.findByRole('alert')).toHaveTextContent('Out of order.')
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
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
