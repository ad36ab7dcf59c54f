/** Draws the whole application at an address, signed in as somebody who may do some things; and single shapes in a frame. */
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { panelSearch, type RawSearch } from '../lib/list'
import { parseSearch, stringifySearch } from '../lib/searchString'
import { Providers } from '../providers'
import { makeRouter } from '../router'
import { sessionQuery, type Action, type Me } from '../session/session'
import { Keys } from '../ui/keys/Keys'
import { Layers } from '../ui/panel/Layers'
import { dropLayers } from '../ui/panel/layers'
import { Toasts } from '../ui/toast/Toasts'
import { clearToasts } from '../ui/toast/toasts'

const allActions: readonly Action[] = [
  'UseOwnAccount',
  'ViewChoices',
  'Search',
  'ViewGroups',
  'EditGroups',
  'ViewMembers',
  'EditMembers',
  'ViewBrokers',
  'EditBrokers',
  'ViewPricingChoices',
  'ViewBilling',
  'EditBilling',
  'ViewCommissions',
  'EditCommissions',
  'ViewStatements',
  'ImportConsults',
  'ViewInvoices',
  'ViewUnsentInvoices',
  'ViewReports',
  'ViewCensus',
  'EditCensus',
  'AdministerCensus',
  'ViewAccounts',
  'ViewAudit',
  'ViewUsers',
  'EditUsers',
  'AddUsers',
  'ViewContacts',
  'EditContacts',
  'ViewNotes',
  'EditNotes',
  'Impersonate',
  'ResetSecondFactor',
  'ViewSecurity',
  'EditSecurity',
]

/** Somebody who is signed in. */
export function me(can: readonly Action[] = allActions): Me {
  return {
    User: {
      Id: 1,
      FirstName: 'Dana',
      LastName: 'Reyes',
      FullName: 'Dana Reyes',
      Email: 'dana.reyes@example.com',
      RoleId: 1,
      RoleName: 'Administrator',
      Broker: null,
      HasSecondFactor: false,
    },
    Actions: [...can],
    Impersonator: null,
    SecondFactorNeeded: false,
    IdleMinutes: 30,
    TimeZone: 'America/New_York',
  }
}

interface Options {
  /** What the user may do; everything, unless it says otherwise. */
  can?: readonly Action[]
  /** What differs from somebody who is signed in as himself. */
  as?: Partial<Me>
  /** Has not been told yet what is new. */
  untold?: boolean
  /** Nobody is signed in, as far as the browser knows. */
  signedOut?: boolean
}

/** Every test starts without notices and open confirmations. */
function fresh(staleTime = 0): QueryClient {
  clearToasts()
  dropLayers()
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime }, mutations: { retry: false } },
  })
}

/** Draws and waits, since pages are loaded when they are first drawn. */
async function draw(client: QueryClient, content: ReactNode): Promise<void> {
  await act(async () => {
    render(
      <Providers queryClient={client} env="test">
        {content}
      </Providers>,
    )
    await Promise.resolve()
  })
}

/** The application at an address. */
export async function renderRoute(address: string, { can, as = {}, untold = false, signedOut = false }: Options = {}) {
  // As in the browser, where a page takes over what its route has asked for.
  const client = fresh(10_000)
  const user = { ...me(can), ...as }
  if (!signedOut) client.setQueryData(sessionQuery.queryKey, user)
  if (!untold) client.setQueryData(['announcement', user.User.Id], true)
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = makeRouter(client, history)
  await router.load()
  await draw(client, <RouterProvider router={router} />)
  return { user: userEvent.setup(), router, client }
}

/** One shape at an address, with the notices and confirmations it may raise. */
export async function renderShape(
  shape: ReactNode,
  address = '/',
  validateSearch: (raw: RawSearch) => object = panelSearch,
) {
  const client = fresh()
  const root = createRootRoute({
    validateSearch,
    component: () => (
      <>
        {shape}
        <Layers />
        <Keys />
        <Toasts />
      </>
    ),
    notFoundComponent: () => null,
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  await draw(client, <RouterProvider<typeof router> router={router} />)
  return { user: userEvent.setup(), router, client }
}
