import { createRoute } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { employerRoute } from './employer'
import { lazyPart } from './lazyPart'
import { signedInRoute } from './signedIn'

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
    return <MembersPage employerId={employerId} />
  },
})
