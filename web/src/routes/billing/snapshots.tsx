import { createRoute } from '@tanstack/react-router'
import { snapshotListing } from '../../features/billing/snapshots/queries'
import { listSearch } from '../../lib/list'
import { firstRows } from '../../lib/listing'
import { billingRoute } from './billing'
import { ask } from '../frame/ask'
import { drawnWith, lazyPart } from '../frame/lazyPart'
import { WhyPanels } from './whyPanels'

const SnapshotsPage = lazyPart(() => import('../../features/billing/snapshots/SnapshotsPage'), 'SnapshotsPage')

export const snapshotsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/snapshots',
  validateSearch: listSearch('plan', 'period', 'payment', 'erp'),
  loader: ({ context, params, location }) =>
    ask(context.queryClient, firstRows(snapshotListing(params.employerId), location.search)),
  component: drawnWith([SnapshotsPage], function Snapshots() {
    const { employerId } = snapshotsRoute.useParams()
    return (
      <>
        <SnapshotsPage employerId={employerId} />
        <WhyPanels />
      </>
    )
  }),
})
