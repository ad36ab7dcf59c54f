import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { billingRoute } from './billing'

const SnapshotsPage = lazyRouteComponent(() => import('../features/billing/snapshots/SnapshotsPage'), 'SnapshotsPage')

export const snapshotsRoute = createRoute({
  getParentRoute: () => billingRoute,
  path: '/snapshots',
  validateSearch: listSearch(),
  component: function Snapshots() {
    const { employerId } = snapshotsRoute.useParams()
    return <SnapshotsPage employerId={employerId} />
  },
})
