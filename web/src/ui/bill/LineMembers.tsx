/** Whom a line of a bill is about: the employees with their rate and latest status change, and a filter by name. */
import { billedEmployees, billsEmployees, employeeName, latestChange, quantityName, serviceMonth, type BilledEmployee, type BilledLine } from '../../lib/billedLines'
import { counted, money } from '../../lib/money'
import { FilteredTable } from '../FilteredTable'
import type { Column } from '../list/columns'
import { StatusDot } from '../StatusDot'
import styles from './LineMembers.module.css'

interface LineMembersProps {
  line: BilledLine
  within: 'row' | 'panel'
}

export function LineMembers({ line, within }: LineMembersProps) {
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
  return (
    <FilteredTable
      title={title}
      counted={(number) => counted(number, 'member')}
      columns={columnsAt(line.Rate)}
      rows={billedEmployees(line)}
      rowId={(row) => row.Employee.EmployeeId}
      texts={({ Employee }) => [Employee.FirstName, Employee.LastName]}
      narrow={(row) => ({ title: employeeName(row), end: money(line.Rate), facts: [<LatestChange key="change" employee={row} />] })}
      within={within}
    />
  )
}

function columnsAt(rate: number): readonly Column<BilledEmployee>[] {
  return [
    { key: 'Name', title: 'Member', kind: 'name', cell: employeeName },
    { key: 'Change', title: 'Latest status change', cell: (row) => <LatestChange employee={row} /> },
    { key: 'Rate', title: 'Rate', kind: 'money', cell: () => money(rate) },
  ]
}

function LatestChange({ employee }: { employee: BilledEmployee }) {
  const change = latestChange(employee)
  return change ? <StatusDot tone={change.isActive ? 'ok' : 'off'}>{change.says}</StatusDot> : '–'
}
