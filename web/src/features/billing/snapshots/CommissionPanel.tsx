/** Makes the commission statement of a snapshot: by which rule, and for which month, which is the snapshot's own. */
import { businessDay } from '../../../lib/format/dates'
import { monthOf } from '../../../lib/format/months'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { changedByStatements, type MadeStatement } from '../../../shared/statements/queries'
import { warnOfGroupsLeft } from '../../../shared/statements/groupsLeft'
import { StatementFields, wishFor, type StatementWish } from '../../../shared/statements/StatementFields'
import { generateStatement } from './commission'
import { contextOf } from './confirmations'
import { snapshot, type Snapshot } from './queries'
import { Statements } from './Statements'

export function CommissionPanel({ employerId, snapshotId }: { employerId: number; snapshotId: number }) {
  const form = useApiForm<StatementWish, Snapshot, MadeStatement>({
    key: `commission statement of snapshot ${snapshotId}`,
    blank: wishFor(monthOf(businessDay(new Date()))),
    load: snapshot(employerId, snapshotId),
    toValues: ({ InvoicePeriodEndDate }) => wishFor(monthOf(InvoicePeriodEndDate)),
    save: ({ CommissionRuleId, RuleName, BillingPeriod, Year }) =>
      generateStatement(
        { EmployerId: employerId, Id: snapshotId },
        { id: CommissionRuleId ?? 0, name: RuleName },
        { year: Year, month: BillingPeriod },
      ),
    refresh: changedByStatements,
    saved: 'The commission statement has been created.',
    offers: ({ Id }) => ({ label: 'View statement', to: '/commission/snapshots', panel: `statement.${Id}` }),
    onSaved: warnOfGroupsLeft,
    errorNotice: 'stays',
  })
  return (
    <FormPanel
      form={form}
      title="Generate Commission Statement"
      context={form.loaded && contextOf(form.loaded)}
      action="Generate Statement"
    >
      <StatementFields form={form} />
      {form.loaded && <Statements row={form.loaded} panel />}
    </FormPanel>
  )
}
