/** The start page: the work queue, and above it the panels in which its items are fixed. */
import { createRoute, redirect } from '@tanstack/react-router'
import { Suspense } from 'react'
import { narrowedOf, workQueueOf, type Narrowed } from '../../features/work-queue/queries'
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
const ErpAccounts = part(() => import('../../features/accounts/ErpAccounts').then((card) => card.ErpAccounts))
const RecentlyOpened = part(() =>
  import('../../features/search/RecentlyOpened').then((opened) => opened.RecentlyOpened),
)

const invoices = { invoice: ofRecord('invoice', (id) => <InvoicePanel id={id} />) }
const bills = { bill: ofRecord('statement', (id) => <BillPanel id={id} />) }

type HomeSearch = Narrowed & { panel?: string; area?: string }

function homeSearch(raw: RawSearch): HomeSearch {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
  return dropAbsent({
    ...panelSearch(raw),
    area: text(raw.area),
    ...narrowedOf(raw),
  })
}

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  validateSearch: homeSearch,
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewWorkQueue')) throw redirect({ to: '/account', replace: true })
  },
  loader: ({ context, location }) => ask(context.queryClient, workQueueOf(homeSearch({ ...location.search }))),
  component: drawnWith([WorkQueuePage], function Home() {
    const can = useCan()
    return (
      <>
        <WorkQueuePage
          cards={
            <Suspense>
              {can('ViewBilling') && <LatestRun />}
              {can('EditAccounts') && <ErpAccounts />}
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
