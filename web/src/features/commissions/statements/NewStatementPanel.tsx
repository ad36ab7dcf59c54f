/** Makes the statement of a rule for a month. */
import { businessDay } from '../../../lib/format/dates'
import { warnOfGroupsLeft } from '../../../shared/statements/groupsLeft'
import { changedByStatements, createStatement, type MadeStatement } from '../../../shared/statements/queries'
import { StatementFields, wishFor, type StatementWish } from '../../../shared/statements/StatementFields'
import { previousMonth } from '../../../shared/statements/words'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'

export function NewStatementPanel() {
  const form = useApiForm<StatementWish, undefined, MadeStatement>({
    key: 'commission statement',
    blank: wishFor(previousMonth(businessDay(new Date()))),
    save: ({ CommissionRuleId, RuleName, BillingPeriod, Year }) =>
      createStatement(CommissionRuleId ?? 0, RuleName, { year: Year, month: BillingPeriod }),
    refresh: changedByStatements,
    saved: 'The commission statement has been created.',
    onSaved: warnOfGroupsLeft,
    errorNotice: 'stays',
  })
  return (
    <FormPanel form={form} title="Create Commission Statement" action="Create Statement">
      <StatementFields form={form} />
    </FormPanel>
  )
}
