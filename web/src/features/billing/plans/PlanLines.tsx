/** The line items of a plan: what it bills. Each can be edited and deleted; a filter finds them by name, type or reference. */
import { useQuery } from '@tanstack/react-query'
import { counted, money } from '../../../lib/format/money'
import { Answered } from '../../../ui/state/Answered'
import { IconButton } from '../../../ui/action/Button'
import { EmptyState } from '../../../ui/state/EmptyState'
import { FilteredTable } from '../../../ui/table/FilteredTable'
import { IconPencil, IconReceipt2, IconTrash } from '../../../ui/icons'
import type { Column } from '../../../ui/list/columns'
import { usePanels } from '../../../ui/panel/usePanels'
import { RowButton } from '../../../ui/action/RowLink'
import { Inline } from '../../../ui/Stack'
import { billingTypeName } from './billingTypes'
import { confirmDeletingLine } from './deletingLine'
import { billingPeriods, planLines, type Line, type PlanPath } from './queries'

export function PlanLines({ path }: { path: PlanPath }) {
  const query = useQuery(planLines(path))
  return (
    <Answered query={query} what="the line items" flush>
      {(lines) => (lines.length > 0 ? <Lines path={path} lines={lines} /> : <NoLines />)}
    </Answered>
  )
}

function NoLines() {
  return (
    <EmptyState flush icon={IconReceipt2} title="No line items to show.">
      A plan bills what its line items say. Without one, its snapshots come to $0.00.
    </EmptyState>
  )
}

function Lines({ path, lines }: { path: PlanPath; lines: readonly Line[] }) {
  const { open } = usePanels()
  const periods = useQuery(billingPeriods).data ?? []
  const edit = (line: Line) => open('line', line.Id)
  const actions = (line: Line) => <LineActions line={line} path={path} onEdit={() => edit(line)} />
  const columns: readonly Column<Line>[] = [
    {
      key: 'Name',
      title: 'Name',
      kind: 'name',
      cell: (line) => <RowButton onClick={() => edit(line)}>{line.Name}</RowButton>,
    },
    { key: 'BillingType', title: 'Billing type', cell: (line) => billingTypeName(line.BillingType) },
    { key: 'BillingPeriod', title: 'Billing period', cell: (line) => periods[line.BillingPeriod] },
    { key: 'Members', title: 'Members', cell: membersOf },
    { key: 'Rate', title: 'Rate', kind: 'money', cell: (line) => money(line.Rate) },
    { key: 'actions', title: 'Actions', cell: actions },
  ]
  return (
    <FilteredTable
      title="Line items"
      counted={(number) => counted(number, 'line item')}
      columns={columns}
      rows={lines}
      rowId={({ Id }) => Id}
      texts={(line) => [line.Name, billingTypeName(line.BillingType), membersOf(line)]}
      narrow={(line) => ({
        title: <RowButton onClick={() => edit(line)}>{line.Name}</RowButton>,
        end: money(line.Rate),
        facts: [billingTypeName(line.BillingType), periods[line.BillingPeriod], membersOf(line)],
        status: actions(line),
      })}
      within="panel"
    />
  )
}

/** Whom a line item bills: everybody, or those who carry its reference. */
function membersOf({ IncludeAllMembers, ReferenceId }: Line): string {
  return IncludeAllMembers ? 'All' : (ReferenceId ?? '')
}

function LineActions({ line, path, onEdit }: { line: Line; path: PlanPath; onEdit: () => void }) {
  return (
    <Inline>
      <IconButton small icon={IconPencil} label={`Edit ${line.Name}`} onClick={onEdit} />
      <IconButton
        small
        icon={IconTrash}
        label={`Delete ${line.Name}`}
        onClick={() => confirmDeletingLine(path, line)}
      />
    </Inline>
  )
}
