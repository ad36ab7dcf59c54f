/**
 * What a line of a bill is about: the employees with their rate and latest status change and a filter by name, or the consults with day
 * and number.
 */
import type { ComponentProps, ReactNode } from 'react'
import {
  billedEmployees,
  billsEmployees,
  employeeName,
  latestChange,
  listsEmployees,
  serviceMonth,
  type BilledConsult,
  type BilledEmployee,
  type BilledLine,
} from '../../lib/billing/billedLines'
import { date } from '../../lib/format/dates'
import { counted, money } from '../../lib/format/money'
import type { Pages } from '../../lib/query'
import { MemberLink } from '../action/RowLink'
import { FilteredPages } from '../table/FilteredPages'
import { FilteredTable } from '../table/FilteredTable'
import type { Column } from '../list/columns'
import { StatusDot } from '../value/StatusDot'
import styles from './LineMembers.module.css'

interface LineMembersProps {
  line: BilledLine
  /** Those of a line that came without its members, whose names have a term. */
  pages: (lineId: number, term: string) => Pages<BilledEmployee>
  /** The consults of a line that counts them, whose numbers have a term. */
  consults: (lineId: number, term: string) => Pages<BilledConsult>
  /** Whose members they are; absent where names lead nowhere. */
  group: number | undefined
  within: 'row' | 'panel'
}

export function LineMembers({ line, pages, consults, group, within }: LineMembersProps) {
  const title = `${line.Name}, ${serviceMonth(line)}`
  if (!billsEmployees(line)) {
    return (
      <div className={styles.counted}>
        <FilteredPages
          title={title}
          columns={consultsAt(line.Rate)}
          rowId={({ ConsultNumber }) => ConsultNumber}
          narrow={(row) => ({
            title: row.ConsultNumber,
            end: money(line.Rate),
            facts: [date(row.ConsultDate), hoursOf(row)],
          })}
          within={within}
          counted={(number) => counted(number, 'consult')}
          total={line.BillableQuantity}
          what="the consults"
          pages={(term) => consults(line.Id, term)}
        />
        <p>Who consulted is not told on a bill.</p>
      </div>
    )
  }
  const name = (row: BilledEmployee) => (
    <MemberLink group={group} id={row.Employee.EmployeeId}>
      {employeeName(row)}
    </MemberLink>
  )
  const table: TableProps = {
    title,
    columns: columnsAt(line.Rate, name),
    rowId: ({ Employee }) => Employee.EmployeeId,
    narrow: (row) => ({
      title: name(row),
      end: money(line.Rate),
      facts: [<LatestChange key="change" employee={row} />],
    }),
    within,
  }
  const says = (number: number) => counted(number, 'member')
  if (!listsEmployees(line))
    return (
      <FilteredPages
        {...table}
        counted={says}
        total={line.BillableQuantity}
        what="the members"
        pages={(term) => pages(line.Id, term)}
      />
    )
  return (
    <FilteredTable
      {...table}
      counted={says}
      rows={billedEmployees(line)}
      texts={({ Employee }) => [Employee.FirstName, Employee.LastName]}
    />
  )
}

type TableProps = Pick<
  ComponentProps<typeof FilteredTable<BilledEmployee>>,
  'title' | 'columns' | 'rowId' | 'within' | 'narrow'
>

function columnsAt(rate: number, name: (row: BilledEmployee) => ReactNode): readonly Column<BilledEmployee>[] {
  return [
    { key: 'Name', title: 'Member', kind: 'name', size: 'large', cell: name },
    { key: 'Change', title: 'Latest status change', cell: (row) => <LatestChange employee={row} /> },
    { key: 'Rate', title: 'Rate', kind: 'money', cell: () => money(rate) },
  ]
}

function consultsAt(rate: number): readonly Column<BilledConsult>[] {
  return [
    { key: 'Date', title: 'Date', kind: 'date', cell: (row) => date(row.ConsultDate) },
    { key: 'Number', title: 'Consult number', kind: 'name', size: 'large', cell: (row) => row.ConsultNumber },
    { key: 'Hours', title: 'Hours', cell: hoursOf },
    { key: 'Rate', title: 'Rate', kind: 'money', cell: () => money(rate) },
  ]
}

function hoursOf({ IsAfterHours }: BilledConsult): string {
  return IsAfterHours ? 'After hours' : 'Regular hours'
}

function LatestChange({ employee }: { employee: BilledEmployee }) {
  const change = latestChange(employee)
  return change ? <StatusDot tone={change.isActive ? 'ok' : 'off'}>{change.says}</StatusDot> : '-'
}
