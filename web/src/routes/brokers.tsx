import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { signedInRoute } from './signedIn'

export const brokersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/brokers',
  validateSearch: listSearch(),
  component: lazyRouteComponent(() => import('../features/brokers/BrokersPage'), 'BrokersPage'),
})
