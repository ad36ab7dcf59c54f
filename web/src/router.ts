/** The routes put together. One line per page; the pages are loaded when they are first opened. */
import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './lib/searchString'
import { accountRoute } from './routes/account'
import { auditRoute, groupHistoryRoute } from './routes/audit'
import { billingIndexRoute, billingRoute, plansRoute } from './routes/billing/billing'
import { billingRunRoute, billingRunsRoute } from './routes/billing/billingRuns'
import { brokersRoute } from './routes/brokers'
import { employerRoute, overviewRoute, unknownGroupPageRoute } from './routes/employer'
import { employersRoute } from './routes/employers'
import {
  censusFileRoute,
  censusFilesRoute,
  changeSetRoute,
  fixRowsRoute,
  groupCensusFilesRoute,
  reviewRoute,
} from './routes/censusFiles'
import { commissionRoute, commissionRulesRoute } from './routes/commissions/commissionRules'
import { commissionRunRoute } from './routes/commissions/commissionRun'
import { statementPrintRoute, statementsRoute } from './routes/commissions/commissionStatements'
import { confirmAddressRoute, forgotPasswordRoute, resetPasswordRoute, signInRoute } from './routes/frame/gate'
import { homeRoute } from './routes/frame/home'
import { groupInvoicesRoute, invoicesRoute } from './routes/billing/invoices'
import { groupMembersRoute, memberRoute, membersRoute } from './routes/members'
import { pricingGroupsRoute, pricingOptionsRoute } from './routes/billing/pricing'
import { utilizationRoute } from './routes/reports'
import { Failed, rootRoute } from './routes/frame/root'
import { secondFactorRoute } from './routes/frame/secondFactor'
import { apiServicesRoute, apiTokensRoute, settingsRoute } from './routes/settings'
import { signedInRoute, unknownRoute } from './routes/frame/signedIn'
import { snapshotsRoute } from './routes/billing/snapshots'
import { usersRoute } from './routes/users'

const tree = rootRoute.addChildren([
  signInRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  confirmAddressRoute,
  secondFactorRoute,
  statementPrintRoute,
  signedInRoute.addChildren([
    homeRoute,
    accountRoute,
    membersRoute,
    billingRunsRoute,
    billingRunRoute,
    statementsRoute,
    commissionRunRoute,
    commissionRoute,
    commissionRulesRoute,
    invoicesRoute,
    usersRoute,
    brokersRoute,
    settingsRoute,
    apiServicesRoute,
    apiTokensRoute,
    employersRoute,
    memberRoute,
    employerRoute.addChildren([
      overviewRoute,
      groupMembersRoute,
      billingRoute.addChildren([
        billingIndexRoute,
        plansRoute,
        snapshotsRoute,
        pricingOptionsRoute,
        pricingGroupsRoute,
      ]),
      groupInvoicesRoute,
      groupCensusFilesRoute,
      utilizationRoute,
      groupHistoryRoute,
      unknownGroupPageRoute,
    ]),
    auditRoute,
    censusFilesRoute,
    censusFileRoute,
    changeSetRoute,
    fixRowsRoute,
    reviewRoute,
    unknownRoute,
  ]),
])

/** The router; tests give it a history of their own. A page that fails does so where it stands, so that what is around it stays. */
export function makeRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    context: { queryClient },
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: Failed,
    defaultPreload: 'intent',
    // How old an answer may be is for the cache of answers to say.
    defaultPreloadStaleTime: 0,
    scrollRestoration: false,
  })
}

export type AppRouter = ReturnType<typeof makeRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
