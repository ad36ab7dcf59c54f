/** Billing all groups at once: the runs, and one of them. For those who may see billing. */
import { createRoute, notFound } from '@tanstack/react-router'
import { billingSettings, run, runListing } from '../../features/billing/runs/queries'
import { listSearch } from '../../lib/list'
import { firstRows } from '../../lib/listing'
import { recordId } from '../../lib/recordId'
import { ask } from '../frame/ask'
import { drawnWith, lazyPart } from '../frame/lazyPart'
import { signedInRoute } from '../frame/signedIn'
import { WhyPanels } from './whyPanels'

const RunsPage = lazyPart(() => import('../../features/billing/runs/RunsPage'), 'RunsPage')
const RunPage = lazyPart(() => import('../../features/billing/runs/RunPage'), 'RunPage')

function forBilling({ context }: { context: { me: { Actions: readonly string[] } } }): void {
  if (!context.me.Actions.includes('ViewBilling')) throw notFound()
}

export const billingRunsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/billing-runs',
  beforeLoad: forBilling,
  validateSearch: listSearch('period'),
  loader: ({ context, location }) => ask(context.queryClient, firstRows(runListing, location.search), billingSettings),
  component: drawnWith([RunsPage], () => <RunsPage />),
})

export const billingRunRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/billing-runs/$runId',
  beforeLoad: forBilling,
  validateSearch: listSearch('part', 'exception'),
  loader: ({ context, params }) => {
    const id = recordId(params.runId)
    return ask(context.queryClient, id !== undefined && run(id))
  },
  component: drawnWith([RunPage], function BillingRun() {
    return (
      <>
        <RunPage id={recordId(billingRunRoute.useParams().runId)} />
        <WhyPanels />
      </>
    )
  }),
})
