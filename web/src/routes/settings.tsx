/** The settings: ERP accounts and their tokens. Each is an entry of the navigation. */
import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { accountListing, tokenListing } from '../features/accounts/queries'
import { listSearch } from '../lib/list'
import { firstRows } from '../lib/listing'
import { ask } from './frame/ask'
import { lazyPart } from './frame/lazyPart'
import { signedInRoute } from './frame/signedIn'

function onlyFor({ context }: { context: { me: { Actions: readonly string[] } } }) {
  if (!context.me.Actions.includes('ViewAccounts')) throw notFound()
}

/** The settings start with the API services. */
export const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/api-services', replace: true })
  },
})

export const apiServicesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/api-services',
  validateSearch: listSearch('type'),
  beforeLoad: onlyFor,
  loader: ({ context, location }) => ask(context.queryClient, firstRows(accountListing, location.search)),
  component: lazyPart(() => import('../features/accounts/AccountsPage'), 'AccountsPage'),
})

export const apiTokensRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/api-tokens',
  validateSearch: listSearch('expires'),
  beforeLoad: onlyFor,
  loader: ({ context, location }) => ask(context.queryClient, firstRows(tokenListing, location.search)),
  component: lazyPart(() => import('../features/accounts/TokensPage'), 'TokensPage'),
})
