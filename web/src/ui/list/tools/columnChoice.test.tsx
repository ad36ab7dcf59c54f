import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { listSearch } from '../../../lib/list'
import { renderShape } from '../../../testing/renderRoute'
import { tightScreen } from '../columns'
import { ListPage } from '../ListPage'

const onScreen = (isTight: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: isTight && media === tightScreen,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  )

const renderList = (address = '/') =>
  renderShape(
    <ListPage<{ Id: number }>
      title="Rows"
      listKey="rows"
      noun="rows"
      list={(params) => ({
        queryKey: ['rows', params],
        queryFn: () => Promise.resolve({ Data: [{ Id: 1 }], TotalRecords: 1, TotalPages: 1 }),
      })}
      defaults={{ PerPage: 24, OrderBy: 'Id' }}
      columns={[
        { key: 'Name', title: 'Name', kind: 'name', cell: ({ Id }) => `Row ${Id}` },
        { key: 'Age', title: 'Age', spare: true, cell: () => 7 },
        { key: 'City', title: 'City', cell: () => 'Troy' },
      ]}
      rowId={(row) => row.Id}
      rowName={({ Id }) => `Row ${Id}`}
      empty="No results to display."
    />,
    address,
    listSearch(),
  )

it('on a tight screen a spare column gives way, and the choice of columns says so', async () => {
  onScreen(true)
  const { user } = await renderList()
  expect(await screen.findByText('Row 1')).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Age' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  expect(await screen.findByText('This screen has no room for Age.')).toBeVisible()
})

it.each([
  ['on a wide screen', false, '/'],
  ['where an address names a part of the columns with it', true, '/?cols=Age'],
])('is there %s', async (_, isTight, address) => {
  onScreen(isTight)
  await renderList(address)
  expect(await screen.findByText('Row 1')).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Age' })).toBeVisible()
})
