/**
 * The billing pages of a group, for those who may see billing: the second level, and below it the page.
 *
 * To add a page: give its route `billingRoute` as parent, name it below billingRoute in router.ts, and add its line to
 * billingPages.ts, whose lines stand in the order Billing Plans, Billing Snapshots, Pricing Options, Pricing Groups.
 */
import { createRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { planListing } from '../../features/billing/plans/queries'
import { listSearch } from '../../lib/list'
import { firstRows } from '../../lib/listing'
import { SegmentedNav } from '../../ui/page/SegmentedNav'
import { billingPages } from './billingPages'
import { employerRoute } from '../employer'
import { ask } from '../frame/ask'
import { drawnWith, lazyPart } from '../frame/lazyPart'

export const billingRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/billing',
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewBilling')) throw notFound()
  },
  component: function Billing() {
    const { employerId } = billingRoute.useParams()
    return (
      <>
        <SegmentedNav
          label="Billing"
          items={billingPages.map(({ label, path }) => ({ label, to: `/employers/${employerId}/billing${path}` }))}
        />
        <Outlet />
      </>
    )
  },
})

/** Billing starts with its plans. */
export const billingIndexRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/employers/$employerId/billing/plans', params, replace: true })
  },
})

const PlansPage = lazyPart(() => import('../../features/billing/plans/PlansPage'), 'PlansPage')

export const plansRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/plans',
  validateSearch: listSearch('current'),
  loader: ({ context, params, location }) =>
    ask(context.queryClient, firstRows(planListing(params.employerId), location.search)),
  component: drawnWith([PlansPage], function Plans() {
    const { employerId } = plansRoute.useParams()
    return <PlansPage employerId={employerId} />
  }),
})
