import { createRoute, notFound } from '@tanstack/react-router'
import { group } from '../../features/groups/queries'
import { invoiceListing, invoiceSums } from '../../features/invoices/queries'
import { listSearch } from '../../lib/list'
import { firstRows } from '../../lib/listing'
import { employerRoute, seesInvoices } from '../employer'
import { ask } from '../frame/ask'
import { drawnWith, lazyPart } from '../frame/lazyPart'
import { signedInRoute } from '../frame/signedIn'
import { WhyPanels } from './whyPanels'

const filters = ['payment', 'period', 'notsent', 'duefrom', 'dueto', 'late'] as const

const InvoicesPage = lazyPart(() => import('../../features/invoices/InvoicesPage'), 'InvoicesPage')

export const invoicesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/invoices',
  validateSearch: listSearch('group', ...filters),
  loader: ({ context, location }) =>
    ask(context.queryClient, firstRows(invoiceListing(0), location.search), invoiceSums(0)),
  component: drawnWith([InvoicesPage], () => (
    <>
      <InvoicesPage />
      <WhyPanels />
    </>
  )),
})

export const groupInvoicesRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/invoices',
  validateSearch: listSearch(...filters),
  // Whether there is such a group at all, the route above says.
  loader: async ({ context: { queryClient, me }, params, location }) => {
    const asked = [firstRows(invoiceListing(params.employerId), location.search), invoiceSums(params.employerId)]
    // Who sees those of every group need not wait for this one.
    if (me.Actions.includes('ViewBilling')) void ask(queryClient, ...asked)
    const found = await queryClient.ensureQueryData(group(params.employerId)).catch(() => undefined)
    if (found && !seesInvoices((action) => me.Actions.includes(action), found)) throw notFound()
    await ask(queryClient, ...asked)
  },
  component: drawnWith([InvoicesPage], function GroupInvoices() {
    const { employerId } = groupInvoicesRoute.useParams()
    return (
      <>
        <InvoicesPage employerId={employerId} />
        <WhyPanels />
      </>
    )
  }),
})
