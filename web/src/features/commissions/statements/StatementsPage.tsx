/** The commission statements: what each payee is due for a month. */
import { download } from '../../../api/downloads'
import { billStateOptions, periodOptions } from '../../../lib/billing/billFilters'
import { businessDay, momentDate } from '../../../lib/format/dates'
import { money } from '../../../lib/format/money'
import { useCan } from '../../../session/session'
import { Button } from '../../../ui/action/Button'
import {
  IconDownload,
  IconFileTypeCsv,
  IconHelp,
  IconPlus,
  IconPrinter,
  IconReceipt2,
  IconTrash,
} from '../../../ui/icons'
import type { Column, RowAction } from '../../../ui/list/columns'
import type { Filter } from '../../../ui/list/FilterChip'
import { filterOptions } from '../../../ui/list/filterOptions'
import { ListPage } from '../../../ui/list/ListPage'
import { NameAndFact } from '../../../ui/value/NameAndFact'
import { ofNewRecord } from '../../../ui/panel/ofRecord'
import { Panels } from '../../../ui/panel/Panels'
import { usePanels } from '../../../ui/panel/usePanels'
import { RowButton } from '../../../ui/action/RowLink'
import { orNotice } from '../../../ui/toast/toasts'
import { CommissionNav } from '../CommissionNav'
import { BulkCsvPanel } from './BulkCsvPanel'
import { confirmCreatingBill, confirmDeleting } from '../../../shared/statements/confirmations'
import { ChosenStatements } from './ChosenStatements'
import { NewStatementPanel } from './NewStatementPanel'
import {
  csvOf,
  payeeChoices,
  pdfOf,
  printPageOf,
  statementCsv,
  statementListing,
  type StatementRow,
} from '../../../shared/statements/queries'
import { StatementDetail } from './StatementDetail'
import { billTag, notBilledAgain, notDeleted, periodOf, statementNumber } from '../../../shared/statements/words'
import { BillTag } from './BillTag'

const columns: readonly Column<StatementRow>[] = [
  { key: 'Name', title: 'Name', kind: 'name', size: 'large', sorts: true, cell: (row) => <Name row={row} /> },
  { key: 'PayeeName', title: 'Payee', size: 'medium', sorts: true, cell: ({ PayeeName }) => PayeeName },
  { key: 'BillingPeriod', title: 'Billing Period', sorts: true, cell: periodOf },
  {
    key: 'AmountDue',
    title: 'Amount',
    kind: 'money',
    sorts: true,
    cell: ({ AmountDue }) => money(AmountDue),
  },
  { key: 'CreatedAt', title: 'Created', kind: 'date', sorts: true, cell: ({ CreatedOn }) => momentDate(CreatedOn) },
]

function Name({ row }: { row: StatementRow }) {
  const { open } = usePanels()
  return (
    <NameAndFact
      name={<RowButton onClick={() => open('statement', row.Id)}>{row.Name}</RowButton>}
      // A rule may have several statements of a month, which have one name.
      fact={statementNumber(row)}
      tag={billTag(row) && <BillTag row={row} />}
    />
  )
}

interface Ways {
  mayEdit: boolean
  /** Opens the comparison with the month before; absent for those who may not. */
  compare?: () => void
}

function actionsOf(row: StatementRow, { mayEdit, compare }: Ways): readonly RowAction[] {
  const bill: RowAction = {
    label: 'Create Bill in ERP',
    icon: IconReceipt2,
    run: () => confirmCreatingBill(row),
    blocked: notBilledAgain(row),
  }
  const remove: RowAction = {
    label: 'Delete',
    icon: IconTrash,
    destroys: true,
    run: () => confirmDeleting(row),
    blocked: notDeleted(row),
  }
  return [
    ...(mayEdit ? [bill] : []),
    ...(compare ? [{ label: 'Why this payout?', icon: IconHelp, run: compare }] : []),
    { label: 'Download CSV', icon: IconFileTypeCsv, run: () => orNotice(download(csvOf(row))) },
    { label: 'Download PDF', icon: IconPrinter, run: () => void window.open(printPageOf(row), '_blank', 'noopener') },
    { label: 'Download PDF File', icon: IconDownload, run: () => orNotice(download(pdfOf(row))) },
    ...(mayEdit ? [remove] : []),
  ]
}

const payeeFilter: Filter = {
  name: 'payee',
  label: 'Payee',
  options: filterOptions(payeeChoices, (name) => ({ value: name, label: name })),
}

/** How bills stand in the ERP is for those who see the rules. */
function filtersFor(seesBills: boolean): readonly Filter[] {
  return [
    { name: 'period', label: 'Period', options: periodOptions(businessDay(new Date())), single: true },
    payeeFilter,
    ...(seesBills ? [{ name: 'bill', label: 'Bill', options: billStateOptions }] : []),
  ]
}

export function StatementsPage() {
  const can = useCan()
  const { open } = usePanels()
  const mayEdit = can('EditCommissions')
  return (
    <>
      <ListPage<StatementRow>
        title="Commission Snapshots"
        nav={<CommissionNav />}
        noun="statements"
        csv={statementCsv}
        {...statementListing}
        columns={columns}
        filters={filtersFor(can('ViewCommissions'))}
        rowId={({ Id }) => Id}
        rowName={({ Name: name }) => name}
        rowActions={(row) =>
          actionsOf(row, {
            mayEdit,
            ...(can('ViewCommissions') ? { compare: () => open('statement-compare', row.Id) } : {}),
          })
        }
        recordPanels={{ statement: ({ Id }) => Id, 'statement-compare': ({ Id }) => Id }}
        selection={{
          bar: (rows, clear) => ({
            says: money(rows.reduce((cents, { AmountDue }) => cents + Math.round(AmountDue * 100), 0) / 100),
            actions: <ChosenStatements chosen={rows} clear={clear} mayEdit={mayEdit} />,
          }),
        }}
        expanded={(row) => <StatementDetail row={row} />}
        actions={
          <>
            {can('ViewCommissions') && (
              <Button icon={IconDownload} onClick={() => open('statements-csv')}>
                Download
              </Button>
            )}
            {mayEdit && (
              <Button kind="primary" icon={IconPlus} onClick={() => open('statement-new')}>
                New Statement
              </Button>
            )}
          </>
        }
        empty="No results to display."
        why={
          mayEdit
            ? 'A statement is made of a rule and a month: here with New Statement, or for all rules in the Commission Run.'
            : 'A statement stands here as soon as it has a bill.'
        }
        narrow={(row) => ({
          title: <RowButton onClick={() => open('statement', row.Id)}>{row.Name}</RowButton>,
          status: <BillTag row={row} />,
          facts: [statementNumber(row), momentDate(row.CreatedOn), row.PayeeName],
          end: money(row.AmountDue),
        })}
      />
      <Panels
        kinds={{
          ...(mayEdit ? { 'statement-new': ofNewRecord('statement', () => <NewStatementPanel />) } : {}),
          ...(can('ViewCommissions') ? { 'statements-csv': () => <BulkCsvPanel /> } : {}),
        }}
      />
    </>
  )
}
