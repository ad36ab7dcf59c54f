import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { listSearch } from '../../../lib/list'
import { renderShape } from '../../../testing/renderRoute'
import { stubScreen } from '../../../testing/screens'
import { RowButton } from '../../action/RowLink'
import { IconPencil } from '../../icons'
import { ListPage, type ListPageProps } from '../ListPage'

interface Row {
  Id: number
  Name: string
}

const rows: readonly Row[] = [
  { Id: 1, Name: 'Harborline' },
  { Id: 2, Name: 'Bluebell' },
]

async function renderRows(props: Partial<ListPageProps<Row>> = {}) {
  const opened = vi.fn()
  const shown = await renderShape(
    <ListPage<Row>
      title="Rows"
      listKey="rows"
      noun="rows"
      list={() => ({
        queryKey: ['rows'],
        queryFn: () => Promise.resolve({ Data: rows, TotalRecords: 2, TotalPages: 1 }),
      })}
      defaults={{ PerPage: 24, OrderBy: 'Id' }}
      columns={[
        {
          key: 'Name',
          title: 'Name',
          kind: 'name',
          cell: (row) => <RowButton onClick={() => opened(row.Id)}>{row.Name}</RowButton>,
        },
        { key: 'City', title: 'City', cell: ({ Id }) => `City ${Id}` },
        { key: 'Site', title: 'Site', cell: ({ Id }) => <a href="#site">Site {Id}</a> },
      ]}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      empty="No results to display."
      {...props}
    />,
    '/',
    listSearch(),
  )
  await screen.findByText('Harborline')
  return { ...shown, opened }
}

const plain = [{ key: 'Name', title: 'Name', kind: 'name', cell: (row: Row) => row.Name }] as const

describe('a click on a row', () => {
  it('does what its name does', async () => {
    const { user, opened } = await renderRows()
    await user.click(screen.getByText('City 2'))
    expect(opened).toHaveBeenCalledExactlyOnceWith(2)
  })

  it('is not taken from what stands in the row', async () => {
    const { user, opened } = await renderRows({
      rowActions: () => [{ label: 'Edit', icon: IconPencil, run: () => {} }],
      selection: { bar: () => ({ actions: null }) },
    })
    await user.click(screen.getByText('Site 1'))
    await user.click(screen.getByRole('checkbox', { name: 'Select Harborline' }))
    await user.click(screen.getByRole('button', { name: 'Actions for Harborline' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    expect(opened).not.toHaveBeenCalled()
  })

  it('leaves a text that is being marked, other buttons and held keys alone', async () => {
    const { opened } = await renderRows()
    const cell = screen.getByText('City 1')
    window.getSelection()?.selectAllChildren(cell)
    fireEvent.click(cell)
    window.getSelection()?.removeAllRanges()
    fireEvent.click(cell, { ctrlKey: true })
    fireEvent.click(cell, { button: 1 })
    expect(opened).not.toHaveBeenCalled()
  })

  it('opens the details of a row whose name leads nowhere', async () => {
    const { user } = await renderRows({ columns: plain, expanded: (row) => `More about ${row.Name}` })
    await user.click(screen.getByText('Bluebell'))
    expect(await screen.findByText('More about Bluebell')).toBeVisible()
    await user.click(screen.getByText('Bluebell'))
    await waitFor(() => expect(screen.queryByText('More about Bluebell')).toBeNull())
  })

  it('where it is narrow too', async () => {
    stubScreen(true)
    const { user, opened } = await renderRows()
    await user.click(screen.getByText('City 2'))
    expect(opened).toHaveBeenCalledExactlyOnceWith(2)
  })
})

it('Enter on the box of a row opens it', async () => {
  const { user, opened } = await renderRows({ selection: { bar: () => ({ actions: null }) } })
  act(() => screen.getByRole('checkbox', { name: 'Select Bluebell' }).focus())
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledExactlyOnceWith(2)
})
