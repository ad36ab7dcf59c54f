import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EnvelopeError } from '../../lib/failure'
import { renderShape } from '../../testing/renderRoute'
import { Answered } from './Answered'

it('an answer stays when asking for it again fails, and says so', async () => {
  const refetch = vi.fn()
  const query = {
    isPending: false,
    isError: true,
    error: new EnvelopeError(500, [], 'Out of order.', 'r-1'),
    data: 'INV-10482',
    refetch,
  }
  const { user } = await renderShape(
    <Answered query={query} what="the invoice">
      {(number) => <p>{number}</p>}
    </Answered>,
  )
  expect(screen.getByText('INV-10482')).toBeVisible()
  expect(screen.getByText('This could not be refreshed: Out of order. Reference r-1.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})
