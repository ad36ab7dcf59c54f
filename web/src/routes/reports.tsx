/** The reports of a group. */
import { createRoute, redirect } from '@tanstack/react-router'
import {
  filterOf,
  isWholeAddress,
  reportSearch,
  searchOf,
  type ReportFilter,
} from '../features/utilization/reportSearch'
import { report } from '../features/utilization/queries'
import { businessDay } from '../lib/format/dates'
import { employerRoute } from './employer'
import { ask } from './frame/ask'
import { drawnWith, lazyPart } from './frame/lazyPart'

const UtilizationPage = lazyPart(() => import('../features/utilization/UtilizationPage'), 'UtilizationPage')

export const utilizationRoute = createRoute({
  getParentRoute: () => employerRoute,
  path: '/reports/utilization',
  validateSearch: reportSearch,
  // The address always says of which days the report is, so that it can be kept and sent.
  beforeLoad: ({ params, search, location }) => {
    if (isWholeAddress(location.search)) return
    const { panel } = search
    const whole = { ...searchOf(filterOf(search, businessDay(new Date()))), ...(panel && { panel }) }
    throw redirect({ to: '/employers/$employerId/reports/utilization', params, search: whole, replace: true })
  },
  loader: ({ context, params, location }) =>
    ask(
      context.queryClient,
      report(params.employerId, filterOf(reportSearch(location.search), businessDay(new Date()))),
    ),
  component: drawnWith([UtilizationPage], function Utilization() {
    const { employerId } = utilizationRoute.useParams()
    const search = utilizationRoute.useSearch()
    const navigate = utilizationRoute.useNavigate()
    const choose = (filter: ReportFilter) =>
      void navigate({ search: searchOf(filter), replace: true, resetScroll: false })
    return (
      <UtilizationPage employerId={employerId} filter={filterOf(search, businessDay(new Date()))} onFilter={choose} />
    )
  }),
})
