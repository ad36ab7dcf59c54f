import { screen, waitFor, within } from '@testing-library/react'
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
        { name: 'from', label: 'From', day: true, upTo: 'to' },
        { name: 'to', label: 'To', day: true },
        { name: 'errors', label: 'With errors' },
        {
          name: 'broker',
          label: 'Broker',
          options: {
            queryKey: ['brokers'],
            queryFn: () => Promise.resolve([{ value: '3', label: 'Ash Benefits' }]),
          },
        },
        {
          name: 'group',
          label: 'Group',
          single: true,
          options: { queryKey: ['groups'], queryFn: () => Promise.resolve([{ value: '5', label: 'Kestrel' }]) },
        },
        { name: 'plan', label: 'Plan', within: 'group', options: [{ value: '8', label: 'Basic' }] },
      ]}
      ofPage={['tab']}
      rowId={(row) => row.Id}
      rowName={({ Id }) => `Row ${Id}`}
      empty="No results to display."
    />,
    address,
    listSearch('status', 'from', 'to', 'errors', 'broker', 'group', 'plan'),
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
    'The address names what the rows do not have: the choice “9” of Status, the day “soon” of From, ' +
      'the order by Gone, the column Gone, the page x, 7 rows a page. All else is shown.',
  )
})

it('names each bad value of a filter, and each filter that it does not have', async () => {
  const { asked, user, search } = await renderList('/?status=8&status=9&status=1&colour=red&Errors=1&errors=yes&tab=2')
  expect(asked.at(-1)?.Filters).toEqual({ status: ['1'] })
  expect(said()).toHaveTextContent(
    'The address names what the rows do not have: the filter colour, the filter Errors, the choice “8” of Status, ' +
      'the choice “9” of Status, the choice “yes” of With errors. All else is shown.',
  )
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(search()).toBe('?status=1&tab=2'))
  expect(said()).toBeNull()
})

it('takes the first of several days, and says which it leaves out', async () => {
  const { asked } = await renderList('/?from=2026-11-01&from=2026-11-02')
  expect(asked.at(-1)?.Filters).toEqual({ from: ['2026-11-01'] })
  expect(said()).toHaveTextContent('the day “2026-11-02” of From')
})

it('repeats only the beginning of what is very long', async () => {
  await renderList(`/?status=${'9'.repeat(10_000)}`)
  expect(said()).toHaveTextContent(`the choice “${'9'.repeat(40)}…” of Status.`)
})

it('says that no row is in a range that ends before it begins, and exchanges its days', async () => {
  const { asked, user, search } = await renderList('/?from=2026-12-31&to=2026-12-01')
  const told = screen.getByText('From 12/31/2026 is after To 12/01/2026, so no rows can match.')
  expect(told).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Exchange the Days' }))
  await waitFor(() => expect(search()).toBe('?from=2026-12-01&to=2026-12-31'))
  expect(told).not.toBeInTheDocument()
  expect(asked.at(-1)?.Filters).toEqual({ from: ['2026-12-01'], to: ['2026-12-31'] })
})

it('another choice of a filter takes away what depended on it', async () => {
  const { user, search } = await renderList('/?group=5&plan=8&status=1')
  await user.click(await screen.findByRole('button', { name: 'Clear Group' }))
  await waitFor(() => expect(search()).toBe('?status=1'))
})

it('says it of each filter whose choices are asked for', async () => {
  const { search } = await renderList('/?broker=998&broker=999&group=7&status=1')
  const notices = within(await screen.findByRole('region', { name: 'Notices' }))
  expect(
    await notices.findByText('The address names “998”, “999” of Broker, which are not there. All else is shown.'),
  ).toBeVisible()
  expect(notices.getByText('The address names “7” of Group, which is not there. All else is shown.')).toBeVisible()
  await waitFor(() => expect(search()).toBe('?status=1'))
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
  expect(
    await screen.findByText('The address names “999” of Broker, which is not there. All else is shown.'),
  ).toBeVisible()
  await waitFor(() => expect(asked.at(-1)?.Filters).toEqual({ status: ['1'], broker: ['3'] }))
})
