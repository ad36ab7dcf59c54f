/** Who is signed in and what he may do. One query, asked once per visit; screens ask `can(action)` and never name a role. */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, done, value } from '../api/client'
import type { components } from '../api/schema'
import { businessTimeIn } from '../lib/format/dates'
import { draftsBelongTo } from '../lib/drafts'
import { listsBelongTo } from '../lib/listMemory'
import { forgetOpened } from '../lib/opened'
import { isSignedOut } from '../lib/failure'

export type Me = components['schemas']['SessionView']

/** The actions of the permission table (crates/domain/src/access.rs), as far as the screens ask for them. */
export type Action =
  | 'UseOwnAccount'
  | 'ViewChoices'
  | 'Search'
  | 'ViewWorkQueue'
  | 'ViewGroups'
  | 'EditGroups'
  | 'ViewMembers'
  | 'EditMembers'
  | 'ViewBrokers'
  | 'EditBrokers'
  | 'ViewPricingChoices'
  | 'ViewBilling'
  | 'EditBilling'
  | 'ViewCommissions'
  | 'EditCommissions'
  | 'ViewStatements'
  | 'ImportConsults'
  | 'ViewInvoices'
  | 'ViewUnsentInvoices'
  | 'ViewReports'
  | 'ViewCensus'
  | 'EditCensus'
  | 'AdministerCensus'
  | 'ViewAccounts'
  | 'EditAccounts'
  | 'ReadSecrets'
  | 'ViewAudit'
  | 'ViewUsers'
  | 'EditUsers'
  | 'AddUsers'
  | 'ViewContacts'
  | 'EditContacts'
  | 'ViewNotes'
  | 'EditNotes'
  | 'Impersonate'
  | 'ResetSecondFactor'
  | 'ViewSecurity'
  | 'EditSecurity'

/** The signed-in user, or null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return begun(await value(api.GET('/api/v1/auth/me', { signal })))
    } catch (failure) {
      if (isSignedOut(failure)) return null
      throw failure
    }
  },
  staleTime: Infinity,
})

/** A session that was answered: its business time is that of every page from here on, and what is typed or chosen is its user's. */
function begun(me: Me): Me {
  businessTimeIn(me.TimeZone)
  draftsBelongTo(me.User.Id)
  listsBelongTo(me.User.Id)
  return me
}

/** The signed-in user. Only below the sign-in guard, where there always is one. */
export function useMe(): Me {
  const { data } = useQuery(sessionQuery)
  const [known, setKnown] = useState(data)
  if (data && data !== known) setKnown(data)
  // When the session ends, the page stays as it is for the moment until the sign-in is there.
  const me = data ?? known
  if (!me) throw new Error('useMe belongs below the sign-in guard.')
  return me
}

/** Whether the signed-in user may do something: `const can = useCan()`, then `can('EditBrokers')`. */
export function useCan(): (action: Action) => boolean {
  const { Actions } = useMe()
  return (action) => Actions.includes(action)
}

/** Signs in and makes the session known; throws the failure of the call. */
export async function signIn(
  client: QueryClient,
  credentials: { EmailAddress: string; Password: string; Code: string },
): Promise<void> {
  await done(api.POST('/api/v1/auth/login', { body: credentials }))
  const me = begun(await value(api.GET('/api/v1/auth/me')))
  client.clear()
  client.setQueryData(sessionQuery.queryKey, me)
}

/** Ends the session on the server. Should it not answer, this browser still shows nothing more. */
export async function signOut(client: QueryClient): Promise<void> {
  // What is still being asked for would be answered with "not signed in", and that is no surprise from here on.
  client.setQueryData(sessionQuery.queryKey, null)
  forgetOpened()
  await client.cancelQueries()
  await done(api.POST('/api/v1/auth/logout')).catch(() => {})
}

/** Gives the administrator's own session back to who acts as someone else. */
export function stopImpersonating(): Promise<void> {
  return done(api.DELETE('/api/v1/auth/impersonation'))
}

/** Forgets everything that was shown; to be called once no page that shows it is left. */
export function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
}
