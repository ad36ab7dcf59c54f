/** What a form says without asking the server: a text that a field refuses is not sent, and all else that is plainly wrong stands beside it. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderShape } from '../../testing/renderRoute'
import { DateField } from '../fields/DateField'
import { NumberField } from '../fields/NumberField'
import { SelectField } from '../fields/SelectField'
import { TextField } from '../fields/TextField'
import { FormPanel } from '../panel/FormPanel'
import { Panels } from '../panel/Panels'
import { FormSection } from './FormBody'
import { useApiForm } from './useApiForm'

function PersonPanel({ save }: { save: (values: object) => Promise<unknown> }) {
  const form = useApiForm({
    key: 'person new',
    blank: { Name: '', EmailAddress: '', BirthDate: '', Nickname: '', BrokerId: null, Guard: 10 as number | null },
    needed: { Guard: 'Termination Guard' },
    save,
  })
  return (
    <FormPanel form={form} title="New Person" action="Save person">
      <FormSection>
        <TextField name="Name" />
        <TextField name="EmailAddress" label="Email" type="email" />
        <DateField name="BirthDate" label="Date of birth" />
        <TextField name="Nickname" optional />
        <SelectField name="BrokerId" label="Broker" options={[{ value: 1, label: 'Juniper' }]} />
        <NumberField name="Guard" />
      </FormSection>
    </FormPanel>
  )
}

async function person() {
  const save = vi.fn(() => Promise.resolve())
  const { user } = await renderShape(
    <Panels kinds={{ person: () => <PersonPanel save={save} /> }} />,
    '/?panel=person.new',
  )
  const panel = within(await screen.findByRole('dialog', { name: 'New Person' }))
  const field = (name: string | RegExp) =>
    panel.getByRole(/broker/i.test(String(name)) ? 'combobox' : 'textbox', { name })
  const submit = () => user.click(panel.getByRole('button', { name: 'Save person' }))
  return { user, save, field, submit }
}

it('says all that is wrong beside a text that a field refuses, with the focus on the first', async () => {
  const { user, save, field, submit } = await person()
  await user.type(field('Email'), 'nope')
  await user.click(field('Date of birth'))
  await user.paste('Febr 4, 1981')
  await submit()
  await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Name is required.'))
  expect(field('Email')).toHaveAccessibleDescription('Email must be an e-mail address.')
  expect(field('Date of birth')).toHaveAccessibleDescription('“Febr 4, 1981” is not a date such as 07/31/2026.')
  expect(field('Broker')).toHaveAccessibleDescription('Broker is required.')
  expect(field(/^Nickname/)).not.toHaveAccessibleDescription()
  expect(field('Name')).toHaveFocus()
  expect(save).not.toHaveBeenCalled()
})

it('says all that is wrong beside a number that is needed and left empty', async () => {
  const { user, save, field, submit } = await person()
  await user.clear(field('Guard'))
  await submit()
  await waitFor(() => expect(field('Guard')).toHaveAccessibleDescription('Termination Guard is required.'))
  expect(field('Name')).toHaveAccessibleDescription('Name is required.')
  expect(save).not.toHaveBeenCalled()
})

it('leaves what is empty to the server where nothing is refused', async () => {
  const { save, submit } = await person()
  await submit()
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
})
