import { useQuery } from '@tanstack/react-query'
import { createRoute, notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { group } from '../features/groups/queries'
import { family } from '../features/members/page/queries'
import { member, memberListing } from '../features/members/queries'
import { isMissing } from '../lib/failure'
import { listSearch, panelSearch } from '../lib/list'
import { firstRows } from '../lib/listing'
import { recordId } from '../lib/recordId'
import { useCan } from '../session/session'
import { ofRecord } from '../ui/panel/ofRecord'
import { Panels } from '../ui/panel/Panels'
import { WhyPanels } from './billing/whyPanels'
import { employerRoute, seesInvoices } from './employer'
import { ask } from './frame/ask'
import { drawnWith, lazyPart } from './frame/lazyPart'
import { Failed, Missing } from './frame/root'
import { signedInRoute } from './frame/signedIn'

const MembersPage = lazyPart(() => import('../features/members/MembersPage'), 'MembersPage')

export const membersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/members',
  validateSearch: listSearch('status', 'plan', 'employees', 'group', 'pricing'),
  loader: ({ context, location }) => ask(context.queryClient, firstRows(memberListing(0), location.search)),
  component: drawnWith([MembersPage], () => <MembersPage />),
})

export const groupMembersRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/members',
  validateSearch: listSearch('status', 'plan', 'employees', 'pricing'),
  loader: ({ context, params, location }) =>
    ask(context.queryClient, firstRows(memberListing(params.employerId), location.search)),
  component: drawnWith([MembersPage], function GroupMembers(): ReactNode {
    const { employerId } = groupMembersRoute.useParams()
    // The route above has asked for the group already.
    const { data: found } = useQuery(group(employerId))
    return found && <MembersPage employer={found} />
  }),
})

const MemberPage = lazyPart(() => import('../features/members/page/MemberPage'), 'MemberPage')
const InvoicePanel = lazyPart(() => import('../features/invoices/InvoicePanel'), 'InvoicePanel')

const invoices = { invoice: ofRecord('invoice', (id) => <InvoicePanel id={id} />) }

/** One member. Beside the pages of its group, whose header would leave it no room. */
export const memberRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/employers/$employerId/members/$memberId',
  params: {
    parse: ({ employerId, memberId }) => ({ employerId: recordId(employerId) ?? NaN, memberId }),
    stringify: ({ employerId, memberId }) => ({ employerId: String(employerId), memberId }),
  },
  validateSearch: panelSearch,
  loader: async ({ context: { queryClient }, params: { employerId, memberId } }) => {
    const id = recordId(memberId)
    if (Number.isNaN(employerId) || id === undefined) throw notFound()
    void ask(queryClient, family(id))
    // Both at once; a failure of another kind is said on the page.
    const asked = [queryClient.ensureQueryData(group(employerId)), queryClient.ensureQueryData(member(id))]
    for (const answer of await Promise.allSettled(asked))
      if (answer.status === 'rejected' && isMissing(answer.reason)) throw notFound()
  },
  notFoundComponent: Missing,
  errorComponent: Failed,
  component: drawnWith([MemberPage], function Member(): ReactNode {
    const { employerId, memberId } = memberRoute.useParams()
    const can = useCan()
    const { data: found } = useQuery(group(employerId))
    const seesBills = found !== undefined && can('ViewInvoices') && seesInvoices(can, found)
    return (
      found && (
        <>
          <MemberPage employer={found} id={recordId(memberId) ?? 0} seesBills={seesBills} missing={<Missing />} />
          {seesBills && <Panels kinds={invoices} />}
          <WhyPanels />
        </>
      )
    )
  }),
})
