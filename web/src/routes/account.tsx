import { createRoute } from '@tanstack/react-router'
import { panelSearch } from '../lib/list'
import { lazyPart } from './lazyPart'
import { signedInRoute } from './signedIn'

export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  validateSearch: panelSearch,
  component: lazyPart(() => import('../features/account/AccountPage'), 'AccountPage'),
})
