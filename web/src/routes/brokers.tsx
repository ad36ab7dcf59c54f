import { createRoute, notFound } from '@tanstack/react-router'
import { brokerListing } from '../features/brokers/queries'
import { listSearch } from '../lib/list'
import { firstRows } from '../lib/listing'
import { ask } from './frame/ask'
import { lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

export const brokersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/brokers',
  validateSearch: listSearch('master'),
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewBrokers')) throw notFound()
  },
  loader: ({ context, location }) => ask(context.queryClient, firstRows(brokerListing, location.search)),
  component: lazyPart(() => import('../features/brokers/BrokersPage'), 'BrokersPage'),
})
