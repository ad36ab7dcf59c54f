import { createRoute } from '@tanstack/react-router'
import { listSearch } from '../../lib/list'
import { billingRoute } from './billing'
import { lazyPart } from '../frame/lazyPart'

const OptionsPage = lazyPart(() => import('../../features/billing/pricing/OptionsPage'), 'OptionsPage')

export const pricingOptionsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/pricing',
  validateSearch: listSearch(),
  component: function PricingOptions() {
    const { employerId } = pricingOptionsRoute.useParams()
    return <OptionsPage employerId={employerId} />
  },
})

const PricingGroupsPage = lazyPart(
  () => import('../../features/billing/pricing/PricingGroupsPage'),
  'PricingGroupsPage',
)

export const pricingGroupsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/pricing-groups',
  validateSearch: listSearch(),
  component: function PricingGroups() {
    const { employerId } = pricingGroupsRoute.useParams()
    return <PricingGroupsPage employerId={employerId} />
  },
})
