import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { EnvelopeError, UnreachableError } from '../../lib/failure'
import { listSearch, type ListParams, type Page } from '../../lib/list'
import { cutNote } from '../../lib/term'
import { renderShape } from '../../testing/renderRoute'
import { stubScreen } from '../../testing/screens'
import { Button } from '../action/Button'
import { IconPencil, IconTrash } from '../icons'
import type { Column } from './columns'
import { ListPage, type ListPageProps } from './ListPage'

interface Row {
  Id: number
  Name: string
  Amount: number
}

const columns: readonly Column<Row>[] = [
  { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: (row) => row.Name },
  { key: 'Amount', title: 'Amount', kind: 'money', sorts: 'AmountDollars', cell: (row) => row.Amount },
  { key: 'Note', title: 'Note', cell: () => null },
]

function rowsOf(params: ListParams): Page<Row> {
  const Data = Array.from({ length: Math.min(params.PerPage, 60) }, (_, index) => ({
    Id: index + 1,
    Name: `Row ${index + 1}`,
    Amount: index,
  }))
  return { Data: Data.slice(0, 3), TotalRecords: 60, TotalPages: 3 }
}

async function renderList(
  props: Partial<ListPageProps<Row>> = {},
  address = '/',
  answer: (params: ListParams) => Promise<Page<Row>> = (params) => Promise.resolve(rowsOf(params)),
) {
  const asked: ListParams[] = []
  const list = (params: ListParams) => ({
    queryKey: ['rows', params],
    queryFn: () => {
      asked.push(params)
      return answer(params)
    },
  })
  const shown = await renderShape(
    <ListPage
      title="Rows"
      listKey="rows"
      noun="rows"
      list={list}
      defaults={{ PerPage: 24, OrderBy: 'Id' }}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      empty="No results to display."
      {...props}
    />,
    address,
    listSearch('status', 'errors'),
  )
  return { ...shown, asked, last: () => asked.at(-1), search: () => shown.router.state.location.searchStr }
}

describe('sorting', () => {
  it('by a head: up, then down, told by aria-sort and kept in the URL', async () => {
    const { user, last, search } = await renderList()
    const button = await screen.findByRole('button', { name: 'Amount' })
    await user.click(button)
    const head = () => screen.getByRole('columnheader', { name: 'Amount' })
    await waitFor(() => expect(head()).toHaveAttribute('aria-sort', 'ascending'))
    await user.click(screen.getByRole('button', { name: 'Amount' }))
    await waitFor(() => expect(head()).toHaveAttribute('aria-sort', 'descending'))
    expect(last()).toMatchObject({ OrderBy: 'AmountDollars', OrderDesc: true, Page: 1 })
    expect(search()).toBe('?sort=AmountDollars&desc=1')
  })

  it('a column that does not sort has no button', async () => {
    await renderList()
    await screen.findByText('Row 1')
    expect(screen.queryByRole('button', { name: 'Note' })).toBeNull()
  })
})

