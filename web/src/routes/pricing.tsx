import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { billingRoute } from './billing'

const OptionsPage = lazyRouteComponent(() => import('../features/billing/pricing/OptionsPage'), 'OptionsPage')

export const pricingOptionsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/pricing',
  validateSearch: listSearch(),
  component: function PricingOptions() {
    const { employerId } = pricingOptionsRoute.useParams()
    return <OptionsPage employerId={employerId} />
  },
})

const PricingGroupsPage = lazyRouteComponent(() => import('../features/billing/pricing/PricingGroupsPage'), 'PricingGroupsPage')

export const pricingGroupsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/pricing-groups',
  validateSearch: listSearch(),
  component: function PricingGroups() {
    const { employerId } = pricingGroupsRoute.useParams()
    return <PricingGroupsPage employerId={employerId} />
  },
})
