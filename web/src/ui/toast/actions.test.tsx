import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EnvelopeError } from '../../lib/failure'
import { renderShape } from '../../testing/renderRoute'
import { toast } from './toasts'

it('a notice opens what was made and goes', async () => {
  const { user, router } = await renderShape(<p>Page</p>)
  toast.success('The broker has been created.', { action: { label: 'Open', to: '/', panel: 'broker.7' } })
  await user.click(await screen.findByRole('link', { name: 'Open' }))
  expect(router.state.location.search).toEqual({ panel: 'broker.7' })
  await waitFor(() => expect(screen.queryByText('The broker has been created.')).toBeNull())
})

it('a notice takes back what was done, and says so', async () => {
  const undo = vi.fn(() => Promise.resolve())
  const { user, client } = await renderShape(<p>Page</p>)
  const asked = vi.spyOn(client, 'invalidateQueries')
  toast.success('1 row left out.', { action: { label: 'Undo', undo, undone: 'Taken back.', refresh: [['census']] } })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Taken back.')).toBeVisible()
  expect(undo).toHaveBeenCalledOnce()
  expect(asked).toHaveBeenCalledWith({ queryKey: ['census'] })
})

it('what cannot be taken back is said', async () => {
  const undo = () => Promise.reject(new EnvelopeError(409, [], 'The file is being processed.'))
  const { user } = await renderShape(<p>Page</p>)
  toast.success('1 row left out.', { action: { label: 'Undo', undo, undone: 'Taken back.', refresh: [] } })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The file is being processed.')).toBeVisible()
  expect(screen.queryByText('Taken back.')).toBeNull()
})
