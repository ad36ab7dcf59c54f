import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { EnvelopeError } from '../../lib/failure'
import { renderShape } from '../../testing/renderRoute'
import { FieldsContext, type FormFields } from '../form/fieldContext'
import { MultiSelectField } from './MultiSelectField'
import { SelectField } from './SelectField'

/** A form whose field holds a value that the choices would name. */
function draw(field: ReactNode, value: unknown) {
  const fields: FormFields = {
    id: 'f',
    read: () => value,
    write: () => {},
    error: () => undefined,
    locked: false,
    announce: () => () => {},
    complain: () => {},
    forget: () => {},
  }
  return renderShape(<FieldsContext value={fields}>{field}</FieldsContext>)
}

const loading = { isPending: true, isError: false, error: null, refetch: () => {} }

it('a select whose choices are on their way says so, and does not look empty', async () => {
  const { user } = await draw(
    <SelectField name="Broker" options={[]} query={loading} nothing="There are no brokers." />,
    10,
  )
  const field = screen.getByRole('combobox', { name: 'Broker' })
  expect(field).toHaveAttribute('placeholder', 'Loading…')
  await user.click(field)
  expect(screen.queryByText('There are no brokers.')).toBeNull()
})

it('one whose choices did not come says why and asks again', async () => {
  const refetch = vi.fn()
  const query = { isPending: false, isError: true, error: new EnvelopeError(500, [], 'Out of order.'), refetch }
  const { user } = await draw(
    <SelectField name="Broker" options={[]} query={query} nothing="There are no brokers." />,
    10,
  )
  expect(screen.getByRole('combobox', { name: 'Broker' })).toHaveAttribute('placeholder', 'Not loaded')
  expect(screen.getByRole('alert')).toHaveTextContent('The choices did not load: Out of order.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('one whose choices are none says so', async () => {
  const { user } = await draw(
    <SelectField
      name="Broker"
      options={[]}
      query={{ ...loading, isPending: false, data: [] }}
      nothing="There are no brokers."
    />,
    null,
  )
  await user.click(screen.getByRole('combobox', { name: 'Broker' }))
  expect(await screen.findByText('There are no brokers.')).toBeVisible()
})

it('a multi-select shows no bare numbers while the names are on their way', async () => {
  await draw(<MultiSelectField name="Groups" options={[]} query={loading} />, [7, 12])
  expect(screen.getByRole('combobox', { name: 'Groups' })).toHaveAttribute('placeholder', 'Loading…')
  expect(screen.queryByText('12')).toBeNull()
})

it('a select of long choices takes the whole row where it is narrow', async () => {
  await draw(<SelectField name="Role" span={3} options={[{ value: 2, label: 'Broker Administrator' }]} />, 2)
  expect(screen.getByRole('combobox', { name: 'Role' }).closest('[data-span]')).toHaveAttribute('data-long')
})
