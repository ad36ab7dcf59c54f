import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { listSearch, type ListParams } from '../../lib/list'
import { renderShape } from '../../testing/renderRoute'
import { Button } from '../action/Button'
import { RowButton } from '../action/RowLink'
import { IconPencil } from '../icons'
import { ListPage } from '../list/ListPage'
import { confirmFirst } from '../panel/ConfirmPanel'
import { Panels } from '../panel/Panels'
import { SidePanel } from '../panel/SidePanel'
import { usePanels } from '../panel/usePanels'

interface Row {
  Id: number
  Name: string
}

const perPage = 3

function List({ edited = () => {} }: { edited?: (id: number) => void }) {
  const { open } = usePanels()
  return (
    <main>
      <ListPage<Row>
        title="Rows"
        listKey="rows"
        noun="rows"
        list={(params: ListParams) => ({
          queryKey: ['rows', params],
          queryFn: () =>
            Promise.resolve({
              Data: Array.from({ length: perPage }, (_, at) => (params.Page - 1) * perPage + at + 1).map((Id) => ({
                Id,
                Name: `Row ${Id}`,
              })),
              TotalRecords: 2 * perPage,
              TotalPages: 2,
            }),
        })}
        defaults={{ PerPage: 24, OrderBy: 'Id' }}
        columns={[
          {
            key: 'Name',
            title: 'Name',
            kind: 'name',
            cell: ({ Id, Name }) => <RowButton onClick={() => open('record', Id)}>{Name}</RowButton>,
          },
        ]}
        rowId={({ Id }) => Id}
        rowName={({ Name }) => Name}
        recordPanels={{ record: ({ Id }) => Id }}
        rowActions={({ Id }) => [{ label: 'Edit', icon: IconPencil, edits: true, run: () => edited(Id) }]}
        selection={{ bar: () => ({ actions: null }) }}
        actions={<Button kind="primary">New Row</Button>}
        empty="None"
      />
      <Panels kinds={{ record: (id) => <SidePanel title={`Record ${id}`}>Its facts</SidePanel> }} />
    </main>
  )
}

async function renderList(address = '/', edited?: (id: number) => void) {
  const shown = await renderShape(<List {...(edited ? { edited } : {})} />, address, listSearch())
  await screen.findByText('Row 1')
  return shown
}

const name = (id: number) => screen.getByRole('button', { name: `Row ${id}` })

