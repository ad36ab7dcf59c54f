import { describe, expect, it } from 'vitest'
import type { Column } from '../columns'
import type { Filter } from '../FilterChip'
import { openedView, viewQuery } from './viewAddress'

const columns: readonly Column<unknown>[] = [
  { key: 'Name', title: 'Name', kind: 'name', sorts: true, cell: () => null },
  { key: 'City', title: 'City', cell: () => null },
]
const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: [{ value: '1', label: 'Open' }] },
  { name: 'errors', label: 'With errors' },
]
const list = { columns, filters, defaults: { PerPage: 24, OrderBy: 'Id' } as const }

it('a view holds search, filters, order, size and columns, whole', () => {
  const params = {
    Page: 3,
    PerPage: 50,
    OrderBy: 'Name',
    OrderDesc: true,
    Term: 'a & b',
    Filters: { status: ['1', '2'] },
  }
  expect(viewQuery({ params, columns: ['Name', 'City'] }, filters)).toBe(
    'q=a+%26+b&status=1&status=2&sort=Name&desc=1&size=50&cols=Name,City',
  )
})

describe('a view that is opened', () => {
  it('is the address that it was saved from', () => {
    expect(openedView('q=har&status=1&errors=1&sort=Name&desc=1&size=50&cols=City', list)).toEqual({
      search: { q: 'har', status: ['1'], errors: ['1'], sort: 'Name', desc: true, size: 50, cols: 'City' },
      gone: [],
    })
  })

  it('shows all columns where it names none, and the order that the list begins with', () => {
    expect(openedView('sort=Id&size=24', list)).toEqual({ search: { sort: 'Id', cols: 'Name,City' }, gone: [] })
  })

  it('says which column, filter, choice and order have gone', () => {
    expect(openedView('status=1&status=9&broker=4&sort=Gone&desc=1&cols=Gone,City', list)).toEqual({
      search: { status: ['1'], cols: 'City' },
      gone: ['the filter broker', 'the choice “9” of Status', 'the order by Gone', 'the column Gone'],
    })
  })

  it('shows every column where none of its own is left', () => {
    expect(openedView('cols=Gone', list).search).toEqual({ cols: 'Name,City' })
  })
})
