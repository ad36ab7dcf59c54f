/** The commission run: the statements of all rules for a month. */
import { createRoute, notFound } from '@tanstack/react-router'
import { run } from '../../features/commissions/runs/queries'
import { monthFrom } from '../../features/commissions/runs/runMonths'
import { businessDay } from '../../lib/format/dates'
import { listSearch } from '../../lib/list'
import { ask } from '../frame/ask'
import { drawnWith, lazyPart } from '../frame/lazyPart'
import { signedInRoute } from '../frame/signedIn'
import { StatementPanels } from './statementPanels'

const CommissionRunPage = lazyPart(
  () => import('../../features/commissions/runs/CommissionRunPage'),
  'CommissionRunPage',
)

export const commissionRunRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/commission/runs',
  beforeLoad: ({ context }) => {
    if (!context.me.Actions.includes('ViewCommissions')) throw notFound()
  },
  validateSearch: listSearch('period', 'part'),
  loader: ({ context, location }) => {
    const { period } = listSearch('period')({ ...location.search })
    return ask(context.queryClient, run(monthFrom(period?.[0], businessDay(new Date()))))
  },
  component: drawnWith([CommissionRunPage], () => (
    <>
      <CommissionRunPage />
      <StatementPanels />
    </>
  )),
})
