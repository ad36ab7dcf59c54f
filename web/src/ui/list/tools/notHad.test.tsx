import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listSearch, type ListParams } from '../../../lib/list'
import { renderShape } from '../../../testing/renderRoute'
import { ListPage } from '../ListPage'

interface Row {
  Id: number
}

async function renderList(address: string) {
  const asked: ListParams[] = []
  const shown = await renderShape(
    <ListPage<Row>
      title="Rows"
      listKey="rows"
      noun="rows"
      list={(params) => ({
        queryKey: ['rows', params],
        queryFn: () => {
          asked.push(params)
          return Promise.resolve({ Data: [{ Id: 1 }], TotalRecords: 60, TotalPages: 3 })
        },
      })}
      defaults={{ PerPage: 24, OrderBy: 'Id' }}
      columns={[
        { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: ({ Id }) => `Row ${Id}` },
        { key: 'City', title: 'City', cell: () => 'Troy' },
      ]}
      filters={[
        { name: 'status', label: 'Status', options: [{ value: '1', label: 'Open' }] },
        { name: 'from', label: 'From', day: true },
        {
          name: 'broker',
          label: 'Broker',
          options: {
            queryKey: ['brokers'],
            queryFn: () => Promise.resolve([{ value: '3', label: 'Ash Benefits' }]),
          },
        },
      ]}
      rowId={(row) => row.Id}
      rowName={({ Id }) => `Row ${Id}`}
      empty="No results to display."
    />,
    address,
    listSearch('status', 'from', 'broker'),
  )
  await screen.findByText('Row 1')
  return { ...shown, asked, search: () => shown.router.state.location.searchStr }
}

const said = () => screen.queryByText(/^The address names what the rows do not have/)

it('asks for what it has, and says once what else the address names', async () => {
  const { asked } = await renderList('/?status=1&status=9&from=soon&sort=Gone&cols=Gone,City&page=x&size=7')
  expect(asked).toEqual([
    { Page: 1, PerPage: 24, OrderBy: 'Id', OrderDesc: false, Term: '', Filters: { status: ['1'] } },
  ])
  expect(said()).toHaveTextContent(
    'The address names what the rows do not have: a choice of Status, the day of From, the order by Gone, ' +
      'the column Gone, the page x, 7 rows a page. All else is shown.',
  )
})

it('takes it out of the address when one closes the line', async () => {
  const { user, search } = await renderList('/?status=1&status=9&q=oak&cols=Gone,City')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(said()).toBeNull())
  expect(search()).toBe('?status=1&q=oak&cols=City')
})

it('says it no more after a step on the list', async () => {
  const { user, search } = await renderList('/?sort=Gone')
  expect(said()).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(search()).toBe('?page=2'))
  expect(said()).toBeNull()
})

it('says nothing of what it has', async () => {
  await renderList('/?status=1&from=2026-11-01&sort=Name&desc=1&cols=City&page=2&size=50&row=1')
  expect(said()).toBeNull()
})

it('says of an id that none of the choices has, and shows the rest', async () => {
  const { asked } = await renderList('/?broker=3&broker=999&status=1')
  expect(await screen.findByText(/^The address names a choice of Broker that is not there/)).toBeVisible()
  await waitFor(() => expect(asked.at(-1)?.Filters).toEqual({ status: ['1'], broker: ['3'] }))
})
