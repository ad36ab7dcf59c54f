/** The card of a group's last five months: how much the service was used in each, its report, and its PDF. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { download } from '../../api/downloads'
import { IconButton } from '../../ui/action/Button'
import { IconDownload } from '../../ui/icons'
import { Track } from '../../ui/report/BarCard'
import { orNotice } from '../../ui/toast/toasts'
import { Widget, WidgetRow } from '../../ui/page/Widget'
import { months, reportPdf, type Month } from './queries'

/** The least that a full bar stands for, so that a month with hardly any consults does not look like a busy one. */
const leastFull = 0.5

export function UtilizationReports({ employerId }: { employerId: number }) {
  const query = useQuery(months(employerId))
  const full = Math.max(leastFull, ...(query.data ?? []).map((month) => month.MemberUtilization))
  return (
    <Widget
      title="Utilization Reports"
      query={query}
      empty="No results to display."
      action={
        <Link to="/employers/$employerId/reports/utilization" params={{ employerId }}>
          Open report
        </Link>
      }
    >
      {query.data?.map((month) => (
        <WidgetRow
          key={month.StartDate}
          title={
            <Link
              to="/employers/$employerId/reports/utilization"
              params={{ employerId }}
              search={daysOf(month)}
              aria-label={`View ${month.Name}`}
            >
              {month.Name}
            </Link>
          }
          since={<Track short percent={(month.MemberUtilization / full) * 100} />}
          amount={`${Math.round(month.MemberUtilization * 100)}%`}
          end={
            <IconButton
              small
              icon={IconDownload}
              label={`Download ${month.Name}`}
              onClick={() => orNotice(download(pdfOf(employerId, month)))}
            />
          }
        />
      ))}
    </Widget>
  )
}

function pdfOf(employerId: number, { StartDate, EndDate }: Month): string {
  return reportPdf(employerId, { startDate: StartDate, endDate: EndDate })
}

function daysOf({ StartDate, EndDate }: Month): { StartDate: string; EndDate: string } {
  return { StartDate, EndDate }
}