describe('paging', () => {
  it('starts with 24 and says so; the menu offers 25 to 200', async () => {
    const { user, last, search } = await renderList()
    await screen.findByText('Row 1')
    const size = screen.getByRole('combobox', { name: 'Rows per page' })
    expect(size).toHaveValue('24')
    await user.click(size)
    expect((await screen.findAllByRole('option', { hidden: true })).map((option) => option.textContent)).toEqual([
      '25',
      '50',
      '75',
      '100',
      '200',
    ])
    await user.click(screen.getByRole('option', { name: '50', hidden: true }))
    await waitFor(() => expect(last()?.PerPage).toBe(50))
    expect(search()).toBe('?size=50')
    expect(size).toHaveValue('50')
  })

  it('goes to a page by the URL, and back', async () => {
    const { user, router, last } = await renderList()
    await user.click(await screen.findByRole('button', { name: 'Page 3' }))
    await waitFor(() => expect(last()?.Page).toBe(3))
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
    expect(screen.getByText('49–60')).toBeVisible()
    act(() => router.history.back())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page'))
  })

  it('a page past the end shows none of the rows, and the way back is the last page', async () => {
    const { user, search } = await renderList({}, '/?page=99', (params) =>
      Promise.resolve(params.Page > 3 ? { Data: [], TotalRecords: 60, TotalPages: 3 } : rowsOf(params)),
    )
    expect(await screen.findByText('There is no such page')).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('0 of 60 rows')
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    await waitFor(() => expect(search()).toBe('?page=3'))
  })

  it('keeps the rows while the next page is on its way', async () => {
    const { user } = await renderList({}, '/', (params) =>
      params.Page === 1 ? Promise.resolve(rowsOf(params)) : new Promise(() => {}),
    )
    await user.click(await screen.findByRole('button', { name: 'Page 2' }))
    await waitFor(() => expect(screen.getByRole('region', { name: 'Rows' })).toHaveAttribute('aria-busy', 'true'))
    expect(screen.getByText('Row 1')).toBeVisible()
  })

  it('range and page are those of the rows that are seen, until the others are there', async () => {
    let answer: (page: Page<Row>) => void = () => {}
    const held = new Promise<Page<Row>>((resolve) => (answer = resolve))
    const { user } = await renderList({}, '/', (params) => (params.Page === 1 ? Promise.resolve(rowsOf(params)) : held))
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    const region = screen.getByRole('region', { name: 'Rows' })
    await waitFor(() => expect(region).toHaveAttribute('data-kept'))
    expect(screen.getByText('1–24')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('button', { name: 'Page 2' })).not.toHaveAttribute('aria-current')
    act(() => answer({ Data: [{ Id: 25, Name: 'Row 25', Amount: 1 }], TotalRecords: 60, TotalPages: 3 }))
    expect(await screen.findByText('Row 25')).toBeVisible()
    expect(screen.getByText('25–48')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    expect(region).not.toHaveAttribute('data-kept')
  })
})

describe('searching', () => {
  it('asks 300 ms after the last key, from the first page, without a step in the history', async () => {
    const { last, router, search } = await renderList({}, '/?page=3')
    await screen.findByText('Row 1')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const box = screen.getByRole('searchbox', { name: 'Search rows' })
    fireEvent.change(box, { target: { value: 'har' } })
    act(() => vi.advanceTimersByTime(250))
    fireEvent.change(box, { target: { value: 'harbor ' } })
    act(() => vi.advanceTimersByTime(250))
    expect(last()?.Term).toBe('')
    await act(() => vi.advanceTimersByTimeAsync(60))
    vi.useRealTimers()
    await waitFor(() => expect(last()).toMatchObject({ Term: 'harbor', Page: 1 }))
    expect(search()).toBe('?q=harbor')
    expect(router.history.length).toBe(1)
    expect(box).toHaveValue('harbor ')
  })

  it('dies with its list: who goes elsewhere before it is asked carries nothing along', async () => {
    const { router, asked, search } = await renderList()
    await screen.findByText('Row 1')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search rows' }), { target: { value: 'harbor' } })
    // The page that is left stays drawn until the other one is there.
    await act(() => router.navigate({ to: '/elsewhere' as '/' }))
    await act(() => vi.advanceTimersByTimeAsync(1000))
    vi.useRealTimers()
    expect(router.latestLocation.pathname).toBe('/elsewhere')
    expect(search()).toBe('')
    expect(asked.map(({ Term }) => Term)).not.toContain('harbor')
  })

  it('takes 200 characters and says so where there are more', async () => {
    const { user, last } = await renderList()
    const box = await screen.findByRole('searchbox', { name: 'Search rows' })
    await user.click(box)
    await user.paste('k'.repeat(200))
    await waitFor(() => expect(last()?.Term).toBe('k'.repeat(200)))
    expect(screen.queryByText(cutNote)).toBeNull()
    await user.keyboard('x')
    expect(box).toHaveValue('k'.repeat(200))
    expect(screen.getByText(cutNote)).toBeVisible()
    await user.keyboard('{Backspace}')
    expect(screen.queryByText(cutNote)).toBeNull()
    await waitFor(() => expect(last()?.Term).toBe('k'.repeat(199)))
  })

  it('cuts a longer text of the address in the same way', async () => {
    const { user, asked, last } = await renderList({}, `/?q=${'𝔘'.repeat(201)}`)
    const box = await screen.findByRole('searchbox', { name: 'Search rows' })
    expect(box).toHaveValue('𝔘'.repeat(200))
    expect(screen.getByText(cutNote)).toBeVisible()
    await waitFor(() => expect(asked.map(({ Term }) => Term)).toEqual(['𝔘'.repeat(200)]))
    await user.clear(box)
    await waitFor(() => expect(last()?.Term).toBe(''))
    expect(screen.queryByText(cutNote)).toBeNull()
  })

  it('/ leads into the search', async () => {
    const { user } = await renderList()
    await screen.findByText('Row 1')
    await user.keyboard('/')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })
})

describe('filters', () => {
  const filters = [
    {
      name: 'status',
      label: 'Status',
      options: [
        { value: '1', label: 'Open' },
        { value: '2', label: 'Overdue' },
      ],
    },
    { name: 'errors', label: 'Only with errors' },
  ]

  it('are chosen in a chip, shown on it, and cleared by its cross', async () => {
    const { user, last, search } = await renderList({ filters })
    await user.click(await screen.findByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Overdue' }))
    await waitFor(() => expect(last()?.Filters).toEqual({ status: ['2'] }))
    expect(search()).toBe('?status=2')
    expect(screen.getByRole('button', { name: 'Status: Overdue' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear Status' }))
    await waitFor(() => expect(last()?.Filters).toEqual({}))
  })

  it('of yes or no are a chip that switches', async () => {
    const { user, last } = await renderList({ filters })
    const chip = await screen.findByRole('button', { name: 'Only with errors' })
    await user.click(chip)
    await waitFor(() => expect(last()?.Filters).toEqual({ errors: ['1'] }))
    expect(screen.getByRole('button', { name: 'Only with errors' })).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('rows', () => {
  it('can be chosen, those that are allowed, and a bar says what can be done', async () => {
    const bar = vi.fn((rows: readonly Row[]) => ({
      says: 'one cannot be processed',
      actions: <Button>Process {rows.length}</Button>,
    }))
    const { user } = await renderList({ selection: { allowed: (row) => row.Id !== 2 || 'It has errors.', bar } })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    expect(screen.getByText('2 selected')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Process 2' })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Select Row 2' })).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: 'Select Row 1' }))
    expect(screen.getByText('1 selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByRole('searchbox')).toBeVisible()
  })

  it('have a menu that works by keyboard; what destroys stands last', async () => {
    const run = vi.fn()
    const { user } = await renderList({
      rowActions: () => [
        { label: 'Delete', icon: IconTrash, destroys: true, run: () => {} },
        { label: 'Edit', icon: IconPencil, run },
      ],
    })
    const button = await screen.findByRole('button', { name: 'Actions for Row 2' })
    act(() => button.focus())
    await user.keyboard('{Enter}')
    const entries = await screen.findAllByRole('menuitem')
    expect(entries.map((entry) => entry.textContent)).toEqual(['Edit', 'Delete'])
    await waitFor(() => expect(entries[0]).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(run).toHaveBeenCalledOnce()
  })

  it('what is wanted most has a button of its own, and the menu holds the rest', async () => {
    const run = vi.fn()
    const { user } = await renderList({
      rowActions: ({ Name }) => [
        { label: 'Edit', icon: IconPencil, direct: true, run },
        ...(Name === 'Row 2' ? [{ label: 'Delete', icon: IconTrash, destroys: true, run: () => {} }] : []),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Row 2' }))
    expect(run).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Actions for Row 1' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Actions for Row 2' }))
    expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual(['Delete'])
  })

  it('arrow keys lead to the same control of the next row', async () => {
    const { user } = await renderList({
      rowActions: () => [{ label: 'Edit', icon: IconPencil, run: () => {} }],
      expanded: () => 'More',
    })
    const first = await screen.findByRole('button', { name: 'Details of Row 1' })
    act(() => first.focus())
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('button', { name: 'Details of Row 3' })).toHaveFocus()
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('button', { name: 'Details of Row 2' })).toHaveFocus()
  })

  it('open one at a time, in the URL', async () => {
    const { user, search } = await renderList({ expanded: (row) => `More about ${row.Name}` }, '/?row=2')
    expect(await screen.findByText('More about Row 2')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Details of Row 3' }))
    expect(await screen.findByText('More about Row 3')).toBeVisible()
    expect(screen.queryByText('More about Row 2')).toBeNull()
    expect(search()).toBe('?row=3')
  })

  it('show a dash for nothing', async () => {
    await renderList()
    const row = await screen.findByRole('row', { name: /Row 1/ })
    expect(within(row).getByText('-')).toBeVisible()
  })

  it('are two lines each where it is narrow', async () => {
    stubScreen(true)
    await renderList({
      narrow: (row) => ({
        title: row.Name,
        status: 'Active',
        facts: ['05/14/1988', null, 'Family Plan'],
        end: `HL-${row.Id}`,
      }),
    })
    const item = (await screen.findByText('Row 1')).closest('li') as HTMLElement
    expect(item).toHaveTextContent('Row 1Active05/14/1988Family PlanHL-1')
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('button', { name: 'Filter and sort' })).toBeVisible()
  })
})

describe('a list without rows', () => {
  const nothing: Page<Row> = { Data: [], TotalRecords: 0, TotalPages: 0 }

  it('waits with its real head', async () => {
    await renderList({}, '/', () => new Promise(() => {}))
    expect(await screen.findByRole('table', { name: 'Loading rows' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Amount' })).toBeVisible()
  })

  it('that is empty says its text', async () => {
    await renderList({}, '/', () => Promise.resolve(nothing))
    expect(await screen.findByText('No results to display.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  })

  it('that a search has emptied offers to clear it', async () => {
    const { user, search } = await renderList({}, '/?q=zebra', (params) =>
      Promise.resolve(params.Term ? nothing : rowsOf(params)),
    )
    expect(await screen.findByText('Nothing matches the search “zebra”.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Row 1')).toBeVisible()
    expect(search()).toBe('')
  })

  it('that did not load is never an empty list', async () => {
    let fails = true
    const { user } = await renderList({}, '/', (params) =>
      fails
        ? Promise.reject(new EnvelopeError(500, [], 'An unknown error has occurred.', '7F3A'))
        : Promise.resolve(rowsOf(params)),
    )
    expect(await screen.findByText('The rows did not load')).toBeVisible()
    expect(screen.getByText(/Reference 7F3A/)).toBeVisible()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Row 1')).toBeVisible()
  })

  it('past its end leads back', async () => {
    const { user } = await renderList({}, '/?page=9', (params) =>
      Promise.resolve(params.Page > 3 ? { ...nothing, TotalRecords: 60, TotalPages: 3 } : rowsOf(params)),
    )
    await user.click(await screen.findByRole('button', { name: 'Go to the first page' }))
    expect(await screen.findByText('Row 1')).toBeVisible()
  })
})

describe('refreshing', () => {
  it('keeps the rows when it fails and says so, until it succeeds', async () => {
    let works = true
    const { user, asked } = await renderList({}, '/', (params) =>
      works ? Promise.resolve(rowsOf(params)) : Promise.reject(new UnreachableError()),
    )
    await screen.findByText('Row 1')
    works = false
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const line = await screen.findByText(/This could not be refreshed: The server did not answer\./)
    expect(line).toBeVisible()
    expect(screen.getByText('Row 1')).toBeVisible()
    works = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(line).not.toBeInTheDocument())
    expect(asked).toHaveLength(3)
  })

  it('by hand asks once, also where a call is otherwise repeated', async () => {
    let works = true
    const { user, client, asked } = await renderList({}, '/', (params) =>
      works ? Promise.resolve(rowsOf(params)) : Promise.reject(new UnreachableError()),
    )
    client.setDefaultOptions({ queries: { retry: 2 } })
    await screen.findByText('Row 1')
    works = false
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await screen.findByText(/This could not be refreshed/)
    expect(asked).toHaveLength(2)
  })
})
