import { createRoute } from '@tanstack/react-router'
import { panelSearch } from '../lib/list'
import { lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  validateSearch: panelSearch,
  component: lazyPart(() => import('../features/account/AccountPage'), 'AccountPage'),
})
