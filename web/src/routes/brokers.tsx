import { createRoute, notFound } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

export const brokersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/brokers',
  validateSearch: listSearch(),
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewBrokers')) throw notFound()
  },
  component: lazyPart(() => import('../features/brokers/BrokersPage'), 'BrokersPage'),
})
