import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderShape } from '../../../testing/renderRoute'
import { Form } from '../../form/Form'
import { useApiForm } from '../../form/useApiForm'
import { Panels } from '../../panel/Panels'
import { SidePanel } from '../../panel/SidePanel'
import { AsyncSelectField } from '../AsyncSelectField'
import { MultiSelectField } from '../MultiSelectField'
import { PhoneField } from '../PhoneField'
import { SelectField } from '../SelectField'
import { StateField } from '../StateField'
import { SuggestField } from '../SuggestField'
import { TextField } from '../TextField'

const start = {
  Name: 'Ada',
  State: 'CO' as string | null,
  BrokerId: 2 as number | null,
  Groups: [3] as readonly number[],
  CustomerId: 'c1' as string | null,
  CustomerName: 'Harborline',
  Code: '',
  Phone: '(813) 555-0142',
}
type Values = typeof start

const brokers = [
  { value: 1, label: 'Meridian' },
  { value: 2, label: 'Juniper' },
  { value: 4, label: 'Juno' },
]
const groups = [
  { value: 3, label: 'Fernwood' },
  { value: 5, label: 'Kansas Mills' },
  { value: 7, label: 'Arkansas Rail' },
]
const customers = [
  { value: 'c7', label: 'Tidewater Marine' },
  { value: 'c8', label: 'Tidewater' },
]

const customersLike = (term: string) =>
  customers.filter(({ label }) => label.toLowerCase().includes(term.toLowerCase()))

