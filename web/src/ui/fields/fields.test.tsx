import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShape } from '../../testing/renderRoute'
import { UnreachableError } from '../../lib/failure'
import { FieldsContext, labelOf, type FormFields } from '../form/fieldContext'
import { useState, type ReactNode } from 'react'
import { AsyncSelectField } from './AsyncSelectField'
import { YesNoUnsetField } from './ChoiceField'
import { DateField } from './DateField'
import { FileField, fileSize } from './FileField'
import { MoneyField } from './MoneyField'
import { MonthField } from './MonthField'
import { MultiSelectField } from './MultiSelectField'
import { NumberField } from './NumberField'
import { PasswordField } from './PasswordField'
import { PhoneField } from './PhoneField'
import { SelectField, type Option } from './SelectField'
import { StateField } from './StateField'
import { SwitchField } from './SwitchField'
import { TextField } from './TextField'

/** A form of one or two values that shows what they are. */
async function renderField(field: ReactNode, start: Record<string, unknown>, error?: string) {
  const seen = { values: start }
  function Frame() {
    const [values, setValues] = useState(start)
    const fields: FormFields = {
      id: 'f',
      read: (name) => values[name],
      write: (name, value) => setValues((before) => (seen.values = { ...before, [name]: value })),
      error: () => error,
      locked: false,
      announce: () => () => {},
      complain: () => {},
      forget: () => {},
    }
    return <FieldsContext value={fields}>{field}</FieldsContext>
  }
  const { user } = await renderShape(<Frame />)
  return { user, value: (name = 'Value') => seen.values[name] }
}

describe('money', () => {
  it('takes digits as they are typed and shows dollars on leaving', async () => {
    const { user, value } = await renderField(<MoneyField name="Value" label="Rate" />, { Value: null })
    const input = screen.getByRole('textbox', { name: 'Rate' })
    await user.click(input)
    await user.keyboard('1234.567')
    expect(value()).toBe(1234.56)
    await user.tab()
    expect(input).toHaveValue('$1,234.56')
  })

  it('coming by Tab replaces the amount', async () => {
    const { user, value } = await renderField(<MoneyField name="Value" />, { Value: 49 })
    expect(screen.getByRole('textbox')).toHaveValue('$49.00')
    await user.tab()
    await user.keyboard('7.5')
    expect(value()).toBe(7.5)
    await user.tab()
    expect(screen.getByRole('textbox')).toHaveValue('$7.50')
  })

  it.each(['1,234.50', '$1,234.50', '1234.5'])('%s is pasted as it is meant', async (text) => {
    const { user, value } = await renderField(<MoneyField name="Value" />, { Value: 49 })
    await user.tab()
    await user.paste(text)
    await user.tab()
    expect([screen.getByRole('textbox'), value()]).toEqual([expect.objectContaining({ value: '$1,234.50' }), 1234.5])
  })

  it.each(['1.234,50', '1.234', '-5'])('%s is refused in words, and no amount is made of it', async (text) => {
    const { user, value } = await renderField(<MoneyField name="Value" />, { Value: 49 })
    const input = screen.getByRole('textbox')
    await user.tab()
    await user.paste(text)
    await user.tab()
    expect([input, value()]).toEqual([expect.objectContaining({ value: text }), 49])
    expect(input).toHaveAccessibleDescription(`“${text}” is not an amount such as 1,234.50.`)
    await user.tab({ shift: true })
    await user.keyboard('7.5')
    expect(value()).toBe(7.5)
    expect(input).not.toHaveAccessibleDescription()
  })

  it('empty is null', async () => {
    const { user, value } = await renderField(<MoneyField name="Value" />, { Value: 5 })
    await user.clear(screen.getByRole('textbox'))
    expect(value()).toBeNull()
  })
})

