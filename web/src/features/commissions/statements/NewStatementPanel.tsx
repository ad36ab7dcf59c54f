/** Makes the statement of a rule for a month. */
import { businessDay } from '../../../lib/dates'
import { billingYears, monthChoices } from '../../../lib/months'
import { AsyncSelectField } from '../../../ui/fields/AsyncSelectField'
import { SelectField } from '../../../ui/fields/SelectField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { changedByStatements, createStatement } from '../../../shared/statements/queries'
import { ruleSuggestions, type RuleSuggestion } from '../../../shared/statements/ruleChoices'
import { previousMonth } from '../../../shared/statements/words'

interface Wish {
  CommissionRuleId: number | null
  /** What the field shows of the rule. */
  RuleLabel: string
  RuleName: string
  /** The month, 1 to 12: the server's messages about the month come under this name. */
  BillingPeriod: number
  Year: number
}

export function NewStatementPanel() {
  const today = businessDay(new Date())
  const { year, month } = previousMonth(today)
  const form = useApiForm<Wish>({
    key: 'commission statement',
    blank: { CommissionRuleId: null, RuleLabel: '', RuleName: '', BillingPeriod: month, Year: year },
    save: ({ CommissionRuleId, RuleName, BillingPeriod, Year }) =>
      createStatement(CommissionRuleId ?? 0, RuleName, { year: Year, month: BillingPeriod }),
    refresh: changedByStatements,
    saved: 'The commission statement has been created.',
    errorNotice: true,
  })
  return (
    <FormPanel form={form} title="Create Commission Statement" action="Create Statement">
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
          options={billingYears(today).map((one) => ({ value: one, label: String(one) }))}
          span={3}
        />
      </FormSection>
    </FormPanel>
  )
}
