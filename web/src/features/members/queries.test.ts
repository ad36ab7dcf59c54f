import { expect, it } from 'vitest'
import { page, stubCalls } from '../../testing/calls'
import { findPrimaries, memberListing } from './queries'
import { sampleMember } from './samples'

const { signal } = new AbortController()

it('asks for primaries only, and never offers the member itself', async () => {
  const calls = stubCalls({ 'GET /employees/search': page([3, 4].map((Id) => sampleMember({ Id }))) })
  expect((await findPrimaries(1, 3, 'eastlake', signal)).map(({ value }) => value)).toEqual([4])
  const asked = calls.of('GET /employees/search').map(({ url }) => Object.fromEntries(url.searchParams))
  expect(asked).toEqual([expect.objectContaining({ GroupId: '1', PrimariesOnly: 'true', Term: 'eastlake' })])
})

it('of nobody is nobody', async () => {
  stubCalls({ 'GET /employees/search': page([]) })
  expect(await findPrimaries(1, undefined, 'zebra', signal)).toEqual([])
})

it('asks for the members that the filters of the list want', async () => {
  const calls = stubCalls({ 'GET /employees/search': page([]) })
  const Filters = { status: ['1', '3'], plan: ['Family Plan'], pricing: ['4'], employees: ['1'] }
  await memberListing(1)
    .list({ Page: 1, PerPage: 24, OrderBy: 'Id', OrderDesc: false, Term: '', Filters })
    .queryFn({ signal })
  const [asked] = calls.of('GET /employees/search').map(({ url }) => url.searchParams)
  expect(asked?.getAll('Statuses')).toEqual(['1', '3'])
  expect(asked?.getAll('PlanNames')).toEqual(['Family Plan'])
  expect(asked?.getAll('PricingGroupIds')).toEqual(['4'])
  expect(asked?.get('PrimariesOnly')).toBe('true')
})
