import { useQuery } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { group } from '../features/groups/queries'
import { listSearch } from '../lib/list'
import { employerRoute } from './employer'
import { lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

const MembersPage = lazyPart(() => import('../features/members/MembersPage'), 'MembersPage')

export const membersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/members',
  validateSearch: listSearch(),
  component: () => <MembersPage />,
})

export const groupMembersRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/members',
  validateSearch: listSearch(),
  component: function GroupMembers() {
    const { employerId } = groupMembersRoute.useParams()
    // The route above has asked for the group already.
    const { data: found } = useQuery(group(employerId))
    return found && <MembersPage employer={found} />
  },
})
