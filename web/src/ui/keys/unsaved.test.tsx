import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listSearch } from '../../lib/list'
import { renderShape } from '../../testing/renderRoute'
import { RowButton } from '../action/RowLink'
import { TextField } from '../fields/TextField'
import { FormSection } from '../form/FormBody'
import { useApiForm } from '../form/useApiForm'
import { ListPage } from '../list/ListPage'
import { FormPanel } from '../panel/FormPanel'
import { Panels } from '../panel/Panels'
import { usePanels } from '../panel/usePanels'

interface Row {
  Id: number
}

function Editor({ id }: { id: string }) {
  const form = useApiForm({
    key: `record ${id}`,
    blank: { Name: `Name ${id}` },
    save: () => Promise.resolve(),
  })
  return (
    <FormPanel form={form} title={`Record ${id}`} action="Save">
      <FormSection title="Record">
        <TextField name="Name" label="Name" />
      </FormSection>
    </FormPanel>
  )
}

function List() {
  const { open } = usePanels()
  return (
    <>
      <ListPage<Row>
        title="Rows"
        listKey="rows"
        noun="rows"
        list={(params) => ({
          queryKey: ['rows', params],
          queryFn: () => Promise.resolve({ Data: [{ Id: 1 }, { Id: 2 }], TotalRecords: 2, TotalPages: 1 }),
        })}
        defaults={{ PerPage: 24, OrderBy: 'Id' }}
        columns={[
          {
            key: 'Name',
            title: 'Name',
            kind: 'name',
            cell: ({ Id }) => <RowButton onClick={() => open('record', Id)}>Row {Id}</RowButton>,
          },
        ]}
        rowId={({ Id }) => Id}
        rowName={({ Id }) => `Row ${Id}`}
        recordPanels={{ record: ({ Id }) => Id }}
        empty="No results to display."
      />
      <Panels kinds={{ record: (id) => <Editor key={id} id={id} /> }} />
    </>
  )
}

it.each(['key', 'button'])('the next record asks before it loses what was typed, by %s', async (way) => {
  const { user } = await renderShape(<List />, '/?panel=record.1', listSearch())
  const first = await screen.findByRole('dialog', { name: 'Record 1' })
  await screen.findByText('Row 2')
  const box = within(first).getByRole('textbox', { name: 'Name' })
  await user.type(box, ' and more')
  const goOn = async () => {
    if (way === 'button') return user.click(within(first).getByRole('button', { name: 'Next record' }))
    within(first).getByRole('button', { name: 'Save' }).focus()
    await user.keyboard('j')
  }
  await goOn()
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.queryByRole('dialog', { name: 'Record 2' })).toBeNull()
  expect(box).toHaveValue('Name 1 and more')
  await goOn()
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  const second = await screen.findByRole('dialog', { name: 'Record 2' })
  await waitFor(() => expect(within(second).getByRole('textbox', { name: 'Name' })).toHaveValue('Name 2'))
})
