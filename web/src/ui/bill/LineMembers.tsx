/** Whom a line of a bill is about: the employees with their rate and latest status change, and a filter by name. */
import type { ComponentProps } from 'react'
import {
  billedEmployees,
  billsEmployees,
  employeeName,
  latestChange,
  listsEmployees,
  quantityName,
  serviceMonth,
  type BilledEmployee,
  type BilledLine,
} from '../../lib/billing/billedLines'
import { counted, money } from '../../lib/format/money'
import type { Pages } from '../../lib/query'
import { FilteredPages } from '../table/FilteredPages'
import { FilteredTable } from '../table/FilteredTable'
import type { Column } from '../list/columns'
import { StatusDot } from '../value/StatusDot'
import styles from './LineMembers.module.css'

interface LineMembersProps {
  line: BilledLine
  /** Those of a line that came without its members, whose names have a term. */
  pages: (lineId: number, term: string) => Pages<BilledEmployee>
  within: 'row' | 'panel'
}

export function LineMembers({ line, pages, within }: LineMembersProps) {
  const title = `${line.Name}, ${serviceMonth(line)}`
  if (!billsEmployees(line)) {
    const Heading = within === 'row' ? 'h2' : 'h3'
    return (
      <section className={styles.counted}>
        <Heading className={styles.title}>{title}</Heading>
        <p>This line counts {quantityName(line)}. Who consulted is not listed on a bill.</p>
      </section>
    )
  }
  const table: TableProps = {
    title,
    columns: columnsAt(line.Rate),
    rowId: ({ Employee }) => Employee.EmployeeId,
    narrow: (row) => ({
      title: employeeName(row),
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

function columnsAt(rate: number): readonly Column<BilledEmployee>[] {
  return [
    { key: 'Name', title: 'Member', kind: 'name', size: 'large', cell: employeeName },
    { key: 'Change', title: 'Latest status change', cell: (row) => <LatestChange employee={row} /> },
    { key: 'Rate', title: 'Rate', kind: 'money', cell: () => money(rate) },
  ]
}

function LatestChange({ employee }: { employee: BilledEmployee }) {
  const change = latestChange(employee)
  return change ? <StatusDot tone={change.isActive ? 'ok' : 'off'}>{change.says}</StatusDot> : '–'
}
