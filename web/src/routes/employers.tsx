/** The list of employer groups. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { signedInRoute } from './signedIn'

export const employersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/employers',
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('../features/groups/GroupsPage'), 'GroupsPage'),
})
