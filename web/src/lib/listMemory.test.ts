import { afterEach, expect, it, vi } from 'vitest'
import { forgetList, listsBelongTo, remember, rememberedOf } from './listMemory'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  listsBelongTo(0)
})

it('remembers size, order and columns of each list for each user', () => {
  listsBelongTo(7)
  remember('groups', { size: 50 })
  remember('groups', { sort: 'Name', desc: true })
  remember('groups', { columns: ['Name'] })
  expect(rememberedOf('groups')).toEqual({ size: 50, sort: 'Name', desc: true, columns: ['Name'] })
  expect(rememberedOf('members')).toEqual({})
  listsBelongTo(8)
  expect(rememberedOf('groups')).toEqual({})
})

it('forgets a part, or all', () => {
  remember('groups', { size: 50, columns: ['Name'] })
  remember('groups', { columns: undefined })
  expect(rememberedOf('groups')).toEqual({ size: 50 })
  forgetList('groups')
  expect(rememberedOf('groups')).toEqual({})
})

it('takes what it cannot read for nothing, and a browser that keeps nothing', () => {
  for (const stored of ['{', 'null', '[]', '7', '{"size":"x","sort":3,"columns":"Name"}']) {
    localStorage.setItem('ledgerwell.list.0.groups', stored)
    expect(rememberedOf('groups')).toEqual({})
  }
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  expect(() => remember('groups', { size: 50 })).not.toThrow()
})
