/** The expanded row of a rule: what it pays on which plan line, and what is left. */
import { useQuery } from '@tanstack/react-query'
import { counted, money } from '../../../lib/format/money'
import { monthOf, shortMonth } from '../../../lib/format/months'
import { Answered } from '../../../ui/state/Answered'
import { FilteredTable } from '../../../ui/table/FilteredTable'
import type { Column } from '../../../ui/list/columns'
import { Tag } from '../../../ui/value/Tag'
import { rulePlans, type PlanRow } from './queries'

const columns: readonly Column<PlanRow>[] = [
  { key: 'EmployerName', title: 'Employer', kind: 'name', size: 'medium', cell: ({ EmployerName }) => EmployerName },
  { key: 'BillingPlanName', title: 'Plan', size: 'small', cell: ({ BillingPlanName }) => BillingPlanName },
  {
    key: 'BillingLineItemName',
    title: 'Billing line',
    size: 'medium',
    cell: ({ BillingLineItemName }) => BillingLineItemName,
  },
  { key: 'BillingLineItemRate', title: 'Billing rate', kind: 'money', cell: (row) => money(row.BillingLineItemRate) },
  { key: 'CommissionPayoutRate', title: 'Payout rate', kind: 'money', cell: (row) => money(row.CommissionPayoutRate) },
  { key: 'AdditionalCommission', title: 'Additional', cell: additional },
  { key: 'NetRate', title: 'Net PEPM', kind: 'money', cell: net },
]

export function RuleDetail({ id }: { id: number }) {
  const query = useQuery(rulePlans(id))
  return (
    <Answered query={query} what="the line-item rules" flush>
      {(rows) => (
        <FilteredTable
          title="Line-Item Rules"
          counted={(number) => counted(number, 'line')}
          columns={columns}
          rows={rows}
          rowId={({ CommissionLineItemId }) => CommissionLineItemId}
          texts={(row) => [row.EmployerName, row.BillingPlanName, row.BillingLineItemName, row.BrokerName]}
          narrow={(row) => ({
            title: `${row.BillingLineItemName}, ${row.EmployerName}`,
            facts: [`${money(row.CommissionPayoutRate)} of ${money(row.BillingLineItemRate)}`, additional(row)],
            end: net(row),
          })}
          within="row"
        />
      )}
    </Answered>
  )
}

function additional({ AdditionalCommission }: PlanRow): string | undefined {
  const paid = AdditionalCommission.map(
    ({ PayeeName, CommissionPayoutRate }) => `${PayeeName} ${money(CommissionPayoutRate)}`,
  )
  return paid.length === 0 ? undefined : paid.join(', ')
}

/** What is left; red when it is too little, today or from a later month on. */
function net({ NetRate, OverpaidFrom }: PlanRow) {
  if (OverpaidFrom == null) return money(NetRate)
  const later = NetRate < 0 ? '' : `, too little from ${shortMonth(monthOf(OverpaidFrom))}`
  return (
    <Tag kind="bad">
      {money(NetRate)}
      {later}
    </Tag>
  )
}
