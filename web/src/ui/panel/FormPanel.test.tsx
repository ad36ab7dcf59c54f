import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { draftsBelongTo, keepOpenForms } from '../../lib/drafts'
import { EnvelopeError, UnreachableError, type FieldError } from '../../lib/failure'
import type { Query } from '../../lib/query'
import { renderShape } from '../../testing/renderRoute'
import { CheckboxField } from '../fields/CheckboxField'
import { ChoiceField } from '../fields/ChoiceField'
import { FileField } from '../fields/FileField'
import { SwitchField } from '../fields/SwitchField'
import { TextField } from '../fields/TextField'
import { FormPanel } from './FormPanel'
import { HistoryPart, type HistoryOf } from './HistoryPart'
import { Panels } from './Panels'
import { FormSection } from '../form/FormBody'
import { useApiForm } from '../form/useApiForm'

interface Plan {
  Name: string
  Code: string
  Version: number
}

const invalid = (...fields: FieldError[]) => new EnvelopeError(200, fields, fields[0]?.Message ?? '')

function PlanPanel({
  save,
  load,
}: {
  save: (values: { Name: string; Code: string }, loaded?: Plan) => Promise<unknown>
  load?: Query<Plan>
}) {
  const form = useApiForm({
    key: 'plan 3',
    blank: { Name: '', Code: '' },
    load,
    toValues: ({ Name, Code }: Plan) => ({ Name, Code }),
    save,
    saved: 'The plan has been saved.',
  })
  return (
    <FormPanel form={form} title="Edit Plan" action="Save plan">
      <FormSection>
        <TextField name="Name" />
        <TextField name="Code" label="Plan code" />
      </FormSection>
    </FormPanel>
  )
}

/** Fields that are no texts, of which one is refused. */
function OddPanel({ wrong }: { wrong: string }) {
  const form = useApiForm({
    key: 'odd',
    blank: { Kind: 2, Upload: null, Archived: false, Agreed: false },
    save: () => Promise.reject(invalid({ Key: wrong, Message: 'This is wrong.' })),
  })
  return (
    <FormPanel form={form} title="Odd" action="Save">
      <FormSection>
        <ChoiceField
          name="Kind"
          choices={[
            { value: 1, label: 'First' },
            { value: 2, label: 'Second' },
          ]}
          help="One of two."
        />
        <FileField name="Upload" help="One file." />
        <SwitchField name="Archived" help="No longer offered." />
        <CheckboxField name="Agreed" />
      </FormSection>
    </FormPanel>
  )
}

async function openPanel(
  save: (values: { Name: string; Code: string }, loaded?: Plan) => Promise<unknown>,
  load?: Query<Plan>,
) {
  const shown = await renderShape(
    <Panels kinds={{ plan: () => <PlanPanel save={save} {...(load ? { load } : {})} /> }} />,
    '/?panel=plan.3',
  )
  const panel = await screen.findByRole('dialog', { name: 'Edit Plan' })
  return { ...shown, panel, saveButton: within(panel).getByRole('button', { name: 'Save plan' }) }
}

beforeEach(() => {
  draftsBelongTo(-1)
  draftsBelongTo(1)
})