describe('dates', () => {
  it('take a slash after one digit, and a pasted date however it is written', async () => {
    const { user, value } = await renderField(<DateField name="Value" label="Effective date" />, { Value: '' })
    const input = screen.getByRole('textbox', { name: 'Effective date' })
    await user.type(input, '1/5/2026')
    expect(input).toHaveValue('01/05/2026')
    expect(value()).toBe('2026-01-05')
    await user.clear(input)
    await user.paste('2026-12-05')
    expect(input).toHaveValue('12/05/2026')
    expect(value()).toBe('2026-12-05')
  })

  it.each(['2-3-1980', '2.3.1980', '2 3 1980', '02-03-1980'])('%s is typed for 02/03/1980', async (text) => {
    const { user, value } = await renderField(<DateField name="Value" label="Birth date" />, { Value: '' })
    await user.type(screen.getByRole('textbox', { name: 'Birth date' }), text)
    expect(value()).toBe('1980-02-03')
  })

  it.each([
    ['2/3/80', '02/03/80', '02/03/80'],
    ['2/3/1980', '02/03/1980', '1980-02-03'],
    ['19800203', '02/03/1980', '1980-02-03'],
    ['Feb 3, 1980', '02/03/1980', '1980-02-03'],
  ])('%s is pasted as %s', async (text, shown, kept) => {
    const { user, value } = await renderField(<DateField name="Value" label="Birth date" />, { Value: '' })
    const input = screen.getByRole('textbox', { name: 'Birth date' })
    await user.click(input)
    await user.paste(text)
    expect(input).toHaveValue(shown)
    expect(value()).toBe(kept)
  })

  it.each(['Febr 4, 1981', '020380'])('no other day is made of %s, which stays and says so', async (text) => {
    const { user, value } = await renderField(<DateField name="Value" label="Birth date" />, { Value: '1980-02-03' })
    const input = screen.getByRole('textbox', { name: 'Birth date' })
    await user.click(input)
    await user.paste(text)
    await user.tab()
    expect([input, value()]).toEqual([expect.objectContaining({ value: text }), '1980-02-03'])
    expect(input).toHaveAccessibleDescription(`“${text}” is not a date such as 07/31/2026.`)
    await user.clear(input)
    expect(input).not.toHaveAccessibleDescription()
    expect(value()).toBe('')
    await user.type(input, '02041981')
    expect(value()).toBe('1981-02-04')
  })

  it('that are wrong keep the mark of it, by which the focus finds them', async () => {
    const { user } = await renderField(
      <DateField name="Value" label="Birth date" />,
      { Value: '02/30/1980' },
      'No date.',
    )
    const input = screen.getByRole('textbox', { name: 'Birth date' })
    expect(input).toHaveAttribute('aria-invalid', 'true')
    await user.click(input)
    await user.tab()
    expect(input).toHaveAttribute('aria-invalid', 'true')
  })

  it('are masked while typing and kept as YYYY-MM-DD', async () => {
    const { user, value } = await renderField(<DateField name="Value" label="Effective date" />, { Value: '' })
    const input = screen.getByRole('textbox', { name: 'Effective date' })
    await user.type(input, '11042026')
    expect(input).toHaveValue('11/04/2026')
    expect(value()).toBe('2026-11-04')
  })

  it('what is no day stays as typed, so that the server can say so', async () => {
    const { user, value } = await renderField(<DateField name="Value" />, { Value: '' })
    await user.type(screen.getByRole('textbox'), '02302026')
    expect(value()).toBe('02/30/2026')
  })

  it('can be picked from a calendar', async () => {
    const { user, value } = await renderField(<DateField name="Value" label="Effective date" />, {
      Value: '2026-11-04',
    })
    await user.click(screen.getByRole('button', { name: 'Pick effective date' }))
    await user.click(await screen.findByRole('button', { name: /20 November 2026/ }))
    expect(value()).toBe('2026-11-20')
  })
})

it('a phone is masked', async () => {
  const { user, value } = await renderField(<PhoneField name="Value" label="Mobile phone" />, { Value: '' })
  await user.type(screen.getByRole('textbox', { name: 'Mobile phone' }), '8135550142')
  expect(value()).toBe('(813) 555-0142')
})

