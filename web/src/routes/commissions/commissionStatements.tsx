/** The commission statements, and the page that prints one. */
import { createRoute, notFound } from '@tanstack/react-router'
import { listSearch } from '../../lib/list'
import { firstRows } from '../../lib/listing'
import { recordId } from '../../lib/recordId'
import { statementListing } from '../../shared/statements/queries'
import { ask } from '../frame/ask'
import { drawnWith, lazyPart } from '../frame/lazyPart'
import { Failed, rootRoute } from '../frame/root'
import { needsSession, signedInRoute } from '../frame/signedIn'
import { StatementPanels } from './statementPanels'

const StatementsPage = lazyPart(() => import('../../features/commissions/statements/StatementsPage'), 'StatementsPage')
const StatementPrintPage = lazyPart(
  () => import('../../features/commissions/pdf/StatementPrintPage'),
  'StatementPrintPage',
)

export const statementsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/commission/snapshots',
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewStatements')) throw notFound()
  },
  validateSearch: listSearch('period', 'payee', 'bill'),
  loader: ({ context, location }) => ask(context.queryClient, firstRows(statementListing, location.search)),
  component: drawnWith([StatementsPage], () => (
    <>
      <StatementsPage />
      <StatementPanels />
    </>
  )),
})

/** Outside of the frame: what is printed is the statement alone. */
export const statementPrintRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/commission/statements/$statementId/pdf/render',
  beforeLoad: needsSession,
  component: drawnWith([StatementPrintPage], function StatementPrint() {
    return <StatementPrintPage id={recordId(statementPrintRoute.useParams().statementId)} />
  }),
  errorComponent: Failed,
})
