import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EnvelopeError } from '../../lib/failure'
import { renderShape } from '../../testing/renderRoute'
import { FilterChip, type FilterOption } from './FilterChip'

it('choices that did not load are not taken for none, and are asked for again', async () => {
  let fails = true
  const queryFn = (): Promise<readonly FilterOption[]> =>
    fails
      ? Promise.reject(new EnvelopeError(500, [], 'Out of order.'))
      : Promise.resolve([{ value: '7', label: 'Juniper' }])
  const { user } = await renderShape(
    <FilterChip
      filter={{ name: 'broker', label: 'Broker', options: { queryKey: ['brokers of the test'], queryFn } }}
      values={[]}
      onChange={() => {}}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Broker' }))
  expect(await screen.findByText('The choices did not load')).toBeVisible()
  expect(screen.queryByText('No results.')).toBeNull()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('checkbox', { name: 'Juniper' })).toBeVisible()
})
