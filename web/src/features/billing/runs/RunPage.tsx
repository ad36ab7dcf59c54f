/** One billing run: its progress, its plans with those first that need a look, and from drafts to snapshots what can be done with them. */
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../session/session'
import { Answered } from '../../../ui/state/Answered'
import { EmptyState } from '../../../ui/state/EmptyState'
import { IconCalendarDollar } from '../../../ui/icons'
import { ListPage } from '../../../ui/list/ListPage'
import { PageHeader } from '../../../ui/page/PageHeader'
import { Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { bulkPanels } from '../../../shared/bulk/BulkActionPanel'
import { actionsOf } from './itemActions'
import { narrowItem, itemColumns, ItemDetail } from './items'
import { notIncludedList } from './notIncluded'
import { run as runQuery, runItemCsv, runItems, type NotIncluded, type Run, type RunItem } from './queries'
import { RunActions } from './RunActions'
import { RunFacts, RunSummary } from './RunSummary'
import { usePart } from './RunParts'
import { invoiceSelection, selectionOf } from './selection'
import { useApproving } from './approval/useApproving'
import { useBilledAnew } from './useBilledAnew'
import { exceptionOptions, isOver, isWaiting, notIncluded, runMonth } from './words'

const crumbs = [{ label: 'Billing Runs', to: '/billing-runs' }]

export function RunPage({ id }: { id: number | undefined }) {
  if (id === undefined) return <EmptyState icon={IconCalendarDollar} title="There is no such billing run" />
  return <KnownRun id={id} />
}

function KnownRun({ id }: { id: number }) {
  const query = useQuery(runQuery(id))
  return (
    <>
      {query.data === undefined && <PageHeader title="Billing Run" crumbs={crumbs} />}
      <Answered query={query} what="the billing run">
        {(run) => <Plans run={run} />}
      </Answered>
    </>
  )
}

function Plans({ run }: { run: Run }) {
  const can = useCan()
  const mayEdit = can('EditBilling')
  const mayApprove = mayEdit && isWaiting(run)
  const { open } = usePanels()
  const part = usePart(run)
  const approving = useApproving(run)
  useBilledAnew(run)
  const head = {
    title: runMonth(run),
    crumbs,
    beside: <RunFacts run={run} />,
    actions: mayEdit && <RunActions run={run} approving={approving} />,
    above: <RunSummary run={run} current={part} />,
    ofPage: ['part', 'exception'],
  }
  if (part?.name === notIncluded) return <ListPage<NotIncluded> key={notIncluded} {...head} {...notIncludedList(run)} />
  return (
    <>
      <ListPage<RunItem>
        {...head}
        listKey="billing-run"
        noun="plans"
        csv={runItemCsv(run, part?.filter)}
        list={runItems(run, part?.filter)}
        defaults={{ PerPage: 25, OrderBy: 'Exceptions' }}
        columns={itemColumns(run)}
        rowId={({ PlanId }) => PlanId}
        rowName={({ PlanName, EmployerGroup }) => `${PlanName}, ${EmployerGroup.Name}`}
        rowActions={(row) => actionsOf(row, open, mayApprove ? approving : undefined)}
        expanded={(row) => <ItemDetail row={row} />}
        {...(mayApprove
          ? { selection: selectionOf(run, part?.name, approving) }
          : isOver(run) && (mayEdit || can('ViewInvoices'))
            ? { selection: invoiceSelection(part?.name, mayEdit) }
            : {})}
        filters={[{ name: 'exception', label: 'Exception', options: exceptionOptions(run), single: true }]}
        empty="No results to display."
        searchLabel="Search plans and groups"
        narrow={narrowItem}
      />
      <Panels kinds={bulkPanels} />
    </>
  )
}
