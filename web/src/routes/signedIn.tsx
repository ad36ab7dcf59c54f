/** The guard: every page below needs a session. Without one it leads to the sign-in and back; it also draws the frame. */
import { useQueryClient } from '@tanstack/react-query'
import { createRoute, Outlet, redirect, useNavigate } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { RecentUpdates } from '../features/announcements/RecentUpdates'
import { loadingFailure } from '../lib/failure'
import { forgetAnswers, sessionQuery, signOut, useMe } from '../session/session'
import { ImpersonationBar } from '../ui/shell/ImpersonationBar'
import { HistoryPart, type HistoryOf } from '../ui/panel/HistoryPart'
import { Shell } from '../ui/shell/Shell'
import { UserMenu } from '../ui/shell/UserMenu'
import { navigation } from './navigation'
import { Failed, Missing, rootRoute } from './root'

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(sessionQuery)
    if (!me) throw redirect({ to: '/sign-in', search: { from: location.href } })
    return { me }
  },
  component: SignedIn,
  errorComponent: Failed,
  notFoundComponent: Missing,
})

/** Loaded when a tab is opened for the first time, which is no navigation that the router would wait with. */
const HistoryList = lazy(() =>
  import('../features/audit/HistoryList').then(
    ({ HistoryList }) => ({ default: HistoryList }),
    (reason: unknown) => {
      throw loadingFailure(reason)
    },
  ),
)

/** What the History tabs of panels show. */
const drawHistory = (of: HistoryOf) => <HistoryList {...of} />

function SignedIn() {
  const { User, Actions, Impersonator } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = async () => {
    await signOut(client)
    await navigate({ to: '/sign-in', search: { why: 'out' } })
    forgetAnswers(client)
  }
  const [updatesOpen, setUpdatesOpen] = useState(false)
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
        groups={navigation((action) => Actions.includes(action))}
        user={<UserMenu {...account} />}
        userSmall={<UserMenu {...account} small />}
        banner={Impersonator && <ImpersonationBar name={User.FullName} onStop={() => void leave()} />}
      >
        <HistoryPart value={Actions.includes('ViewAudit') ? drawHistory : undefined}>
          <Outlet />
        </HistoryPart>
      </Shell>
      <RecentUpdates userId={User.Id} own={!Impersonator} wanted={updatesOpen} onClose={() => setUpdatesOpen(false)} />
    </>
  )
}
