/** The utilization report of a group: five cards and ten lists, beside the same days of the year before. */
import { useQuery } from '@tanstack/react-query'
import { download } from '../../api/downloads'
import { date } from '../../lib/format/dates'
import { Answered } from '../../ui/state/Answered'
import { Button } from '../../ui/action/Button'
import { DownloadButton } from '../../ui/action/DownloadButton'
import { IconCalendar, IconPrinter, IconSettings } from '../../ui/icons'
import { Panels } from '../../ui/panel/Panels'
import { usePanels } from '../../ui/panel/usePanels'
import { ReportBar, type Facet } from '../../ui/report/ReportBar'
import { priorName, priorYear } from './priorYear'
import { regions, report, reportPdf, type Region, type Report } from './queries'
import type { ReportFilter } from './reportSearch'
import { ReportLists } from './ReportLists'
import { SettingsPanel } from './SettingsPanel'

interface UtilizationPageProps {
  employerId: number
  filter: ReportFilter
  /** The settings choose another report. */
  onFilter: (filter: ReportFilter) => void
}

export function UtilizationPage({ employerId, filter, onFilter }: UtilizationPageProps) {
  const { open } = usePanels()
  const query = useQuery(report(employerId, filter))
  const before = priorYear(filter)
  const { data: earlier } = useQuery({ ...report(employerId, before ?? filter), enabled: before !== undefined })
  const prior = before && earlier && isThere(earlier) ? earlier : undefined
  const { data: known = [] } = useQuery({ ...regions, enabled: filter.regions.length > 0 })
  return (
    <>
      <ReportBar
        title="Utilization"
        facets={facets(filter, known, prior && before && priorName(before))}
        onFacet={() => open('settings')}
      >
        <DownloadButton icon={IconPrinter} get={() => download(reportPdf(employerId, filter))}>
          Print or download
        </DownloadButton>
        <Button icon={IconSettings} onClick={() => open('settings')}>
          Settings
        </Button>
      </ReportBar>
      <Answered query={query} what="the report">
        {(found) => <ReportLists found={found} filter={filter} prior={prior} />}
      </Answered>
      <Panels
        kinds={{ settings: () => <SettingsPanel employerId={employerId} filter={filter} onFilter={onFilter} /> }}
      />
    </>
  )
}

/** Whether there is anything to compare with: a group that did not exist yet has neither members nor consults. */
function isThere({ TotalMemberCount, Consults }: Report): boolean {
  return TotalMemberCount > 0 || Consults.TotalConsults > 0
}

/** What the report is about, in words. */
function facets(filter: ReportFilter, known: readonly Region[], prior: string | undefined): Facet[] {
  const names = filter.regions.map(
    (region) => known.find(({ abbreviation }) => abbreviation === region)?.name ?? region,
  )
  const summary = (name: string, chosen: readonly string[], all: string): Facet =>
    chosen.length > 0 ? { name, says: chosen.join(', '), on: true } : { name, says: all }
  return [
    { name: 'days', says: `${date(filter.startDate)} – ${date(filter.endDate)}`, icon: IconCalendar, on: true },
    ...(prior ? [{ name: 'prior', says: prior, ticked: true }] : []),
    summary('plans', filter.insurancePlans, 'All plans'),
    summary('codes', filter.groupCodes, 'All group codes'),
    ...(names.length > 0 ? [summary('regions', names, '')] : []),
  ]
}
