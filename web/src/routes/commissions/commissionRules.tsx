/** The commission area, which begins with its rules, or with the statements for those who see no rules. */
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { listSearch } from '../../lib/list'
import { lazyPart } from '../frame/lazyPart'
import { signedInRoute } from '../frame/signedIn'

export const commissionRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/commission',
  beforeLoad: ({ context }) => {
    const seesRules = context.me.Actions.includes('ViewCommissions')
    throw redirect({ to: seesRules ? '/commission/rules' : '/commission/snapshots', replace: true })
  },
})

export const commissionRulesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/commission/rules',
  validateSearch: listSearch('active'),
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewCommissions')) throw notFound()
  },
  component: lazyPart(() => import('../../features/commissions/rules/RulesPage'), 'RulesPage'),
})
