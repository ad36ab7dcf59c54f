import { createRoute, notFound } from '@tanstack/react-router'
import { group } from '../../features/groups/queries'
import { listSearch } from '../../lib/list'
import { employerRoute, seesInvoices } from '../employer'
import { lazyPart } from '../frame/lazyPart'
import { signedInRoute } from '../frame/signedIn'
import { WhyPanels } from './whyPanels'

const InvoicesPage = lazyPart(() => import('../../features/invoices/InvoicesPage'), 'InvoicesPage')

export const invoicesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/invoices',
  validateSearch: listSearch('payment', 'period', 'notsent'),
  component: () => (
    <>
      <InvoicesPage />
      <WhyPanels />
    </>
  ),
})

export const groupInvoicesRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/invoices',
  validateSearch: listSearch('payment', 'period', 'notsent'),
  // Whether there is such a group at all, the route above says.
  loader: async ({ context: { queryClient, me }, params }) => {
    const found = await queryClient.ensureQueryData(group(params.employerId)).catch(() => undefined)
    if (found && !seesInvoices((action) => me.Actions.includes(action), found)) throw notFound()
  },
  component: function GroupInvoices() {
    const { employerId } = groupInvoicesRoute.useParams()
    return (
      <>
        <InvoicesPage employerId={employerId} />
        <WhyPanels />
      </>
    )
  },
})
