import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './searchString'

it('keeps text that looks like a number or JSON as text', () => {
  expect(parseSearch('?q=00123&sort=true')).toEqual({ q: '00123', sort: 'true' })
})

it('writes lists as repeated keys and reads them back', () => {
  const text = stringifySearch({ status: ['1', '2'], q: 'a & b' })
  expect(text).toBe('?status=1&status=2&q=a+%26+b')
  expect(parseSearch(text)).toEqual({ status: ['1', '2'], q: 'a & b' })
})

it('leaves out what is absent, and true is 1', () => {
  expect(stringifySearch({ page: undefined, desc: true, other: false, q: '', panel: 'plan.3,line.9' })).toBe(
    '?desc=1&panel=plan.3,line.9',
  )
  expect(stringifySearch({})).toBe('')
})
