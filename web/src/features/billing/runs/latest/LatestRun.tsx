/** The card of the newest billing run: how many of its plans are through, what they come to, and what is to be looked at. */
import { useQuery } from '@tanstack/react-query'
import { count, counted, money } from '../../../../lib/format/money'
import { AddressButton } from '../../../../ui/action/Button'
import { useCan } from '../../../../session/session'
import { Widget, WidgetPart } from '../../../../ui/page/Widget'
import { ProgressBar } from '../../../../ui/state/ProgressBar'
import { Details, type Detail } from '../../../../ui/value/Details'
import { StatusDot } from '../../../../ui/value/StatusDot'
import { latestRun, type Run } from '../queries'
import { isOver, runAddress, runLook, runMonth } from '../words'

export function LatestRun() {
  const query = useQuery(latestRun)
  const can = useCan()
  const run = query.data
  if (run === null && !can('EditBilling')) return null
  return (
    <Widget title={run ? `${runMonth(run)} billing run` : 'Billing run'} query={query}>
      {run === null && (
        <WidgetPart>
          <p>No month was billed by a run yet. A run drafts the bills of all plans at once.</p>
          <AddressButton small to="/billing-runs" panel="billing-run">
            Start Billing Run
          </AddressButton>
        </WidgetPart>
      )}
      {run && (
        <>
          <ProgressBar label="Plans approved" done={throughOf(run)} total={run.Total} noun="plans approved" />
          <Details items={detailsOf(run)} />
          <WidgetPart>
            <AddressButton small to={runAddress(run)}>
              Open Billing Run
            </AddressButton>
          </WidgetPart>
        </>
      )}
    </Widget>
  )
}

function throughOf({ Counts, Created }: Run): number {
  return Counts ? Counts.Approved + Counts.Created : Created
}

function detailsOf(run: Run): readonly Detail[] {
  const { Counts, Created, CreatedTotalDollars, DraftTotalDollars } = run
  return [
    { term: 'Status', value: <StatusDot {...runLook(run)}>{run.StateText}</StatusDot> },
    ...(Counts && Counts.Approved > 0 ? [{ term: 'Approved', value: money(Counts.ApprovedTotalDollars) }] : []),
    ...(Created > 0 ? [{ term: 'Created', value: money(CreatedTotalDollars) }] : []),
    ...(isOver(run) ? [] : [{ term: 'All drafts', value: money(DraftTotalDollars) }]),
    ...(Counts && Counts.Exceptions > 0
      ? [{ term: 'With exceptions', value: counted(Counts.Exceptions, 'plan') }]
      : []),
    ...(Counts && Counts.NotIncluded > 0 ? [{ term: 'Not in the run', value: count(Counts.NotIncluded) }] : []),
  ]
}