it.each(['+1 614-555-0101', '1-614-555-0101', '614.555.0101', '001 614 555 0101', 'tel:+1-614-555-0101'])(
  'the phone %s is pasted as it is meant',
  async (text) => {
    const { user, value } = await renderField(<PhoneField name="Value" label="Mobile phone" />, { Value: '' })
    await user.click(screen.getByRole('textbox', { name: 'Mobile phone' }))
    await user.paste(text)
    expect(screen.getByRole('textbox', { name: 'Mobile phone' })).toHaveValue('(614) 555-0101')
    expect(value()).toBe('(614) 555-0101')
  },
)

it.each(['+16145550101', '16145550101'])('the phone %s is typed as it is meant', async (text) => {
  const { user, value } = await renderField(<PhoneField name="Value" label="Mobile phone" />, { Value: '' })
  await user.type(screen.getByRole('textbox', { name: 'Mobile phone' }), text)
  expect(value()).toBe('(614) 555-0101')
})

it('a 1 from a touch keyboard, which sends no keys, is passed over too', async () => {
  const { value } = await renderField(<PhoneField name="Value" label="Mobile phone" />, { Value: '' })
  const input = screen.getByRole('textbox', { name: 'Mobile phone' })
  for (const digit of '1614') {
    fireEvent.input(input, { target: { value: (input as HTMLInputElement).value + digit }, data: digit })
  }
  expect([input, value()]).toEqual([expect.objectContaining({ value: '(614) ' }), '(614) '])
})

it.each(['+44 20 7946 0958', '614-555-0101 x12'])(
  'the phone %s is refused in words, and no other is made of it',
  async (text) => {
    const { user, value } = await renderField(<PhoneField name="Value" label="Mobile phone" />, {
      Value: '(813) 555-0142',
    })
    const input = screen.getByRole('textbox', { name: 'Mobile phone' })
    await user.click(input)
    await user.paste(text)
    await user.tab()
    expect([input, value()]).toEqual([expect.objectContaining({ value: text }), '(813) 555-0142'])
    expect(input).toHaveAccessibleDescription(`“${text}” is not a phone number of ten digits.`)
    await user.clear(input)
    await user.type(input, '6145550101')
    expect(input).not.toHaveAccessibleDescription()
  },
)

it('a refused phone is mended where it stands', async () => {
  const { user, value } = await renderField(<PhoneField name="Value" label="Mobile phone" />, { Value: '' })
  const input = screen.getByRole('textbox', { name: 'Mobile phone' })
  await user.click(input)
  // The mask places the caret in the frame after the click.
  await new Promise(requestAnimationFrame)
  await user.paste('614-555-0101 x1')
  await user.keyboard('{Backspace}')
  expect(input).toHaveValue('614-555-0101 x')
  await user.keyboard('{Backspace}')
  expect([input, value()]).toEqual([expect.objectContaining({ value: '(614) 555-0101' }), '(614) 555-0101'])
  expect(input).not.toHaveAccessibleDescription()
})

it('a select keeps the value of the option, numbers as numbers, and can be emptied', async () => {
  const options = [
    { value: 1, label: 'Meridian' },
    { value: 2, label: 'Juniper' },
  ]
  const { user, value } = await renderField(<SelectField name="Value" label="Broker" options={options} clearable />, {
    Value: 1,
  })
  const input = screen.getByRole('combobox', { name: 'Broker' })
  expect(input).toHaveValue('Meridian')
  await user.click(input)
  await user.click(await screen.findByRole('option', { name: 'Juniper', hidden: true }))
  expect(value()).toBe(2)
  await user.click(screen.getByLabelText('Clear Broker'))
  expect(value()).toBeNull()
})

it('a state is found by its name and kept as its abbreviation', async () => {
  const { user, value } = await renderField(<StateField name="Value" label="State" />, { Value: null })
  await user.type(screen.getByRole('combobox', { name: 'State' }), 'Flor')
  await user.click(await screen.findByRole('option', { name: 'Florida', hidden: true }))
  expect(value()).toBe('FL')
})

it('a multi-select keeps the values in the order of the options', async () => {
  const options = [
    { value: 1, label: 'One' },
    { value: 2, label: 'Two' },
    { value: 3, label: 'Three' },
  ]
  const { user, value } = await renderField(<MultiSelectField name="Value" label="Plans" options={options} />, {
    Value: [3],
  })
  await user.click(screen.getByRole('combobox', { name: 'Plans' }))
  await user.click(await screen.findByRole('option', { name: 'One', hidden: true }))
  expect(value()).toEqual([1, 3])
})

