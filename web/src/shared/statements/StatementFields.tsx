/** The rule and the month of a statement that is to be made. */
import { businessDay } from '../../lib/format/dates'
import { billingYears, monthChoices, type Month } from '../../lib/format/months'
import { AsyncSelectField } from '../../ui/fields/AsyncSelectField'
import { SelectField } from '../../ui/fields/SelectField'
import { FormSection } from '../../ui/form/FormBody'
import type { ApiForm } from '../../ui/form/useApiForm'
import { ruleSuggestions, type RuleSuggestion } from './ruleChoices'

export interface StatementWish {
  CommissionRuleId: number | null
  /** What the field shows of the rule. */
  RuleLabel: string
  RuleName: string
  /** The month, 1 to 12. The server's messages about the month come under this name. */
  BillingPeriod: number
  Year: number
}

/** A statement for a month, by no rule yet. */
export function wishFor({ month, year }: Month): StatementWish {
  return { CommissionRuleId: null, RuleLabel: '', RuleName: '', BillingPeriod: month, Year: year }
}

export function StatementFields({ form }: { form: Pick<ApiForm<StatementWish>, 'values' | 'set'> }) {
  // A snapshot may be older than the years that are offered for statements.
  const years = new Set([...billingYears(businessDay(new Date())), form.values.Year])
  const options = [...years].sort((one, other) => one - other).map((year) => ({ value: year, label: String(year) }))
  return (
    <>
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
        <SelectField name="Year" label="Year" options={options} span={3} />
      </FormSection>
    </>
  )
}
