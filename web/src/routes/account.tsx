import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { panelSearch } from '../lib/list'
import { signedInRoute } from './signedIn'

export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  validateSearch: panelSearch,
  component: lazyRouteComponent(() => import('../features/account/AccountPage'), 'AccountPage'),
})
