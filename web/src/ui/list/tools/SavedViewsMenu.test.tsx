import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { EnvelopeError } from '../../../lib/failure'
import { listSearch, type ListParams } from '../../../lib/list'
import { remember } from '../../../lib/listMemory'
import { renderShape } from '../../../testing/renderRoute'
import { stubScreen } from '../../../testing/screens'
import { ListPage } from '../ListPage'
import { SavedViewsPart, type SavedView, type SavedViews } from './savedViews'

interface Row {
  Id: number
}

async function renderList(saved: readonly SavedView[], change?: SavedViews['change'], address = '/') {
  const asked: ListParams[] = []
  const csv = vi.fn(() => Promise.resolve())
  const views: SavedViews = {
    of: (listKey) => ({ queryKey: ['views', listKey], queryFn: () => Promise.resolve(saved) }),
    ...(change ? { change } : {}),
  }
  const shown = await renderShape(
    <SavedViewsPart value={views}>
      <ListPage<Row>
        title="Rows"
        listKey="rows"
        noun="rows"
        csv={csv}
        list={(params) => ({
          queryKey: ['rows', params],
          queryFn: () => {
            asked.push(params)
            return Promise.resolve({ Data: [{ Id: 1 }], TotalRecords: 1, TotalPages: 1 })
          },
        })}
        defaults={{ PerPage: 24, OrderBy: 'Id' }}
        columns={[
          { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: ({ Id }) => `Row ${Id}` },
          { key: 'City', title: 'City', cell: () => 'Troy' },
        ]}
        filters={[{ name: 'errors', label: 'With errors' }]}
        rowId={(row) => row.Id}
        rowName={({ Id }) => `Row ${Id}`}
        empty="No results to display."
      />
    </SavedViewsPart>,
    address,
    listSearch('errors'),
  )
  await screen.findByText('Row 1')
  return { ...shown, csv, last: () => asked.at(-1), search: () => shown.router.state.location.searchStr }
}

const change = () => ({ save: vi.fn(() => Promise.resolve()), remove: vi.fn(() => Promise.resolve()) })
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

describe('the view that an address names', () => {
  it('is shown, whole, and the name leaves the address', async () => {
    const view = { id: 3, name: 'Broken files', query: 'errors=1&size=50' }
    const { last, search } = await renderList([view], undefined, '/?view=broken%20files')
    await waitFor(() => expect(last()).toMatchObject({ PerPage: 50, Filters: { errors: ['1'] } }))
    expect(search()).not.toContain('view=')
  })

  it('says what the list no longer has of it', async () => {
    const view = { id: 3, name: 'Broken files', query: 'errors=1&foo=1&cols=Name,Age' }
    const { last } = await renderList([view], undefined, '/?view=broken%20files')
    expect(await screen.findByText(/^The view “Broken files” names what the list no longer has: /)).toHaveTextContent(
      'the filter foo, the column Age',
    )
    expect(last()).toMatchObject({ Filters: { errors: ['1'] } })
  })

  it('says when there is none of that name, and shows all', async () => {
    const { last, search } = await renderList([], undefined, '/?view=Gone&errors=1')
    expect(await screen.findByText('You have no view “Gone” of this list. All is shown.')).toBeVisible()
    await waitFor(() => expect(search()).toBe(''))
    expect(last()).toMatchObject({ Filters: {} })
  })
})

describe('the views of a list', () => {
  it('are opened by their name, whole and in the address', async () => {
    remember('rows', { size: 100, columns: ['Name'] })
    const view = { id: 3, name: 'Broken', query: 'q=har&errors=1&sort=Name&desc=1&size=50' }
    const { user, last, search } = await renderList([view], change(), '/?page=2&q=old')
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('button', { name: 'Broken' }))
    await waitFor(() =>
      expect(last()).toMatchObject({ Term: 'har', PerPage: 50, OrderBy: 'Name', OrderDesc: true, Page: 1 }),
    )
    expect(last()?.Filters).toEqual({ errors: ['1'] })
    expect(search()).toBe('?q=har&size=50&sort=Name&desc=1&cols=Name,City&errors=1')
    expect(heads()).toEqual(['Name', 'City'])
  })

  it('tell what has gone since', async () => {
    const view = { id: 3, name: 'Old', query: 'broker=4&sort=Id&cols=Gone,City' }
    const { user } = await renderList([view], change())
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('button', { name: 'Old' }))
    expect(
      await screen.findByText('The view “Old” names what the list no longer has: the filter broker, the column Gone.'),
    ).toBeVisible()
    expect(heads()).toEqual(['Name', 'City'])
  })

  it('are saved by a name as the list is shown, and refused in words', async () => {
    const ways = change()
    const { user } = await renderList([], ways, '/?q=har&sort=Name')
    await user.click(screen.getByRole('button', { name: 'Views' }))
    expect(await screen.findByText('No views are saved yet.')).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Save this view as' }), 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save View' }))
    await waitFor(() => expect(ways.save).toHaveBeenCalledExactlyOnceWith('rows', 'Mine', 'q=har&sort=Name&size=24'))
    ways.save.mockRejectedValueOnce(new EnvelopeError(200, [], 'Another view of this list has this name.'))
    await user.type(screen.getByRole('textbox', { name: 'Save this view as' }), 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save View' }))
    expect(await screen.findByText('Another view of this list has this name.')).toBeVisible()
  })

  it('are marked where they are what is shown, and deleted one by one', async () => {
    const ways = change()
    const { user } = await renderList([{ id: 3, name: 'Plain', query: 'sort=Id&size=24' }], ways)
    await user.click(screen.getByRole('button', { name: 'Views' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Views' }))
    expect(dialog.getByRole('button', { name: 'Plain' })).toHaveAttribute('aria-current', 'true')
    await user.click(dialog.getByRole('button', { name: 'Delete view Plain' }))
    expect(ways.remove).toHaveBeenCalledExactlyOnceWith(3)
    expect(await screen.findByText('The view “Plain” has been deleted.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(ways.save).toHaveBeenCalledExactlyOnceWith('rows', 'Plain', 'sort=Id&size=24')
    expect(await screen.findByText('The view “Plain” is back.')).toBeVisible()
  })

  it('can only be opened by who acts as somebody else', async () => {
    const { user } = await renderList([{ id: 3, name: 'Plain', query: '' }])
    await user.click(screen.getByRole('button', { name: 'Views' }))
    expect(await screen.findByRole('button', { name: 'Plain' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save View' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete view Plain' })).toBeNull()
  })
})

describe('the file of a list', () => {
  it('has the rows as they are filtered and sorted, and the columns that are shown', async () => {
    const { user, csv } = await renderList([], change(), '/?q=har&sort=Name&desc=1&cols=Name')
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    expect(csv).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ Term: 'har', OrderBy: 'Name', OrderDesc: true }),
      ['Name'],
    )
  })

  it('is offered among the chips where it is narrow', async () => {
    stubScreen(true)
    const { user, csv } = await renderList([], change())
    await user.click(screen.getByRole('button', { name: 'Filter and sort' }))
    await user.click(screen.getByRole('button', { name: 'Download CSV' }))
    expect(csv).toHaveBeenCalledOnce()
  })
})