describe('the keys of a list', () => {
  it('J and K lead through the rows, and Enter opens the one that has the focus', async () => {
    const { user } = await renderList()
    await user.keyboard('j')
    expect(name(1)).toHaveFocus()
    await user.keyboard('jj')
    expect(name(3)).toHaveFocus()
    await user.keyboard('j')
    expect(name(3)).toHaveFocus()
    await user.keyboard('k')
    expect(name(2)).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Record 2' })).toBeVisible()
  })

  it('K begins at the last row', async () => {
    const { user } = await renderList()
    await user.keyboard('k')
    expect(name(3)).toHaveFocus()
  })

  it('E edits the row of the focus and nothing without one', async () => {
    const edited = vi.fn()
    const { user } = await renderList('/', edited)
    await user.keyboard('e')
    expect(edited).not.toHaveBeenCalled()
    await user.keyboard('jje')
    expect(edited).toHaveBeenCalledExactlyOnceWith(2)
  })

  it('X selects the row', async () => {
    const { user } = await renderList()
    await user.keyboard('jx')
    expect(screen.getByRole('checkbox', { name: 'Select Row 1' })).toBeChecked()
  })

  it('letters that somebody types stay letters, and / leads to the search', async () => {
    const { user } = await renderList()
    await user.keyboard('/')
    const box = screen.getByRole('searchbox', { name: 'Search rows' })
    expect(box).toHaveFocus()
    await user.keyboard('jake?')
    expect(box).toHaveValue('jake?')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a panel that shows a row of the list behind it', () => {
  it('leads to the next and the previous one by J, K and its buttons', async () => {
    const { user } = await renderList('/?panel=record.1')
    const first = await screen.findByRole('dialog', { name: 'Record 1' })
    expect(within(first).getByRole('button', { name: 'Previous record' })).toBeDisabled()
    await user.keyboard('j')
    const second = await screen.findByRole('dialog', { name: 'Record 2' })
    await user.click(within(second).getByRole('button', { name: 'Next record' }))
    expect(await screen.findByRole('dialog', { name: 'Record 3' })).toBeVisible()
    await user.keyboard('k')
    expect(await screen.findByRole('dialog', { name: 'Record 2' })).toBeVisible()
  })

  it('goes on with the next page, and back', async () => {
    const { user, router } = await renderList('/?panel=record.3')
    await screen.findByRole('dialog', { name: 'Record 3' })
    await user.keyboard('j')
    await screen.findByRole('dialog', { name: 'Record 4' })
    expect(router.state.location.search).toEqual({ page: '2', panel: 'record.4' })
    await waitFor(() => expect(screen.getByText('Row 4')).toBeInTheDocument())
    await user.keyboard('k')
    await screen.findByRole('dialog', { name: 'Record 3' })
    expect(router.state.location.search).toEqual({ panel: 'record.3' })
  })

  it('gives the focus to the row it showed last', async () => {
    const { user } = await renderList()
    await user.keyboard('j{Enter}')
    await screen.findByRole('dialog', { name: 'Record 1' })
    await user.click(screen.getByRole('button', { name: 'Next record' }))
    await screen.findByRole('dialog', { name: 'Record 2' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(name(2)).toHaveFocus())
  })

  it('has no such ways where the list does not hold its record', async () => {
    await renderList('/?panel=record.99')
    const panel = await screen.findByRole('dialog', { name: 'Record 99' })
    expect(within(panel).queryByRole('button', { name: 'Next record' })).toBeNull()
  })

  it('the keys of the list do nothing behind it', async () => {
    const edited = vi.fn()
    const { user } = await renderList('/?panel=record.99', edited)
    await screen.findByRole('dialog', { name: 'Record 99' })
    await user.keyboard('je')
    expect(edited).not.toHaveBeenCalled()
    expect(document.activeElement?.closest('[data-id]')).toBeNull()
  })
})

describe('Ctrl Enter', () => {
  it('does what the one primary button in view says', async () => {
    const pressed = vi.fn()
    const { user } = await renderShape(
      <main>
        <input aria-label="Name" />
        <Button kind="primary" onClick={pressed}>
          Save
        </Button>
      </main>,
    )
    await user.click(screen.getByRole('textbox', { name: 'Name' }))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('does nothing where two stand or none can be pressed', async () => {
    const pressed = vi.fn()
    const { user } = await renderShape(
      <main>
        <Button kind="primary" onClick={pressed}>
          One
        </Button>
        <Button kind="primary" onClick={pressed}>
          Two
        </Button>
      </main>,
    )
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(pressed).not.toHaveBeenCalled()
  })

  it('never destroys', async () => {
    const run = vi.fn(() => Promise.resolve())
    const question = { title: 'Delete it', question: 'Delete it?', action: 'Delete', destroys: true, run }
    const { user } = await renderShape(<Button onClick={() => confirmFirst(question)}>Delete…</Button>)
    await user.click(screen.getByRole('button', { name: 'Delete…' }))
    await screen.findByRole('dialog', { name: 'Delete it' })
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(run).not.toHaveBeenCalled()
  })
})

describe('the sheet', () => {
  it('lists the keys that work where one is', async () => {
    const { user } = await renderList()
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard' })
    expect(within(sheet).getByRole('heading', { name: 'This list' })).toBeVisible()
    for (const says of ['Next row', 'Previous row', 'Open the row', 'Edit the row', 'Search', 'New Row', 'This sheet'])
      expect(within(sheet).getByText(says)).toBeVisible()
    await user.keyboard('?')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  })

  it('switches keys without Ctrl off and on again', async () => {
    const { user } = await renderList()
    await user.keyboard('?')
    await user.click(await screen.findByRole('switch', { name: /Keys without Ctrl/ }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('j?')
    expect(name(1)).not.toHaveFocus()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
