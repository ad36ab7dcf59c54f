/** The end of a session seen from the browser: keep what was typed, forget what was shown, and go to the sign-in. */
import type { QueryClient } from '@tanstack/react-query'
import { keepOpenForms } from './lib/drafts'
import type { AppRouter } from './router'
import { watchIdle } from './session/idle'
import { isOwnPage, type Reason } from './session/leaving'
import { forgetAnswers, sessionQuery, signOut } from './session/session'

/** Leads to the sign-in, which leads back here. Called again on the way, or while signing out by hand, it does nothing. */
export function leaveForSignIn(router: AppRouter, client: QueryClient, why: Reason): void {
  const { href } = router.state.location
  const me = client.getQueryData(sessionQuery.queryKey)
  // Undefined before the session was ever asked for.
  if (!isOwnPage(href) || me === null) return
  keepOpenForms()
  client.setQueryData(sessionQuery.queryKey, null)
  void router
    .navigate({
      to: '/sign-in',
      search: { from: href, why, minutes: why === 'idle' ? me?.IdleMinutes : undefined },
      ignoreBlocker: true,
    })
    .then(() => forgetAnswers(client))
}

/** Starts the idle watch whenever somebody is signed in, and stops it when nobody is. */
export function watchSession(router: AppRouter, client: QueryClient): void {
  let stop: (() => void) | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionQuery.queryKey[0]) return
    const me = client.getQueryData(sessionQuery.queryKey)
    if (me && !stop) {
      stop = watchIdle(me.IdleMinutes, () => {
        stop = undefined
        leaveForSignIn(router, client, 'idle')
        void signOut(client)
      })
    } else if (!me && stop) {
      stop()
      stop = undefined
    }
  })
}
