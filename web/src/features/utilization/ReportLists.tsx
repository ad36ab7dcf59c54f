/** The cards and lists of a report (rules.md#utilization-report). */
import type { ReactNode } from 'react'
import { count, counted } from '../../lib/format/money'
import { Column, PageBody, Wide } from '../../ui/page/PageBody'
import { BarCard, Withheld } from '../../ui/report/BarCard'
import { Stars } from '../../ui/report/Stars'
import { StatStrip, type Stat } from '../../ui/page/StatStrip'
import { bars, change, halves, percent, withAbbreviations, withDashes, type Counts } from './figures'
import type { Report } from './queries'
import type { ReportFilter } from './reportSearch'

interface ReportListsProps {
  found: Report
  filter: ReportFilter
  /** What it is compared with. */
  prior: Report | undefined
}

/** The lists that are maps of names and counts. */
type ListName = keyof {
  [Name in keyof Report['Consults'] as Report['Consults'][Name] extends Counts ? Name : never]: true
}

export function ReportLists({ found, filter, prior }: ReportListsProps) {
  const { Consults: now } = found
  const before = prior?.Consults
  const list = (name: ListName, shown: (counts: Counts) => Counts = (counts) => counts) =>
    bars(shown(now[name]), now.TotalConsults, before && { counts: shown(before[name]), total: before.TotalConsults })
  // What was withheld before is not known to be nothing.
  const top = (name: ListName) =>
    bars(
      now[name],
      now.TotalConsults,
      before && !before.IsWithheld ? { counts: before[name], total: before.TotalConsults, isTop: true } : undefined,
    )
  const withheld = now.IsWithheld && <Withheld>{whyWithheld(found, filter)}</Withheld>
  const age = now.AverageAge
  return (
    <PageBody columns={3}>
      <Wide>
        <StatStrip stats={stats(found, prior)} />
      </Wide>
      <Column>
        <BarCard title="Top 5 Diagnoses" bars={top('TopDiagnoses')} instead={withheld || undefined} />
        <BarCard title="Member Use Frequency" bars={list('MemberFrequency')} />
        <BarCard title="Breakdown by Gender" bars={list('Genders')} />
        <BarCard title="Member Access" bars={list('Access')} />
      </Column>
      <Column>
        <BarCard title="Top 5 Prescriptions" bars={top('TopPrescriptions')} instead={withheld || undefined} />
        <BarCard title="Where Members Would Have Gone" bars={list('AlternativeCareOptions')} />
        <BarCard title="Consult Sources" bars={list('Sources')} />
      </Column>
      <Column>
        <BarCard title="Breakdown by Call Times" basis="(based on Eastern Time)" bars={list('CallTimes', withDashes)} />
        <BarCard
          title="Age Groups"
          aside={typeof age === 'number' && `Average Age ${age.toFixed(1)}`}
          bars={list('Ages', withDashes)}
        />
        <BarCard title="States" bars={list('ConsultRegions', withAbbreviations)} />
      </Column>
    </PageBody>
  )
}

/** Nobody is told how many there were: that alone could identify a person. */
function whyWithheld(
  { Consults: { WithheldBelow } }: Report,
  { insurancePlans, groupCodes, regions }: ReportFilter,
): string {
  const isNarrowed = insurancePlans.length + groupCodes.length + regions.length > 0
  const who = isNarrowed ? 'consulted in this period, or were left out by the settings,' : 'consulted in this period,'
  return `Fewer than ${WithheldBelow} members ${who} so this list could identify a person.`
}

function stats({ Consults: now, TotalMemberCount }: Report, prior: Report | undefined): Stat[] {
  const before = prior?.Consults
  const wait = now.MedianWaitTime
  return [
    {
      label: 'Member Utilization',
      value: percent(now.MemberUtilization),
      says: (
        <Says change={before && `${change(now.MemberUtilization * 100, before.MemberUtilization * 100, 2)} pts`}>
          annualized
        </Says>
      ),
    },
    {
      label: 'Total Consults',
      value: count(now.TotalConsults),
      says: before && (
        <Says change={change(now.TotalConsults, before.TotalConsults)}>from {count(before.TotalConsults)}</Says>
      ),
    },
    {
      label: 'Active Members',
      value: count(TotalMemberCount),
      says: prior && (
        <Says change={change(TotalMemberCount, prior.TotalMemberCount)}>from {count(prior.TotalMemberCount)}</Says>
      ),
    },
    {
      label: 'Median Wait Time',
      value: typeof wait === 'number' ? <Unit unit={wait === 1 ? 'minute' : 'minutes'}>{halves(wait)}</Unit> : '-',
      says: typeof wait === 'number' && typeof before?.MedianWaitTime === 'number' && (
        <Says
          change={`${change(wait, before.MedianWaitTime, Number.isInteger(wait - before.MedianWaitTime) ? 0 : 1)} min`}
        >
          from {halves(before.MedianWaitTime)}
        </Says>
      ),
    },
    { label: 'Provider Rating', ...rating(now) },
  ]
}

/** Below one star there is nothing to show (rules.md#utilization-report). */
function rating({
  AverageProviderSatisfaction: average,
  ProviderRatingVisitCount: visits,
}: Report['Consults']): Pick<Stat, 'value' | 'says'> {
  if (average < 1) return { value: 'No ratings.' }
  return {
    value: (
      <>
        {average.toFixed(1)}
        <Stars rating={average} />
      </>
    ),
    says: `Rating from ${counted(visits, 'consult')}`,
  }
}

function Says({ change: changed, children }: { change: string | undefined; children: ReactNode }) {
  return (
    <>
      {changed && <strong>{changed}</strong>} {children}
    </>
  )
}

function Unit({ unit, children }: { unit: string; children: ReactNode }) {
  return (
    <>
      {children} <small>{unit}</small>
    </>
  )
}
