import { createRoute } from '@tanstack/react-router'
import { optionListing, pricingGroupListing } from '../../features/billing/pricing/queries'
import { listSearch } from '../../lib/list'
import { firstRows } from '../../lib/listing'
import { billingRoute } from './billing'
import { ask } from '../frame/ask'
import { drawnWith, lazyPart } from '../frame/lazyPart'

const OptionsPage = lazyPart(() => import('../../features/billing/pricing/OptionsPage'), 'OptionsPage')

export const pricingOptionsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/pricing',
  validateSearch: listSearch(),
  loader: ({ context, params, location }) =>
    ask(context.queryClient, firstRows(optionListing(params.employerId), location.search)),
  component: drawnWith([OptionsPage], function PricingOptions() {
    const { employerId } = pricingOptionsRoute.useParams()
    return <OptionsPage employerId={employerId} />
  }),
})

const PricingGroupsPage = lazyPart(
  () => import('../../features/billing/pricing/PricingGroupsPage'),
  'PricingGroupsPage',
)

export const pricingGroupsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/pricing-groups',
  validateSearch: listSearch(),
  loader: ({ context, params, location }) =>
    ask(context.queryClient, firstRows(pricingGroupListing(params.employerId), location.search)),
  component: drawnWith([PricingGroupsPage], function PricingGroups() {
    const { employerId } = pricingGroupsRoute.useParams()
    return <PricingGroupsPage employerId={employerId} />
  }),
})
