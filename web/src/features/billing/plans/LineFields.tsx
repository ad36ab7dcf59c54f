/** The fields of a line item; which of them there are depends on what it counts and on whether bills hold it already. */
import { useQuery } from '@tanstack/react-query'
import { YesNoField } from '../../../ui/fields/ChoiceField'
import { SelectField } from '../../../ui/fields/SelectField'
import { SuggestField } from '../../../ui/fields/SuggestField'
import { SwitchField } from '../../../ui/fields/SwitchField'
import { TextField } from '../../../ui/fields/TextField'
import { FormSection } from '../../../ui/form/FormBody'
import type { ApiForm } from '../../../ui/form/useApiForm'
import { OptionField } from '../pricing/OptionField'
import { billingTypes } from './billingTypes'
import { isAfterHours, periodFor, type LineValues } from './lineForm'
import { billingCodes, billingPeriods, type Line } from './queries'

interface LineFieldsProps {
  employerId: number
  form: Pick<ApiForm<LineValues>, 'values' | 'set'>
  stored: Line | undefined
}

/** Shown at each field that bills have fixed; the note above the fields says what to do instead
    (rules.md#fixed-once-billed). */
const fixedByBills = 'Fixed: snapshots have billed this.'

export function LineFields({ employerId, form: { values, set }, stored }: LineFieldsProps) {
  const periods = useQuery(billingPeriods)
  const fixed = stored?.IsBilled === true && fixedByBills
  const afterHours = isAfterHours(values)
  const choosePeriod = (type: unknown) =>
    set('BillingPeriod', periodFor(typeof type === 'number' ? type : null, values))
  return (
    <>
      <FormSection>
        <TextField
          name="Name"
          maxLength={100}
          {...(afterHours
            ? {
                optional: true,
                placeholder: 'After-hours Consult Fees',
                help: 'Left empty, it is called After-hours Consult Fees.',
              }
            : {})}
        />
        <SelectField
          name="BillingType"
          label="Billing type"
          options={billingTypes}
          locked={fixed}
          onChoose={choosePeriod}
          span={3}
        />
        <SelectField
          name="BillingPeriod"
          label="Billing period"
          options={(periods.data ?? []).map((label, value) => ({ value, label }))}
          help="The month it bills, seen from the month of the snapshot."
          locked={fixed || (afterHours && 'After-hours consults are billed for the previous month.')}
          span={3}
        />
        <OptionField
          name="BillingPricingOptionId"
          label="Pricing option"
          employerId={employerId}
          stored={stored?.BillingPricingOptionId}
          help="Its rate on the day a snapshot is computed is billed."
        />
      </FormSection>
      {!afterHours && (
        <FormSection title="Members">
          <YesNoField name="IncludeAllMembers" label="Include all members" locked={fixed} span={3} />
          {!values.IncludeAllMembers && <Reference employerId={employerId} locked={fixed} />}
          <SwitchField
            name="IgnoreCreditsAndDebts"
            label="Ignore credits and debts"
            help="Earlier months stay as they were billed, whoever joins or leaves later."
          />
        </FormSection>
      )}
    </>
  )
}

function Reference({ employerId, locked }: { employerId: number; locked: string | false }) {
  const codes = useQuery(billingCodes(employerId))
  return (
    <SuggestField
      name="ReferenceId"
      label="Reference #"
      suggestions={codes.data ?? []}
      maxLength={50}
      help="Bills the members who carry this billing code."
      locked={locked}
      span={3}
    />
  )
}
