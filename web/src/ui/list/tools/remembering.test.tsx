import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listSearch, type ListParams } from '../../../lib/list'
import { remember, rememberedOf } from '../../../lib/listMemory'
import { renderShape } from '../../../testing/renderRoute'
import { ListPage } from '../ListPage'

interface Row {
  Id: number
}

async function renderList(address = '/') {
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
        { key: 'City', title: 'City', sorts: true, cell: () => 'Troy' },
        { key: 'Phone', title: 'Phone', cell: () => '555' },
      ]}
      rowId={(row) => row.Id}
      rowName={({ Id }) => `Row ${Id}`}
      empty="No results to display."
    />,
    address,
    listSearch(),
  )
  await screen.findByText('Row 1')
  return { ...shown, last: () => asked.at(-1) }
}

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

describe('order and page size', () => {
  it('are those of the visit before', async () => {
    const { user } = await renderList()
    await user.click(screen.getByRole('button', { name: 'City' }))
    await user.click(screen.getByRole('combobox', { name: 'Rows per page' }))
    await user.click(screen.getByRole('option', { name: '50', hidden: true }))
    cleanup()
    const { last, router } = await renderList()
    expect(last()).toMatchObject({ OrderBy: 'City', OrderDesc: false, PerPage: 50 })
    expect(router.state.location.searchStr).toBe('')
  })

  it('are those of the address where it names them', async () => {
    remember('rows', { sort: 'City', desc: true, size: 50 })
    const { last } = await renderList('/?sort=Name&size=25')
    expect(last()).toMatchObject({ OrderBy: 'Name', OrderDesc: false, PerPage: 25 })
  })

  it('are the list’s own where what is remembered is no longer there', async () => {
    remember('rows', { sort: 'Gone', desc: true, size: 7 })
    const { last } = await renderList()
    expect(last()).toMatchObject({ OrderBy: 'Id', OrderDesc: false, PerPage: 24 })
  })
})

describe('the columns', () => {
  it('can be left out, but for the name, and stay so', async () => {
    const { user } = await renderList()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'City' }))
    expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull()
    await waitFor(() => expect(heads()).toEqual(['Name', 'Phone']))
    cleanup()
    await renderList()
    expect(heads()).toEqual(['Name', 'Phone'])
  })

  it('are those of the address where it names them; others than those there are are left aside', async () => {
    remember('rows', { columns: ['Name', 'City'] })
    const { user, router } = await renderList('/?cols=Name,Gone,Phone')
    expect(heads()).toEqual(['Name', 'Phone'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Phone' }))
    await waitFor(() => expect(heads()).toEqual(['Name']))
    expect(router.state.location.searchStr).toBe('?cols=Name')
    expect(rememberedOf('rows').columns).toEqual(['Name', 'City'])
  })

  it('are all there where none of those that were remembered is', async () => {
    remember('rows', { columns: ['Gone'] })
    await renderList()
    expect(heads()).toEqual(['Name', 'City', 'Phone'])
  })

  it('come back together with order and size', async () => {
    remember('rows', { columns: ['Name'], sort: 'City', size: 50 })
    const { user, last } = await renderList()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('button', { name: 'Reset columns, order and size' }))
    await waitFor(() => expect(heads()).toEqual(['Name', 'City', 'Phone']))
    expect(last()).toMatchObject({ OrderBy: 'Id', PerPage: 24 })
    expect(rememberedOf('rows')).toEqual({})
  })
})
