import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EnvelopeError } from '../../lib/failure'
import type { Asked } from '../../lib/query'
import { renderShape } from '../../testing/renderRoute'
import { IconHistory } from '../icons'
import { ConfirmPanel, type Confirmation } from './ConfirmPanel'
import { Panels } from './Panels'

function draw(confirmation: Partial<Confirmation>) {
  const panel = () => (
    <ConfirmPanel
      title="End it"
      question="Shall it end?"
      action="End"
      run={() => Promise.resolve()}
      facts={[{ term: 'Members', value: '412' }]}
      next={[{ icon: IconHistory, text: 'All 412 end.' }]}
      {...confirmation}
    />
  )
  return renderShape(<Panels kinds={{ end: panel }} />, '/?panel=end')
}

const waiting: Asked<unknown> = { isPending: true, isError: false, error: null, refetch: () => {} }

it('nothing is confirmed before what it is about is known', async () => {
  await draw({ needs: { query: waiting, what: 'the number of members' } })
  expect(await screen.findByRole('status', { name: 'Loading the number of members' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'End' })).toBeDisabled()
  expect(screen.queryByText('All 412 end.')).toBeNull()
})

it('nor when it could not be read: the panel says so and asks again', async () => {
  const refetch = vi.fn()
  const { user } = await draw({
    needs: {
      query: { isPending: false, isError: true, error: new EnvelopeError(500, [], 'Out of order.'), refetch },
      what: 'the number of members',
    },
  })
  expect(await screen.findByText('The number of members did not load')).toBeVisible()
  expect(screen.getByRole('button', { name: 'End' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('once it is known the panel says what happens', async () => {
  await draw({ needs: { query: { ...waiting, isPending: false, data: 412 }, what: 'the number of members' } })
  expect(await screen.findByText('All 412 end.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'End' })).toBeEnabled()
})

it.each([
  ['Already at work.', 2],
  ['It failed.', 1],
])('a notice of its own words leaves the reason in the panel: %s', async (reason, texts) => {
  const { user } = await draw({
    errorNotice: 'It failed.',
    run: () => Promise.reject(new EnvelopeError(200, [], reason)),
  })
  await user.click(await screen.findByRole('button', { name: 'End' }))
  expect(await screen.findByText('It failed.')).toBeVisible()
  expect(screen.getAllByText(/^(It failed|Already at work)\.$/)).toHaveLength(texts)
})

it('turns no longer than it may, and waits on all the same', async () => {
  const { user } = await draw({ turns: 0, run: () => new Promise(() => {}) })
  const button = await screen.findByRole('button', { name: 'End' })
  await user.click(button)
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'))
  expect(button).toBeDisabled()
})

it('names the first ten that it is done to, and counts the others', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Invoice ${index + 1}`)
  await draw({ named: { title: 'Invoices', names } })
  const items = within(await screen.findByRole('list', { name: 'Invoices' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([...names.slice(0, 10), 'and 2 more'])
})
