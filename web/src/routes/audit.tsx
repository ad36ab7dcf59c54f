/** The audit trail, for those who may see it. */
import { createRoute, notFound } from '@tanstack/react-router'
import { activityFilters, activityListing, auditFilters, auditListing } from '../features/audit/queries'
import { listSearch } from '../lib/list'
import { firstRows } from '../lib/listing'
import { employerRoute } from './employer'
import { ask } from './frame/ask'
import { drawnWith, lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

export const auditRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/audit',
  validateSearch: listSearch(...auditFilters),
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewAudit')) throw notFound()
  },
  loader: ({ context, location }) => ask(context.queryClient, firstRows(auditListing, location.search)),
  component: lazyPart(() => import('../features/audit/AuditPage'), 'AuditPage'),
})

const GroupHistory = lazyPart(() => import('../features/audit/GroupHistory'), 'GroupHistory')

export const groupHistoryRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/history',
  validateSearch: listSearch(...activityFilters),
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewAudit')) throw notFound()
  },
  loader: ({ context, params, location }) =>
    ask(context.queryClient, firstRows(activityListing(params.employerId), location.search)),
  component: drawnWith([GroupHistory], function History() {
    const { employerId } = groupHistoryRoute.useParams()
    return <GroupHistory employerId={employerId} />
  }),
})
