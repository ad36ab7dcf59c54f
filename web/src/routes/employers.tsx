/** The list of employer groups; whoever belongs to groups rather than to a broker and has one is led straight to it. */
import { createRoute, redirect } from '@tanstack/react-router'
import { groupListing, onlyGroup } from '../features/groups/queries'
import { listSearch } from '../lib/list'
import { firstRows } from '../lib/listing'
import { ask } from './frame/ask'
import { drawnWith, lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

const GroupsPage = lazyPart(() => import('../features/groups/GroupsPage'), 'GroupsPage')
const OptionField = lazyPart(() => import('../features/billing/pricing/OptionField'), 'OptionField')

export const employersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/employers',
  validateSearch: listSearch('status', 'broker', 'renewal', 'erp'),
  beforeLoad: async ({ context }) => {
    if (context.me.Actions.includes('ViewBrokers')) return
    // Should the answer fail, the list says so.
    const employerId = await context.queryClient.ensureQueryData(onlyGroup).catch(() => null)
    if (employerId !== null) throw redirect({ to: '/employers/$employerId', params: { employerId }, replace: true })
  },
  loader: ({ context, location }) => ask(context.queryClient, firstRows(groupListing, location.search)),
  component: drawnWith([GroupsPage], () => <GroupsPage option={OptionField} />),
})
