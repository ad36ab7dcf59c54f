/**
 * Everything about one employer group: its header with the tabs, and below it the page.
 *
 * To add a page: give its route `employerRoute` as parent and a path below the group's (`/members`), name it below employerRoute in
 * router.ts, and add its line to `tabs`, which stand in the order Overview, Members, Billing, Invoices, Census Files. In the page's
 * route, `useParams()` gives `employerId` as a number. A page of the second level does the same in billing.tsx.
 */
import { useQuery } from '@tanstack/react-query'
import { createRoute, notFound, Outlet } from '@tanstack/react-router'
import type { GroupTab } from '../features/groups/GroupHeader'
import { group, type GroupBasics } from '../features/groups/queries'
import { EnvelopeError } from '../lib/failure'
import { panelSearch } from '../lib/list'
import { useCan, type Action } from '../session/session'
import { billingPages } from './billingPages'
import { lazyPart } from './lazyPart'
import { Failed, Missing } from './root'
import { signedInRoute } from './signedIn'

const tabs: readonly GroupTab[] = [
  { label: 'Overview', path: '' },
  { label: 'Members', path: '/members', count: 'TotalMembers' },
  { label: 'Billing', path: '/billing', pages: billingPages, sees: (can) => can('ViewBilling') },
  { label: 'Invoices', path: '/invoices', sees: seesInvoices },
  { label: 'Census Files', path: '/census-files' },
]

/** Administrators, and everybody where the group has invoice access. */
function seesInvoices(can: (action: Action) => boolean, { EnableInvoiceAccess }: GroupBasics): boolean {
  return can('ViewBilling') || EnableInvoiceAccess
}

const OptionField = lazyPart(() => import('../features/billing/pricing/OptionField'), 'OptionField')
const GroupHeader = lazyPart(() => import('../features/groups/GroupHeader'), 'GroupHeader')

export const employerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/employers/$employerId',
  params: { parse: ({ employerId }) => ({ employerId: Number(employerId) }), stringify: ({ employerId }) => ({ employerId: String(employerId) }) },
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(group(params.employerId)).catch((failure: unknown) => {
      throw failure instanceof EnvelopeError && failure.status === 404 ? notFound() : failure
    })
  },
  notFoundComponent: Missing,
  errorComponent: Failed,
  component: function Employer() {
    const { employerId } = employerRoute.useParams()
    return (
      <>
        <GroupHeader employerId={employerId} tabs={tabs} option={OptionField} />
        <Outlet />
      </>
    )
  },
})

const GroupOverview = lazyPart(() => import('../features/groups/GroupOverview'), 'GroupOverview')

const LatestInvoices = lazyPart(() => import('../features/invoices/LatestInvoices'), 'LatestInvoices')
const LatestCensusFiles = lazyPart(() => import('../features/census/LatestCensusFiles'), 'LatestCensusFiles')
const CurrentPricing = lazyPart(() => import('../features/billing/pricing/CurrentPricing'), 'CurrentPricing')

export const overviewRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/',
  validateSearch: panelSearch,
  component: function Overview() {
    const { employerId } = overviewRoute.useParams()
    const can = useCan()
    const { data: found } = useQuery(group(employerId))
    const invoices = found && seesInvoices(can, found) && <LatestInvoices employerId={employerId} />
    const files = <LatestCensusFiles employerId={employerId} />
    if (!can('ViewBilling')) return <GroupOverview employerId={employerId} middle={invoices} right={files} />
    const both = (
      <>
        {invoices}
        {files}
      </>
    )
    return <GroupOverview employerId={employerId} middle={both} right={<CurrentPricing employerId={employerId} />} />
  },
})
