/** The start page: the work queue, and above it the panels in which its items are fixed. */
import { createRoute, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { workQueue } from '../../features/work-queue/queries'
import { dropAbsent, panelSearch, type RawSearch } from '../../lib/list'
import { part } from '../../lib/part'
import { useCan } from '../../session/session'
import { ofRecord } from '../../ui/panel/ofRecord'
import { Panels } from '../../ui/panel/Panels'
import { WhyPanels } from '../billing/whyPanels'
import { ask } from './ask'
import { drawnWith, lazyPart } from './lazyPart'
import { signedInRoute } from './signedIn'

const WorkQueuePage = lazyPart(() => import('../../features/work-queue/WorkQueuePage'), 'WorkQueuePage')
const InvoicePanel = lazyPart(() => import('../../features/invoices/InvoicePanel'), 'InvoicePanel')
const BillPanel = lazyPart(() => import('../../features/commissions/statements/BillPanel'), 'BillPanel')
const LatestRun = part(() => import('../../features/billing/runs/latest/LatestRun').then((run) => run.LatestRun))
const RecentlyOpened = part(() =>
  import('../../features/search/RecentlyOpened').then((opened) => opened.RecentlyOpened),
)

const invoices = { invoice: ofRecord('invoice', (id) => <InvoicePanel id={id} />) }
const bills = { bill: ofRecord('statement', (id) => <BillPanel id={id} />) }

function homeSearch(raw: RawSearch): { panel?: string; area?: string } {
  return dropAbsent({ ...panelSearch(raw), area: typeof raw.area === 'string' ? raw.area : undefined })
}

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  validateSearch: homeSearch,
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewWorkQueue')) throw redirect({ to: '/account', replace: true })
  },
  loader: ({ context }) => ask(context.queryClient, workQueue),
  component: drawnWith([WorkQueuePage], function Home() {
    const can = useCan()
    return (
      <>
        <WorkQueuePage
          cards={
            <Suspense>
              {can('ViewBilling') && <LatestRun />}
              {can('Search') && <RecentlyOpened />}
            </Suspense>
          }
        />
        {can('ViewInvoices') && <Panels kinds={invoices} />}
        {can('EditCommissions') && <Panels kinds={bills} />}
        <WhyPanels />
      </>
    )
  }),
})
