/** The page of those whose role needs a second factor they do not have yet; nothing else opens before. */
import { useQueryClient } from '@tanstack/react-query'
import { createRoute, redirect, useRouter } from '@tanstack/react-router'
import { signInSearch } from '../../session/leaving'
import { sessionQuery } from '../../session/session'
import { drawnWith, lazyPart } from './lazyPart'
import { Failed, rootRoute } from './root'
import { useLeave } from './signedIn'

const SecondFactorPage = lazyPart(() => import('../../features/account/SecondFactorPage'), 'SecondFactorPage')

export const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  validateSearch: signInSearch,
  beforeLoad: async ({ context, search }) => {
    const me = await context.queryClient.ensureQueryData(sessionQuery)
    if (!me) throw redirect({ to: '/sign-in', search: { from: search.from } })
    if (!me.SecondFactorNeeded) throw redirect({ to: search.from ?? '/' })
  },
  component: drawnWith([SecondFactorPage], function SecondFactor() {
    const { from } = secondFactorRoute.useSearch()
    const client = useQueryClient()
    const router = useRouter()
    const leave = useLeave()
    const goOn = async () => {
      await client.refetchQueries({ queryKey: sessionQuery.queryKey })
      router.history.replace(from ?? '/')
    }
    return <SecondFactorPage onDone={() => void goOn()} onSignOut={() => void leave()} />
  }),
  errorComponent: Failed,
})
