/** The commission statements that use a snapshot: while there is one, the snapshot can be neither computed anew nor deleted. Where there is none, nothing is said. */
import { useQuery } from '@tanstack/react-query'
import { momentDate } from '../../../lib/format/dates'
import { failureWithReference } from '../../../lib/failure'
import { money } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import { IconTrash } from '../../../ui/icons'
import type { Column } from '../../../ui/list/columns'
import { RowMenu } from '../../../ui/list/RowMenu'
import { Note } from '../../../ui/state/Note'
import { PlainTable } from '../../../ui/table/PlainTable'
import { RowLink } from '../../../ui/action/RowLink'
import { Stack } from '../../../ui/Stack'
import { statementsOf, type StatementRow } from './commission'
import { confirmDeleting } from '../../../shared/statements/confirmations'
import { notDeleted } from '../../../shared/statements/words'
import type { Snapshot } from './queries'

const columns: readonly Column<StatementRow>[] = [
  { key: 'Name', title: 'Commission Statement', kind: 'name', cell: (row) => <StatementName row={row} /> },
  { key: 'PayeeName', title: 'Payee', cell: ({ PayeeName }) => PayeeName },
  {
    key: 'AmountDue',
    title: 'Amount due',
    kind: 'money',
    cell: ({ AmountDue }) => money(AmountDue),
  },
  { key: 'CreatedOn', title: 'Created', kind: 'date', cell: ({ CreatedOn }) => momentDate(CreatedOn) },
]

const actions: Column<StatementRow> = { key: 'Actions', title: 'Actions', cell: (row) => <StatementMenu row={row} /> }

/** What a panel has room for beside the actions. */
const inPanel = columns.filter(({ key }) => key === 'Name' || key === 'AmountDue')

/** `inTheWay` says beforehand what a confirmation would be refused for; `panel` leaves out what a panel is too narrow for. */
export function Statements({ row, inTheWay, panel }: { row: Snapshot; inTheWay?: boolean; panel?: boolean }) {
  const can = useCan()
  const query = useQuery({ ...statementsOf(row), enabled: can('ViewCommissions') })
  if (query.isError)
    return (
      <Note
        kind="bad"
        live
        title="The commission statements did not load."
        action={
          <Button small onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {failureWithReference(query.error)}
      </Note>
    )
  const rows = query.data ?? []
  const shown = panel ? inPanel : columns
  if (rows.length === 0) return null
  return (
    <Stack>
      {inTheWay && <InTheWay rows={rows} />}
      <PlainTable
        label="Commission statements"
        columns={can('EditCommissions') ? [...shown, actions] : shown}
        rows={rows}
        rowId={({ Id }) => Id}
        narrow={(one) => ({
          title: <StatementName row={one} />,
          status: can('EditCommissions') && <StatementMenu row={one} />,
          facts: [one.PayeeName, momentDate(one.CreatedOn)],
          end: money(one.AmountDue),
        })}
      />
    </Stack>
  )
}

/** Leads to the statement. */
function StatementName({ row: { Id, Name } }: { row: StatementRow }) {
  return (
    <RowLink to="/commission/snapshots" search={{ panel: `statement.${Id}` }}>
      {Name}
    </RowLink>
  )
}

function StatementMenu({ row }: { row: StatementRow }) {
  return (
    <RowMenu
      label={`Actions for ${row.Name}`}
      actions={[
        {
          label: 'Delete',
          icon: IconTrash,
          destroys: true,
          run: () => confirmDeleting(row),
          blocked: notDeleted(row),
        },
      ]}
    />
  )
}

function InTheWay({ rows }: { rows: readonly StatementRow[] }) {
  const [one, other] =
    rows.length === 1
      ? ['A commission statement uses this snapshot.', 'Delete it first.']
      : ['Commission statements use this snapshot.', 'Delete them first.']
  return (
    <Note kind="warn" title={one}>
      {rows.some(({ HasBill }) => HasBill)
        ? 'One with a bill in the ERP stays: the next snapshot credits or charges what has changed since.'
        : other}
    </Note>
  )
}
