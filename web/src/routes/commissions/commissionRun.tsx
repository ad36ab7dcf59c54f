/** The commission run: the statements of all rules for a month. */
import { createRoute, notFound } from '@tanstack/react-router'
import { listSearch } from '../../lib/list'
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
  component: drawnWith([CommissionRunPage], () => (
    <>
      <CommissionRunPage />
      <StatementPanels />
    </>
  )),
})
