import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { momentDate } from '../lib/format/dates'
import { announceForm, draftOf, keepOpenForms } from '../lib/drafts'
import { stubCalls, valid } from '../testing/calls'
import { me } from '../testing/renderRoute'
import { sessionQuery, signIn } from './session'

const late = '2026-11-17T21:40:00Z'
const nobody = { EmailAddress: 'dana@example.com', Password: 'a long enough one', Code: '' }

it.each([
  ['found', (client: QueryClient) => client.fetchQuery(sessionQuery)],
  ['begun by signing in', (client: QueryClient) => signIn(client, nobody)],
])('a session says in which time zone the days of the business are: %s', async (_, begin) => {
  stubCalls({ 'GET /auth/me': valid({ ...me(), TimeZone: 'Pacific/Auckland' }), 'POST /auth/login': valid(null) })
  expect(momentDate(late)).toBe('11/17/2026')
  await begin(new QueryClient())
  expect(momentDate(late)).toBe('11/18/2026')
})

it('that was found by a reload keeps what its user has typed until he has signed in again', async () => {
  stubCalls({ 'GET /auth/me': valid(me()), 'POST /auth/login': valid(null) })
  await new QueryClient().fetchQuery(sessionQuery)
  const withdraw = announceForm('broker 7', () => ({ Name: 'Juniper' }))
  keepOpenForms()
  withdraw()
  await signIn(new QueryClient(), nobody)
  expect(draftOf('broker 7')).toEqual({ Name: 'Juniper' })
})
