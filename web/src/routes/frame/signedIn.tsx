/** The guard: every page below needs a session. Without one it leads to the sign-in and back; it also draws the frame. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createRoute, Outlet, redirect, useNavigate, useRouter, type ParsedLocation } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { RecentUpdates } from '../../features/announcements/RecentUpdates'
import { useRosterFollows } from '../../features/census/rosterFollows'
import { part } from '../../lib/part'
import { forgetAnswers, sessionQuery, signOut, useMe, type Me } from '../../session/session'
import { HistoryPart, type HistoryOf } from '../../ui/panel/HistoryPart'
import { SavedViewsPart } from '../../ui/list/tools/savedViews'
import { Shell } from '../../ui/shell/Shell'
import { UserMenu } from '../../ui/shell/UserMenu'
import { Impersonation } from './Impersonation'
import { Failed, Missing, rootRoute } from './root'
import { useSavedViews } from './savedViews'
import { useSearch } from './search'
import { useCountedNavigation } from './useNavigation'

/** The guard of a page: leads to the sign-in when there is no session. */
export async function needsSession({
  context,
  location,
}: {
  context: { queryClient: QueryClient }
  location: ParsedLocation
}): Promise<{ me: Me }> {
  const me = await context.queryClient.ensureQueryData(sessionQuery)
  if (!me) throw redirect({ to: '/sign-in', search: { from: location.href } })
  if (me.SecondFactorNeeded) throw redirect({ to: '/second-factor', search: { from: location.href } })
  return { me }
}

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: needsSession,
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  errorComponent: Failed,
  // It stands in the place of the component: without the frame, who acts as someone else would find no way to stop.
  notFoundComponent: () => (
    <Frame>
      <Missing />
    </Frame>
  ),
})

/** Every other address, so that it is missing inside the frame too. */
export const unknownRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/$', component: Missing })

/** Loaded when a tab is opened for the first time. */
const HistoryList = part(() => import('../../features/audit/HistoryList').then((audit) => audit.HistoryList))

/** What the History tabs of panels show. */
const drawHistory = (of: HistoryOf) => <HistoryList {...of} />

function Frame({ children }: { children: ReactNode }) {
  const { User, Actions, Impersonator, SecondFactorNeeded } = useMe()
  const groups = useCountedNavigation()
  const search = useSearch()
  const savedViews = useSavedViews(!Impersonator)
  const leave = useLeave()
  const navigate = useNavigate()
  const [updatesOpen, setUpdatesOpen] = useState(false)
  useGuardedAnew(SecondFactorNeeded)
  useRosterFollows()
  if (SecondFactorNeeded) return null
  const account = {
    name: User.FullName,
    role: User.RoleName,
    onAccount: () => void navigate({ to: '/account' }),
    onUpdates: () => setUpdatesOpen(true),
    onSignOut: () => void leave(),
  }
  return (
    <>
      <Shell
        groups={groups}
        search={search.button}
        searchSmall={search.buttonSmall}
        user={<UserMenu {...account} />}
        userSmall={<UserMenu {...account} small />}
        banner={Impersonator && <Impersonation name={User.FullName} until={Impersonator.Until} />}
      >
        <HistoryPart value={Actions.includes('ViewAudit') ? drawHistory : undefined}>
          <SavedViewsPart value={savedViews}>{children}</SavedViewsPart>
        </HistoryPart>
      </Shell>
      {search.dialog}
      <RecentUpdates userId={User.Id} own={!Impersonator} wanted={updatesOpen} onClose={() => setUpdatesOpen(false)} />
    </>
  )
}

/** The role may come to need a second factor while one is here: then the guard is asked again, and leads away. */
function useGuardedAnew(wanted: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (wanted) void router.invalidate()
  }, [wanted, router])
}

/** Signs out by hand. */
export function useLeave(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await signOut(client)
    await navigate({ to: '/sign-in', search: { why: 'out' } })
    forgetAnswers(client)
  }
}
