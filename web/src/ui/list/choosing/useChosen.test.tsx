import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listSearch, type ListParams, type Page } from '../../../lib/list'
import { renderShape } from '../../../testing/renderRoute'
import { stubScreen } from '../../../testing/screens'
import { ListPage } from '../ListPage'

interface Row {
  Id: number
}

/** Page 1 has rows 1 to 3, page 2 rows 4 to 6; those with an even number are overdue. */
function rowsOf({ Page, Filters, Term }: ListParams): Page<Row> {
  const all = [1, 2, 3, 4, 5, 6].filter(
    (Id) => (!Filters.status || Id % 2 === 0) && (Term === '' || String(Id) === Term),
  )
  const Data = all.slice((Page - 1) * 3, Page * 3).map((Id) => ({ Id }))
  return { Data, TotalRecords: all.length, TotalPages: Math.ceil(all.length / 3) }
}

async function renderList(
  answer: (params: ListParams) => Promise<Page<Row>> = (params) => Promise.resolve(rowsOf(params)),
) {
  const shown = await renderShape(
    <ListPage<Row>
      title="Rows"
      listKey="rows"
      noun="rows"
      list={(params) => ({ queryKey: ['rows', params], queryFn: () => answer(params) })}
      defaults={{ PerPage: 24, OrderBy: 'Id' }}
      columns={[{ key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: ({ Id }) => `Row ${Id}` }]}
      rowId={({ Id }) => Id}
      rowName={({ Id }) => `Row ${Id}`}
      filters={[{ name: 'status', label: 'Overdue' }]}
      selection={{
        allowed: ({ Id }) => (Id === 3 ? null : true),
        bar: (rows) => ({ says: `Acts on ${rows.map(({ Id }) => Id).join(' ')}`, actions: null }),
      }}
      expanded={({ Id }) => `More about Row ${Id}`}
      empty="No results to display."
    />,
    '/',
    listSearch('status'),
  )
  const choose = async (name: string) => shown.user.click(await screen.findByRole('checkbox', { name }))
  const go = (search: object) => act(() => shown.router.navigate({ to: '.', search }))
  return { ...shown, choose, go }
}

it('another filter leaves of the chosen rows those that it shows, and all of the page adds no others', async () => {
  const { choose, go } = await renderList()
  await choose('Select Row 1')
  await choose('Select Row 2')
  expect(screen.getByText('2 selected')).toBeVisible()
  await go({ status: ['1'] })
  await waitFor(() => expect(screen.getByText('Acts on 2')).toBeVisible())
  await choose('Select all on this page')
  expect(screen.getByText('3 selected')).toBeVisible()
  expect(screen.getByText('Acts on 2 4 6')).toBeVisible()
})

it('a search that shows none of them leaves nothing chosen, also when it is taken back', async () => {
  const { choose, go } = await renderList()
  await choose('Select Row 1')
  await go({ q: '5' })
  expect(await screen.findByText('Row 5')).toBeVisible()
  expect(screen.queryByText(/selected/)).toBeNull()
  await go({})
  expect(await screen.findByRole('checkbox', { name: 'Select Row 1' })).not.toBeChecked()
})

it('nothing can be done with the choice while the rows of another filter are on their way', async () => {
  const { choose, go } = await renderList((params) =>
    params.Filters.status ? new Promise(() => {}) : Promise.resolve(rowsOf(params)),
  )
  await choose('Select Row 1')
  await go({ status: ['1'] })
  expect(screen.queryByText(/Acts on/)).toBeNull()
})

it('other pages and another order keep the choice, and the bar says how many are not seen', async () => {
  const { choose, go } = await renderList()
  await choose('Select Row 1')
  await go({ page: 2 })
  await choose('Select Row 4')
  expect(screen.getByText('2 selected, 1 on other pages')).toBeVisible()
  await go({ page: 2, sort: 'Name' })
  expect(screen.getByText('2 selected, 1 on other pages')).toBeVisible()
})

it('rows are chosen where it is narrow too, one by one and all of the page, without opening them', async () => {
  stubScreen(true)
  const { choose, router } = await renderList()
  await choose('Select Row 2')
  expect(screen.getByText('Acts on 2')).toBeVisible()
  const row = screen.getByText('Row 2').closest('li') as HTMLElement
  expect(within(row).getByRole('checkbox')).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toBePartiallyChecked()
  await choose('Select all on this page')
  expect(screen.getByText('Acts on 1 2')).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: 'Select Row 3' })).toBeNull()
  expect(router.state.location.searchStr).toBe('')
  await choose('Select all on this page')
  expect(screen.queryByText(/selected/)).toBeNull()
})
