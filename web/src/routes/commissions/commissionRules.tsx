/** The commission area, which begins with its rules, or with the statements for those who see no rules. */
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { ruleListing } from '../../features/commissions/rules/queries'
import { listSearch } from '../../lib/list'
import { firstRows } from '../../lib/listing'
import { ask } from '../frame/ask'
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
  loader: ({ context, location }) => ask(context.queryClient, firstRows(ruleListing, location.search)),
  component: lazyPart(() => import('../../features/commissions/rules/RulesPage'), 'RulesPage'),
})