it('yes, no and not set are three choices', async () => {
  const { user, value } = await renderField(<YesNoUnsetField name="Value" label="Send welcome emails" />, {
    Value: null,
  })
  const group = screen.getByRole('radiogroup', { name: 'Send welcome emails' })
  expect(within(group).getByRole('radio', { name: 'Not set' })).toBeChecked()
  await user.click(within(group).getByText('No'))
  expect(value()).toBe(false)
  await user.click(within(group).getByText('Yes'))
  expect(value()).toBe(true)
})

it('a switch is on or off', async () => {
  const { user, value } = await renderField(<SwitchField name="Value" label="Archived" />, { Value: false })
  await user.click(screen.getByRole('switch', { name: 'Archived' }))
  expect(value()).toBe(true)
})

it('a number is a number, and null when empty', async () => {
  const { user, value } = await renderField(<NumberField name="Value" decimals={1} />, { Value: 0.5 })
  await user.clear(screen.getByRole('textbox'))
  expect(value()).toBeNull()
  await user.type(screen.getByRole('textbox'), '0.75')
  expect(value()).toBe(0.7)
})

describe('a password', () => {
  it('can be shown', async () => {
    const { user } = await renderField(
      <PasswordField name="Value" label="Password" autoComplete="current-password" />,
      { Value: 'secret words' },
    )
    const input = screen.getByLabelText('Password')
    expect(input).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show or hide the password' }))
    expect(input).toHaveAttribute('type', 'text')
  })

  it('says that Caps Lock is on', async () => {
    await renderField(<PasswordField name="Value" label="Password" autoComplete="current-password" />, { Value: '' })
    const press = (on: boolean) =>
      fireEvent.keyDown(screen.getByLabelText('Password'), {
        key: 'A',
        getModifierState: () => on,
        modifierCapsLock: on,
      })
    press(true)
    expect(screen.getByText('Caps Lock is on')).toBeVisible()
    press(false)
    expect(screen.queryByText('Caps Lock is on')).toBeNull()
  })
})