describe('saving', () => {
  it('sends what was typed, says so and closes', async () => {
    const save = vi.fn(() => Promise.resolve())
    const { user, saveButton } = await openPanel(save)
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Medical')
    await user.click(saveButton)
    expect(save).toHaveBeenCalledExactlyOnceWith({ Name: 'Medical', Code: '' }, undefined)
    expect(await screen.findByText('The plan has been saved.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('cannot be pressed twice while it runs', async () => {
    const save = vi.fn(() => new Promise(() => {}))
    const { user, saveButton } = await openPanel(save)
    await user.click(saveButton)
    expect(saveButton).toBeDisabled()
    expect(saveButton).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeDisabled()
    await user.keyboard('{Enter}')
    expect(save).toHaveBeenCalledOnce()
  })
})

describe('a refused save', () => {
  it('puts messages under their fields, the others into a note, and the focus into the first wrong field', async () => {
    const { user, saveButton, panel } = await openPanel(() =>
      Promise.reject(
        invalid(
          { Key: 'Code', Message: 'Enter another code.' },
          { Key: 'EmployerId', Message: 'The group is gone.' },
          { Key: 'Code', Message: 'A second one.' },
        ),
      ),
    )
    await user.click(saveButton)
    const code = screen.getByRole('textbox', { name: 'Plan code' })
    await waitFor(() => expect(code).toHaveFocus())
    expect(code).toBeInvalid()
    expect(code).toHaveAccessibleDescription('Enter another code.')
    expect(within(panel).getByRole('alert')).toHaveTextContent('The group is gone.')
    expect(within(panel).getAllByText('1 field needs attention')[0]).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeValid()
  })

  it.each([
    [
      'Kind',
      () => screen.getByRole('radiogroup', { name: 'Kind' }),
      () => screen.getByRole('radio', { name: 'Second' }),
    ],
    ['Upload', () => screen.getByLabelText('Upload'), () => screen.getByLabelText('Upload')],
    [
      'Archived',
      () => screen.getByRole('switch', { name: 'Archived' }),
      () => screen.getByRole('switch', { name: 'Archived' }),
    ],
    [
      'Agreed',
      () => screen.getByRole('checkbox', { name: 'Agreed' }),
      () => screen.getByRole('checkbox', { name: 'Agreed' }),
    ],
  ])('leads to a wrong field that is no text: %s', async (Key, field, focused) => {
    const { user } = await renderShape(<Panels kinds={{ odd: () => <OddPanel wrong={Key} /> }} />, '/?panel=odd')
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(focused()).toHaveFocus())
    expect(field()).toBeInvalid()
    expect(field()).toHaveAccessibleDescription('This is wrong.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: Key }))
    expect(focused()).toHaveFocus()
  })

  it('a message goes when its field is changed', async () => {
    const { user, saveButton } = await openPanel(() =>
      Promise.reject(invalid({ Key: 'Name', Message: 'Enter a name.' })),
    )
    await user.click(saveButton)
    expect(await screen.findByText('Enter a name.')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'M')
    expect(screen.queryByText('Enter a name.')).toBeNull()
  })

  it('leaves the focus in the field that is typed in while another one is still wrong', async () => {
    const { user, saveButton } = await openPanel(() =>
      Promise.reject(
        invalid({ Key: 'Name', Message: 'Enter a name.' }, { Key: 'Code', Message: 'Enter another code.' }),
      ),
    )
    await user.click(saveButton)
    const name = screen.getByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(name).toHaveFocus())
    await user.keyboard('Medical')
    expect(name).toHaveFocus()
    expect(name).toHaveValue('Medical')
    expect(screen.getByRole('textbox', { name: 'Plan code' })).toHaveValue('')
    expect(screen.getByText('Enter another code.')).toBeVisible()
  })

  it('says that the server did not answer, and keeps what was typed', async () => {
    const { user, saveButton } = await openPanel(() => Promise.reject(new UnreachableError()))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Medical')
    await user.click(saveButton)
    expect(await screen.findByText('The server did not answer.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Medical')
  })

  it('of a record someone else changed offers their version', async () => {
    let version = 4
    const load: Query<Plan> = {
      queryKey: ['plan', 3],
      queryFn: () => Promise.resolve({ Name: version === 4 ? 'Medical' : 'Vision', Code: 'med', Version: version }),
    }
    const save = vi.fn(() => {
      version = 5
      return Promise.reject(new EnvelopeError(409, [], 'Sunniva Prewitt changed it at 09:12.'))
    })
    const { user, saveButton } = await openPanel(save, load)
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.type(name, ' PEPM')
    await user.click(saveButton)
    expect(save).toHaveBeenCalledWith({ Name: 'Medical PEPM', Code: 'med' }, expect.objectContaining({ Version: 4 }))
    expect(await screen.findByText(/Sunniva Prewitt changed it at 09:12\. Nothing was overwritten\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Load their version' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Vision'))
  })
})

describe('overwriting knowingly what someone else saved', () => {
  const theirs = { Name: 'Vision', Code: 'vis', Version: 5 }

  it('sends their version with only what was changed here on top', async () => {
    let stored: Plan = { Name: 'Medical', Code: 'med', Version: 4 }
    const save = vi.fn((_: object, loaded?: Plan) => {
      const stale = loaded?.Version === 4
      stored = theirs
      return stale ? Promise.reject(new EnvelopeError(409, [], 'Sunniva Prewitt changed it.')) : Promise.resolve()
    })
    const { user, saveButton } = await openPanel(save, {
      queryKey: ['plan', 3],
      queryFn: () => Promise.resolve(stored),
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' PEPM')
    await user.click(saveButton)
    await user.click(await screen.findByRole('button', { name: 'Save mine anyway' }))
    expect(save).toHaveBeenLastCalledWith({ Name: 'Medical PEPM', Code: 'vis' }, theirs)
    expect(await screen.findByText('The plan has been saved.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that fails too keeps what was typed', async () => {
    const save = vi.fn((_: object, loaded?: Plan) =>
      Promise.reject(
        loaded?.Version === 4
          ? new EnvelopeError(409, [], 'Changed.')
          : invalid({ Key: 'Code', Message: 'Enter another code.' }),
      ),
    )
    let version = 3
    const { user, saveButton } = await openPanel(save, {
      queryKey: ['plan', 3],
      queryFn: () => Promise.resolve({ ...theirs, Version: (version += 1) }),
    })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
    await user.click(saveButton)
    await user.click(await screen.findByRole('button', { name: 'Save mine anyway' }))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Plan code' })).toHaveAccessibleDescription('Enter another code.'),
    )
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Vision!')
    expect(screen.queryByText('Someone else has changed this.')).toBeNull()
  })
})

describe('the history of the record', () => {
  const past = ({ subject, id }: HistoryOf) => <p>{`All about ${subject} ${id}`}</p>
  const Editor = () => {
    const form = useApiForm({ key: 'past', blank: { Name: '' }, save: () => Promise.resolve() })
    return (
      <FormPanel form={form} title="Edit Plan" action="Save plan" history={{ subject: 'plan', id: 3 }}>
        <TextField name="Name" />
      </FormPanel>
    )
  }
  const panels = <Panels kinds={{ plan: () => <Editor /> }} />

  it('is a tab of its panel; what was typed waits for one to come back', async () => {
    const { user } = await renderShape(<HistoryPart value={past}>{panels}</HistoryPart>, '/?panel=plan.3')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Medical')
    await user.click(screen.getByRole('tab', { name: 'History' }))
    expect(await screen.findByText('All about plan 3')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save plan' })).toBeNull()
    expect(screen.getByText('The details are not saved yet.')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Medical')
    expect(screen.getByRole('button', { name: 'Save plan' })).toBeEnabled()
  })

  it('is no tab for those who may not see it', async () => {
    await renderShape(panels, '/?panel=plan.3')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
  })
})

describe('unsaved changes', () => {
  it('Esc asks first; keeping on leaves all as it was', async () => {
    const { user } = await openPanel(() => Promise.resolve())
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Medical')
    await user.keyboard('{Escape}')
    const keep = await screen.findByRole('button', { name: 'Keep editing' })
    await waitFor(() => expect(keep).toHaveFocus())
    await user.click(keep)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Medical')
  })

  it('discarding closes both panels', async () => {
    const { user } = await openPanel(() => Promise.resolve())
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Medical')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('Back asks too', async () => {
    const { user, router } = await openPanel(() => Promise.resolve())
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Medical')
    void router.navigate({ to: '.', search: {} })
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Edit Plan' })).toBeVisible()
  })

  it('without changes nothing is asked', async () => {
    const { user } = await openPanel(() => Promise.resolve())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are back after the session ended and the same user signed in again', async () => {
    const first = await openPanel(() => Promise.resolve())
    await first.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Medical')
    expect(keepOpenForms()).toBe(true)
    document.body.replaceChildren()
    draftsBelongTo(1)
    await openPanel(() => Promise.resolve())
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Medical')
    expect(screen.getByText('Your unsaved changes are back.')).toBeVisible()
  })
})

it('a record that is not there leaves nothing to fill in', async () => {
  const load: Query<Plan> = {
    queryKey: ['plan', 3],
    queryFn: () => Promise.reject(new EnvelopeError(404, [], 'There is no such record.', '7F3A-21')),
  }
  const { user } = await renderShape(
    <Panels kinds={{ plan: () => <PlanPanel save={() => Promise.resolve()} load={load} /> }} />,
    '/?panel=plan.3',
  )
  expect(await screen.findByRole('dialog', { name: 'Not Found' })).toHaveTextContent('There is no such record')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /Save|Try again/ })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a record that does not load says so and can be asked for again', async () => {
  let fails = true
  const load: Query<Plan> = {
    queryKey: ['plan', 3],
    queryFn: () =>
      fails
        ? Promise.reject(new EnvelopeError(500, [], 'An unknown error has occurred.', '7F3A-21'))
        : Promise.resolve({ Name: 'Medical', Code: '', Version: 1 }),
  }
  const { user, saveButton } = await openPanel(() => Promise.resolve(), load)
  expect(await screen.findByText(/Reference 7F3A-21/)).toBeVisible()
  expect(saveButton).toBeDisabled()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Medical')
})
