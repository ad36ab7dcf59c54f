/** Makes the commission statement of a snapshot: by which rule, and for which month, which is the snapshot's own. */
import { useNavigate } from '@tanstack/react-router'
import { businessDay } from '../../../lib/dates'
import { billingYears, monthChoices, monthOf } from '../../../lib/months'
import { AsyncSelectField } from '../../../ui/fields/AsyncSelectField'
import { SelectField } from '../../../ui/fields/SelectField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { toast } from '../../../ui/toast/toasts'
import { changedByStatements, type Statement } from '../../../shared/statements/queries'
import { ruleSuggestions, type RuleSuggestion } from '../../../shared/statements/ruleChoices'
import { generateStatement } from './commission'
import { contextOf } from './confirmations'
import { snapshot, type Snapshot } from './queries'
import { Statements } from './Statements'

interface Wish {
  CommissionRuleId: number | null
  /** What the field shows of the rule. */
  RuleLabel: string
  RuleName: string
  /** The month, 1 to 12: the server's messages about the month come under this name. */
  BillingPeriod: number
  Year: number
}

function wishOf(period: string): Wish {
  const { month, year } = monthOf(period)
  return { CommissionRuleId: null, RuleLabel: '', RuleName: '', BillingPeriod: month, Year: year }
}

export function CommissionPanel({ employerId, snapshotId }: { employerId: number; snapshotId: number }) {
  const today = businessDay(new Date())
  const navigate = useNavigate()
  const form = useApiForm<Wish, Snapshot, Statement>({
    key: `commission statement of snapshot ${snapshotId}`,
    blank: wishOf(today),
    load: snapshot(employerId, snapshotId),
    toValues: ({ InvoicePeriodEndDate }) => wishOf(InvoicePeriodEndDate),
    save: ({ CommissionRuleId, RuleName, BillingPeriod, Year }) =>
      generateStatement(
        { EmployerId: employerId, Id: snapshotId },
        { id: CommissionRuleId ?? 0, name: RuleName },
        { year: Year, month: BillingPeriod },
      ),
    refresh: changedByStatements,
    errorNotice: true,
    onSaved: ({ Id }) =>
      sayCreated(() => void navigate({ to: '/commission/snapshots', search: { panel: `statement.${Id}` } })),
  })
  // A snapshot may be older than the years that are offered for statements.
  const years = [...new Set([...billingYears(today), form.values.Year])].sort((one, other) => one - other)
  return (
    <FormPanel
      form={form}
      title="Generate Commission Statement"
      context={form.loaded && contextOf(form.loaded)}
      action="Generate Statement"
    >
      <FormSection>
        <AsyncSelectField<RuleSuggestion>
          name="CommissionRuleId"
          labelName="RuleLabel"
          label="Commission Rule"
          search={ruleSuggestions}
          nothing="No rules matched your search."
          onChoose={(rule) => form.set('RuleName', rule?.name ?? '')}
        />
      </FormSection>
      <FormSection title="Billing Period">
        <SelectField name="BillingPeriod" label="Month" options={monthChoices} span={3} />
        <SelectField
          name="Year"
          label="Year"
          options={years.map((one) => ({ value: one, label: String(one) }))}
          span={3}
        />
      </FormSection>
      {form.loaded && <Statements row={form.loaded} panel />}
    </FormPanel>
  )
}

/** The success notice, with the way to the statement. */
function sayCreated(view: () => void): void {
  toast.success('The commission statement has been created.', { action: { label: 'View statement', run: view } })
}
