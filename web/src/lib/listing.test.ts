import { expect, it } from 'vitest'
import { listsBelongTo, remember } from './listMemory'
import { firstRows, startOf, type Listing } from './listing'
import type { ListParams } from './list'

const asked: Listing<never> = {
  listKey: 'groups',
  list: (params) => ({ queryKey: ['groups', params], queryFn: () => Promise.reject(new Error('Not asked here.')) }),
  defaults: { PerPage: 24, OrderBy: 'Id' },
}
const params = (search: object) => firstRows(asked, { ...search }).queryKey[1] as ListParams

it('asks for what the address names, and for the defaults where it names nothing', () => {
  expect(params({})).toEqual({ Page: 1, PerPage: 24, OrderBy: 'Id', OrderDesc: false, Term: '', Filters: {} })
  expect(
    params({
      page: 2,
      size: 50,
      sort: 'Name',
      desc: true,
      q: 'acme',
      status: ['0'],
      broker: '7',
      panel: 'group',
      row: '3',
    }),
  ).toEqual({
    Page: 2,
    PerPage: 50,
    OrderBy: 'Name',
    OrderDesc: true,
    Term: 'acme',
    Filters: { status: ['0'], broker: ['7'] },
  })
})

it('asks as the user left the list', () => {
  listsBelongTo(1)
  remember('groups', { size: 100, sort: 'Broker', desc: true })
  expect(params({})).toMatchObject({ PerPage: 100, OrderBy: 'Broker', OrderDesc: true })
})

it('begins with the default order where the list has the remembered one no more', () => {
  expect(startOf({ sort: 'Gone' }, asked.defaults, () => false)).toEqual(asked.defaults)
})
