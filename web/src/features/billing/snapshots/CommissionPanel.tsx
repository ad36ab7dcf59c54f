/** Makes the commission statement of a snapshot: by which rule, and for which month, which is the snapshot's own. */
import { businessDay } from '../../../lib/dates'
import { billingYears, monthChoices, monthOf } from '../../../lib/months'
import { AsyncSelectField } from '../../../ui/fields/AsyncSelectField'
import { SelectField } from '../../../ui/fields/SelectField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { commissionRules, generateStatement } from './commission'
import { contextOf } from './confirmations'
import { changedBySnapshots, snapshot, type Snapshot } from './queries'
import { Statements } from './Statements'

interface Wish {
  CommissionRuleId: number | null
  /** The name of the chosen rule. */
  RuleName: string
  /** The month, 1 to 12: the server's messages about the month come under this name. */
  BillingPeriod: number
  Year: number
}

function wishOf(period: string): Wish {
  const { month, year } = monthOf(period)
  return { CommissionRuleId: null, RuleName: '', BillingPeriod: month, Year: year }
}

export function CommissionPanel({ employerId, snapshotId }: { employerId: number; snapshotId: number }) {
  const today = businessDay(new Date())
  const form = useApiForm<Wish, Snapshot, unknown>({
    key: `commission statement of snapshot ${snapshotId}`,
    blank: wishOf(today),
    load: snapshot(employerId, snapshotId),
    toValues: ({ InvoicePeriodEndDate }) => wishOf(InvoicePeriodEndDate),
    save: ({ CommissionRuleId, BillingPeriod, Year }) =>
      generateStatement({ EmployerId: employerId, Id: snapshotId }, CommissionRuleId ?? 0, {
        year: Year,
        month: BillingPeriod,
      }),
    refresh: changedBySnapshots,
    saved: 'The commission statement has been created.',
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
        <AsyncSelectField
          name="CommissionRuleId"
          labelName="RuleName"
          label="Commission Rule"
          search={commissionRules}
          nothing="No rules matched your search."
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
