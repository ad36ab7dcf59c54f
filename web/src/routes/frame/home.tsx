/** The start leads to the first page one may open. */
import { createRoute, redirect } from '@tanstack/react-router'
import { startPage } from './navigation'
import { signedInRoute } from './signedIn'

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: startPage((action) => context.me.Actions.includes(action)), replace: true })
  },
})
