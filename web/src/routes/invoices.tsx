import { createRoute } from '@tanstack/react-router'
import { listSearch } from '../lib/list'
import { employerRoute } from './employer'
import { lazyPart } from './lazyPart'
import { signedInRoute } from './signedIn'
import { WhyPanels } from './whyPanels'

const InvoicesPage = lazyPart(() => import('../features/invoices/InvoicesPage'), 'InvoicesPage')

export const invoicesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/invoices',
  validateSearch: listSearch('payment', 'period'),
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
  validateSearch: listSearch('payment', 'period'),
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
