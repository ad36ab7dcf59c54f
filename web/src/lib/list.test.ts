import { describe, expect, it } from 'vitest'
import { listParams, listSearch, pageNumbers, pageRange } from './list'

describe('listSearch', () => {
  it('reads what the address bar holds and leaves the rest out', () => {
    const read = listSearch('status')
    expect(
      read({ page: '3', size: '50', sort: 'Name', desc: '1', q: 'harbor', status: ['1', '2'], other: 'x' }),
    ).toEqual({
      page: 3,
      size: 50,
      sort: 'Name',
      desc: true,
      q: 'harbor',
      status: ['1', '2'],
    })
    expect(read({})).toEqual({})
  })

  it.each([
    [{ page: '0' }],
    [{ page: '-1' }],
    [{ page: '1.5' }],
    [{ page: 'two' }],
    [{ size: '24' }],
    [{ size: '5000' }],
    [{ q: '' }],
    [{ desc: 'yes' }],
  ])('ignores %j', (raw) => {
    expect(listSearch()(raw)).toEqual({})
  })

  it('takes a single filter value for a list of one', () => {
    expect(listSearch('status')({ status: '2' })).toEqual({ status: ['2'] })
  })
})

describe('listParams', () => {
  it('falls back to the defaults of the list', () => {
    expect(listParams({}, { PerPage: 24, OrderBy: 'InvoicePeriodEndDate', OrderDesc: true })).toEqual({
      Page: 1,
      PerPage: 24,
      OrderBy: 'InvoicePeriodEndDate',
      OrderDesc: true,
      Term: '',
      Filters: {},
    })
  })

  it('does not carry the default direction over to another column', () => {
    expect(listParams({ sort: 'Name' }, { PerPage: 24, OrderBy: 'Id', OrderDesc: true }).OrderDesc).toBe(false)
  })

  it('passes only the filters the list knows', () => {
    expect(
      listParams({ status: ['1'], panel: 'x' }, { PerPage: 25, OrderBy: 'Id' }, ['status', 'broker']).Filters,
    ).toEqual({ status: ['1'] })
  })
})

describe('the pager', () => {
  it.each([
    [1, 24, 142, 1, 24],
    [6, 24, 142, 121, 142],
    [1, 25, 0, 0, 0],
    [1, 25, 7, 1, 7],
    [99, 24, 2, 0, 0],
  ])('page %i of %i rows, %i in all, shows %i to %i', (Page, PerPage, total, from, to) => {
    expect(pageRange({ Page, PerPage }, total)).toEqual({ from, to })
  })

  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 6, [1, 2, 3, null, 6]],
    [4, 9, [1, null, 3, 4, 5, null, 9]],
    [9, 9, [1, null, 7, 8, 9]],
  ])('on page %i of %i it offers %j', (current, last, numbers) => {
    expect(pageNumbers(current, last)).toEqual(numbers)
  })
})
