/** The commission area, which begins with its rules. */
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { lazyPart } from './lazyPart'
import { signedInRoute } from './signedIn'

export const commissionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/commission',
  beforeLoad: () => {
    throw redirect({ to: '/commission/rules', replace: true })
  },
})

export const commissionRulesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/commission/rules',
  validateSearch: listSearch(),
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewCommissions')) throw notFound()
  },
  component: lazyPart(() => import('../features/commissions/rules/RulesPage'), 'RulesPage'),
})