/** A form of a record with a field of each kind; `saved` is what was sent. */
async function renderForm(place: 'on a page' | 'in a side panel' = 'on a page') {
  const saved: Values[] = []
  const search = vi.fn((term: string) => Promise.resolve(customersLike(term)))
  function Record() {
    const form = useApiForm({
      key: 'record',
      blank: start,
      save: (values) => Promise.resolve(saved.push(values)),
    })
    return (
      <Form form={form} action="Save">
        <TextField name="Name" />
        <PhoneField name="Phone" />
        <StateField name="State" />
        <SelectField name="BrokerId" label="Broker" options={brokers} />
        <MultiSelectField name="Groups" options={groups} />
        <AsyncSelectField
          name="CustomerId"
          labelName="CustomerName"
          label="ERP customer"
          search={search}
          nothing="No customer records matched your search."
        />
        <SuggestField name="Code" suggestions={['ABC', 'ABD']} />
      </Form>
    )
  }
  const inPanel = {
    record: () => (
      <SidePanel title="Record">
        <Record />
      </SidePanel>
    ),
  }
  const { user } =
    place === 'on a page'
      ? await renderShape(<Record />)
      : await renderShape(<Panels kinds={inPanel} />, '/?panel=record.1')
  const field = (name: string) => screen.getByRole('combobox', { name })
  const retype = async (name: string, text: string) => {
    await user.clear(field(name))
    await user.type(field(name), text)
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Save' }))
  return { user, saved, field, retype, submit, search }
}

/** The entry that is marked, as a reader of the screen hears it. */
function markedOf(field: HTMLElement): string | undefined {
  const id = field.getAttribute('aria-activedescendant')
  return (id === null ? null : document.getElementById(id))?.textContent
}

describe.each([
  { name: 'State', text: 'Texas', marked: 'Texas', key: 'State', value: 'TX' },
  { name: 'State', text: 'tx', marked: 'Texas', key: 'State', value: 'TX' },
  { name: 'State', text: 'kansas', marked: 'Kansas', key: 'State', value: 'KS' },
  { name: 'Broker', text: 'm', marked: 'Meridian', key: 'BrokerId', value: 1 },
] as const)('$text in $name', ({ name, text, marked, key, value }) => {
  it('marks the first match, and Enter takes it without saving', async () => {
    const { user, saved, field, retype, submit } = await renderForm()
    await retype(name, text)
    expect(markedOf(field(name))).toBe(marked)
    await user.keyboard('{Enter}')
    expect(saved).toEqual([])
    expect(field(name)).toHaveValue(marked)
    await submit()
    await waitFor(() => expect(saved.map((sent) => sent[key])).toEqual([value]))
  })

  it('Tab takes it and goes on', async () => {
    const { user, saved, field, retype, submit } = await renderForm()
    await retype(name, text)
    await user.tab()
    expect(field(name)).toHaveValue(marked)
    expect(field(name)).not.toHaveFocus()
    await submit()
    await waitFor(() => expect(saved.map((sent) => sent[key])).toEqual([value]))
  })
})

describe.each(['State', 'Broker', 'Groups'])('a text that matches nothing in %s', (name) => {
  it.each(['Enter', 'Tab'])('is an error of the field after %s, and nothing is saved', async (key) => {
    const { user, saved, field, retype, submit } = await renderForm()
    await retype(name, 'Texaz')
    await user.keyboard(`{${key}}`)
    expect(field(name)).toHaveValue('Texaz')
    expect(field(name)).toHaveAccessibleDescription(/“Texaz” is not in the list/)
    await submit()
    expect(saved).toEqual([])
    expect(field(name)).toHaveFocus()
  })
})

describe.each(['on a page', 'in a side panel'] as const)('the cross that empties a field, %s', (place) => {
  it.each([
    { name: 'State', key: 'State', empty: null },
    { name: 'Groups', key: 'Groups', empty: [] },
    { name: 'ERP customer', key: 'CustomerId', empty: null },
  ] as const)('is reached by Tab in $name, and leaves the focus in the field', async ({ name, key, empty }) => {
    const { user, saved, field, submit } = await renderForm(place)
    act(() => field(name).focus())
    await user.tab()
    expect(screen.getByRole('button', { name: `Clear ${name}` })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(field(name)).toHaveValue('')
    expect(field(name)).toHaveFocus()
    expect(saved).toEqual([])
    await submit()
    await waitFor(() => expect(saved.map((sent) => sent[key])).toEqual([empty]))
  })
})

it('saving with the mouse takes what can only be meant, and asks where several are', async () => {
  const { saved, field, retype, submit } = await renderForm()
  await retype('Broker', 'jun')
  await submit()
  expect(saved).toEqual([])
  expect(field('Broker')).toHaveAccessibleDescription('“jun” may be several of the list. Choose one.')
  await retype('Broker', 'juno')
  await submit()
  await waitFor(() => expect(saved.map(({ BrokerId }) => BrokerId)).toEqual([4]))
})

it('a state that was emptied is none, and a broker that must be chosen stays', async () => {
  const { user, saved, field, submit } = await renderForm()
  await user.clear(field('State'))
  await user.tab()
  await user.clear(field('Broker'))
  await user.tab()
  expect(field('Broker')).toHaveValue('Juniper')
  await submit()
  await waitFor(() => expect(saved.map(({ State, BrokerId }) => [State, BrokerId])).toEqual([[null, 2]]))
})

it('Escape takes back what was typed, and then the field complains of nothing', async () => {
  const { user, saved, field, retype, submit } = await renderForm()
  await retype('State', 'Texaz')
  await user.keyboard('{Enter}{Escape}')
  expect(field('State')).toHaveValue('Colorado')
  await submit()
  await waitFor(() => expect(saved).toEqual([start]))
})

it('several are typed one after the other; Enter closes the list before it saves', async () => {
  const { user, saved, field } = await renderForm()
  await user.type(field('Groups'), 'kansas')
  expect(markedOf(field('Groups'))).toBe('Kansas Mills')
  await user.keyboard('{Enter}rail{Enter}')
  expect(saved).toEqual([])
  await user.keyboard('{Enter}')
  expect(saved).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(saved.map(({ Groups }) => Groups)).toEqual([[3, 5, 7]]))
})

describe('a field that asks the server', () => {
  /** The form with a search that answers when it is let. */
  async function renderAsking() {
    const form = await renderForm()
    let answer = () => {}
    form.search.mockImplementation((term) => new Promise((resolve) => (answer = () => resolve(customersLike(term)))))
    const customer = () => form.field('ERP customer')
    return { ...form, customer, answer: () => act(() => (answer(), Promise.resolve())) }
  }

  it.each([
    ['tidewater m', 'Tidewater Marine', 'c7'],
    ['tidewater', 'Tidewater', 'c8'],
  ])('Enter after %s asks at once and takes what can only be meant', async (text, name, id) => {
    const { user, saved, customer, retype, submit, search, answer } = await renderAsking()
    await retype('ERP customer', text)
    await user.keyboard('{Enter}')
    expect(search).toHaveBeenCalledOnce()
    expect(await screen.findByText('Searching…')).toBeInTheDocument()
    expect(customer()).not.toHaveAccessibleDescription(/is not in the list/)
    await answer()
    await waitFor(() => expect(customer()).toHaveValue(name))
    expect(customer()).toHaveAttribute('aria-expanded', 'false')
    expect(saved).toEqual([])
    await submit()
    await waitFor(() => expect(saved.map(({ CustomerId }) => CustomerId)).toEqual([id]))
  })

  it('Enter before several matches shows them, the first marked, and complains of nothing', async () => {
    const { user, customer, retype, answer } = await renderAsking()
    await retype('ERP customer', 'tide')
    await user.keyboard('{Enter}')
    await answer()
    await waitFor(() => expect(markedOf(customer())).toBe('Tidewater Marine'))
    expect(customer()).toHaveValue('tide')
    expect(customer()).not.toHaveAccessibleDescription()
    await user.keyboard('{Enter}')
    expect(customer()).toHaveValue('Tidewater Marine')
  })

  it('Tab goes on and takes what can only be meant when it comes', async () => {
    const { user, customer, retype, answer } = await renderAsking()
    await retype('ERP customer', 'marine')
    await user.tab()
    expect(customer()).not.toHaveFocus()
    expect(customer()).toHaveAccessibleDescription('Searching…')
    await answer()
    await waitFor(() => expect(customer()).toHaveValue('Tidewater Marine'))
    expect(customer()).not.toHaveAccessibleDescription()
  })

  it.each([
    ['tide', /“tide” may be several of the list/],
    ['zebra', /“zebra” is not in the list/],
  ])('Tab after %s is an error once the answer is there, never the old customer', async (text, complaint) => {
    const { user, saved, customer, retype, submit, answer } = await renderAsking()
    await retype('ERP customer', text)
    await user.tab()
    await answer()
    await waitFor(() => expect(customer()).toHaveAccessibleDescription(complaint))
    await submit()
    expect(saved).toEqual([])
    expect(customer()).toHaveFocus()
  })

  it('a save waits for the answer, and goes on with it', async () => {
    const { user, saved, customer, retype, submit, answer, search } = await renderAsking()
    await retype('ERP customer', 'marine')
    await submit()
    expect(search).toHaveBeenCalledOnce()
    expect(customer()).toHaveAccessibleDescription('Searching…')
    await user.keyboard('{Enter}')
    expect(saved).toEqual([])
    await answer()
    await waitFor(() => expect(saved.map(({ CustomerId }) => CustomerId)).toEqual(['c7']))
  })

  it.each(['tide', 'zebra'])('a save with %s ends in the field when the answer is there', async (text) => {
    const { saved, customer, retype, submit, answer } = await renderAsking()
    await retype('ERP customer', text)
    await submit()
    await answer()
    await waitFor(() => expect(customer()).toHaveFocus())
    expect(customer()).toHaveAccessibleDescription(/Choose/)
    expect(saved).toEqual([])
  })

  it('a form that was closed meanwhile saves nothing', async () => {
    const { saved, retype, submit, answer } = await renderAsking()
    await retype('ERP customer', 'marine')
    await submit()
    cleanup()
    await answer()
    expect(saved).toEqual([])
  })
})

describe('the name of what is chosen is typed over', () => {
  it.each([
    ['State', 'Texas'],
    ['Broker', 'Meridian'],
  ])('in %s after a click, after Tab and after a choice', async (name, text) => {
    const { user, field } = await renderForm()
    await user.click(field(name))
    await user.keyboard(text)
    expect(field(name)).toHaveValue(text)
    await user.keyboard('{Enter}')
    await user.keyboard('jun')
    expect(field(name)).toHaveValue('jun')
    await user.keyboard('{Escape}')
    await user.tab({ shift: true })
    await user.tab()
    await user.keyboard('x')
    expect(field(name)).toHaveValue('x')
  })

  it('in a field that asks the server', async () => {
    const { user, field } = await renderForm()
    await user.click(field('ERP customer'))
    await user.keyboard('tide')
    expect(field('ERP customer')).toHaveValue('tide')
  })

  it('and a second click still sets the caret in a text that is typed', async () => {
    const { user, field } = await renderForm()
    await user.click(field('State'))
    await user.keyboard('Texs')
    await user.pointer({ target: field('State'), offset: 3, keys: '[MouseLeft]' })
    await user.keyboard('a')
    expect(field('State')).toHaveValue('Texas')
  })
})

it.each(['+44 20 7946 0958', '614-555-0101 x12'])(
  'a phone that was pasted as %s is not saved as the old one',
  async (text) => {
    const { user, saved, submit } = await renderForm()
    await user.click(screen.getByRole('textbox', { name: 'Phone' }))
    await user.paste(text)
    await submit()
    expect(saved).toEqual([])
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus()
  },
)

it('a text with suggestions keeps what was typed, and Enter closes the list first', async () => {
  const { user, saved, field } = await renderForm()
  await user.type(field('Code'), 'ab')
  await user.keyboard('{Enter}')
  expect(saved).toEqual([])
  expect(field('Code')).toHaveValue('ab')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(saved.map(({ Code }) => Code)).toEqual(['ab']))
  await user.type(field('Code'), '{Backspace}{ArrowDown}{Enter}')
  expect(field('Code')).toHaveValue('ABC')
})
