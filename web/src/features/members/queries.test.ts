import { expect, it } from 'vitest'
import { page, stubCalls } from '../../testing/calls'
import { findPrimaries } from './queries'
import { sampleMember } from './samples'

const { signal } = new AbortController()
const dependents = (from: number, number: number) => Array.from({ length: number }, (_, index) => sampleMember({ Id: from + index, MemberType: 'Dependent' }))
const primaries = (from: number, number: number) => Array.from({ length: number }, (_, index) => sampleMember({ Id: from + index, FirstName: `P${index}` }))
const pages = (...all: ReturnType<typeof dependents>[]) => ({
  'GET /employees/search': (request: Request) => page(all[Number(new URL(request.url).searchParams.get('Page')) - 1] ?? [], 100 * (all.length - 1) + 1, 100)(request),
})

it('finds a primary behind any number of dependents', async () => {
  const calls = stubCalls(pages(dependents(1, 100), [...dependents(101, 99), ...primaries(300, 1)], primaries(301, 1)))
  expect((await findPrimaries(1, undefined, 'eastlake', signal)).map(({ value }) => value)).toEqual([300, 301])
  expect(calls.of('GET /employees/search').map(({ url }) => url.searchParams.get('Page'))).toEqual(['1', '2', '3'])
})

it('asks no further once there are enough, and never offers the member itself', async () => {
  const calls = stubCalls(pages([...primaries(1, 11), ...dependents(12, 89)], primaries(200, 1)))
  expect((await findPrimaries(1, 3, 'eastlake', signal)).map(({ value }) => value)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(calls.of('GET /employees/search')).toHaveLength(1)
})

it('of nobody is nobody', async () => {
  stubCalls({ 'GET /employees/search': page([]) })
  expect(await findPrimaries(1, undefined, 'zebra', signal)).toEqual([])
})