it('one file is dropped or chosen, and can be removed', async () => {
  const { user, value } = await renderField(<FileField name="Value" label="Census file" />, { Value: null })
  const file = new File(['a,b\n'], 'harborline.csv', { type: 'text/csv' })
  await user.upload(screen.getByLabelText('Census file'), file)
  expect(value()).toBe(file)
  expect(screen.getByText('harborline.csv')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove harborline.csv' }))
  expect(value()).toBeNull()
  expect([fileSize(12), fileSize(219_136), fileSize(3_400_000)]).toEqual(['12 B', '214 KB', '3.2 MB'])
})

it('a month is picked in a dialog that is called as the field is', async () => {
  const { user, value } = await renderField(<MonthField name="Value" label="Billing month" />, { Value: '2026-11-01' })
  await user.click(screen.getByRole('button', { name: 'Billing month' }))
  const dialog = await screen.findByRole('dialog', { name: 'Billing month' })
  await user.click(within(dialog).getByRole('button', { name: 'Dec' }))
  expect(value()).toBe('2026-12-01')
})

it('the cross that empties a month is reached by Tab and leaves the focus in the field', async () => {
  const month = <MonthField name="Value" label="Billing month" clearable />
  const { user, value } = await renderField(month, { Value: '2026-11-01' })
  const field = () => screen.getByRole('button', { name: 'Billing month' })
  act(() => field().focus())
  await user.tab()
  expect(screen.getByRole('button', { name: 'Clear Billing month' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(value()).toBe('')
  expect(field()).toHaveFocus()
})

describe('every field', () => {
  it('shows its error in place of its help and is described by it', async () => {
    await renderField(<TextField name="Value" label="Name" help="One line." />, { Value: '' }, 'Enter a name.')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Enter a name.')
    expect(screen.queryByText('One line.')).toBeNull()
  })

  it('that is locked says why', async () => {
    await renderField(<TextField name="Value" label="Rate" locked="The rate cannot be modified." />, { Value: '12.50' })
    expect(screen.getByRole('textbox', { name: 'Rate' })).toBeDisabled()
    expect(screen.getByText('The rate cannot be modified.')).toBeVisible()
  })

  it('makes a label from its name', () => {
    expect(labelOf('InvoicePeriodStartDay')).toBe('Invoice period start day')
    expect(labelOf('Name')).toBe('Name')
  })
})

describe('a type-ahead', () => {
  const found = Array.from({ length: 14 }, (_, index): Option => ({ value: `c${index}`, label: `Harbor ${index}` }))
  const field = (search: (term: string) => Promise<readonly Option[]>) => (
    <AsyncSelectField
      name="Value"
      labelName="Label"
      label="Customer"
      search={search}
      nothing="No customer records matched your search."
    />
  )

  it('asks once, 700 ms after the last key, and offers ten', async () => {
    const asked: { term: string; at: number }[] = []
    const search = (term: string) => {
      asked.push({ term, at: performance.now() })
      return Promise.resolve(found)
    }
    const { user, value } = await renderField(field(search), { Value: null, Label: '' })
    await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'harb')
    const lastKey = performance.now()
    const options = await screen.findAllByRole('option', { hidden: true })
    expect(asked.map(({ term }) => term)).toEqual(['harb'])
    // The clock of the browser starts a little before ours.
    expect((asked[0]?.at ?? 0) - lastKey).toBeGreaterThan(600)
    expect(options).toHaveLength(10)
    await user.click(screen.getByRole('option', { name: 'Harbor 2', hidden: true }))
    expect([value(), value('Label')]).toEqual(['c2', 'Harbor 2'])
  })

  it('says so when nothing matches', async () => {
    const { user } = await renderField(
      field(() => Promise.resolve([])),
      { Value: null, Label: '' },
    )
    const box = screen.getByRole('combobox', { name: 'Customer' })
    await user.type(box, 'zebra')
    const note = await screen.findByText('No customer records matched your search.')
    // Below the field, where it covers nothing that follows.
    expect(box).toHaveAccessibleDescription('No customer records matched your search.')
    expect(note.closest('[role=listbox]')).toBeNull()
  })

  it('says it until the field is left, so that a button below stays under the pointer that presses it', async () => {
    const { user } = await renderField(
      <>
        {field(() => Promise.resolve([]))}
        <button type="button" onMouseDown={(event) => event.preventDefault()}>
          Create it
        </button>
      </>,
      { Value: null, Label: '' },
    )
    await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'zebra')
    const note = await screen.findByText('No customer records matched your search.')
    await user.pointer({ target: screen.getByRole('button', { name: 'Create it' }), keys: '[MouseLeft>]' })
    expect(note).toBeVisible()
    await user.pointer({ keys: '[/MouseLeft]' })
    await user.tab()
    expect(await screen.findByText(/“zebra” is not in the list/)).toBeVisible()
    expect(note).not.toBeInTheDocument()
  })

  it('says that a search failed, not that nothing matched, and asks again', async () => {
    let fails = true
    const { user, value } = await renderField(
      field(() => (fails ? Promise.reject(new UnreachableError()) : Promise.resolve(found))),
      { Value: null, Label: '' },
    )
    await user.type(screen.getByRole('combobox', { name: 'Customer' }), 'harb')
    expect(await screen.findByRole('alert')).toHaveTextContent('The server did not answer.')
    expect(screen.queryByText('No customer records matched your search.')).toBeNull()
    fails = false
    await user.tab()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await user.click(await screen.findByRole('option', { name: 'Harbor 2', hidden: true }))
    expect(value()).toBe('c2')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('shows the name of a loaded record without asking', async () => {
    const search = vi.fn(() => Promise.resolve([]))
    await renderField(field(search), { Value: 'c7', Label: 'Harbor 7' })
    expect(screen.getByRole('combobox', { name: 'Customer' })).toHaveValue('Harbor 7')
    expect(search).not.toHaveBeenCalled()
  })
})
