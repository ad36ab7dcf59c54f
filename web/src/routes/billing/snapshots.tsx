import { createRoute } from '@tanstack/react-router'
import { listSearch } from '../../lib/list'
import { billingRoute } from './billing'
import { lazyPart } from '../frame/lazyPart'
import { WhyPanels } from './whyPanels'

const SnapshotsPage = lazyPart(() => import('../../features/billing/snapshots/SnapshotsPage'), 'SnapshotsPage')

export const snapshotsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/snapshots',
  validateSearch: listSearch('plan', 'payment'),
  component: function Snapshots() {
    const { employerId } = snapshotsRoute.useParams()
    return (
      <>
        <SnapshotsPage employerId={employerId} />
        <WhyPanels />
      </>
    )
  },
})
