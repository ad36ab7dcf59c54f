/** The users. A link may ask for one to be open: `?expandeduserid=7`. */
import { createRoute, notFound } from '@tanstack/react-router'
import { userListing } from '../features/users/queries'
import { listSearch, type RawSearch } from '../lib/list'
import { firstRows } from '../lib/listing'
import { ask } from './frame/ask'
import { drawnWith, lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

type UsersSearch = ReturnType<ReturnType<typeof listSearch<'role' | 'broker' | 'group'>>> & {
  /** The user that a link asks to be open. */
  expandeduserid?: number | undefined
  /** Why acting as somebody did not begin. */
  problem?: string | undefined
}

/**
 * The user of the link is the open panel from here on. The link's own parameter is named all the same: the router would keep it in
 * the address, and it would open the panel again whenever one closes it.
 */
function usersSearch(raw: RawSearch): UsersSearch {
  const id = Number(raw.expandeduserid)
  const opened = Number.isInteger(id) && id > 0 ? `user.${id}` : undefined
  const problem = typeof raw.problem === 'string' ? raw.problem : undefined
  return {
    ...listSearch('role', 'broker', 'group')({ ...raw, panel: raw.panel ?? opened }),
    expandeduserid: undefined,
    ...(problem ? { problem } : {}),
  }
}

const UsersPage = lazyPart(() => import('../features/users/UsersPage'), 'UsersPage')

export const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/users',
  validateSearch: usersSearch,
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('AddUsers')) throw notFound()
  },
  loader: ({ context, location }) => ask(context.queryClient, firstRows(userListing, usersSearch(location.search))),
  component: drawnWith([UsersPage], function Users() {
    const { problem, group = [] } = usersRoute.useSearch()
    return <UsersPage problem={problem} ofGroups={group.length > 0} />
  }),
})
