/** The list of employer groups. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { signedInRoute } from './signedIn'

const GroupsPage = lazyRouteComponent(() => import('../features/groups/GroupsPage'), 'GroupsPage')
const OptionField = lazyRouteComponent(() => import('../features/billing/pricing/OptionField'), 'OptionField')

export const employersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/employers',
  validateSearch: listSearch(),
  component: function EmployerGroups() {
    return <GroupsPage option={OptionField} />
  },
})
