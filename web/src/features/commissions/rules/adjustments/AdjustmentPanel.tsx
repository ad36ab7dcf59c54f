/** Adds an adjustment to a rule: whether it adds or takes off, how much, from which month, and why. */
import { useQuery } from '@tanstack/react-query'
import { businessDay } from '../../../../lib/format/dates'
import { billingYears, day } from '../../../../lib/format/months'
import { previousMonth } from '../../../../shared/statements/words'
import { ChoiceField } from '../../../../ui/fields/ChoiceField'
import { MoneyField } from '../../../../ui/fields/MoneyField'
import { MonthField } from '../../../../ui/fields/MonthField'
import { TextField } from '../../../../ui/fields/TextField'
import { FormSection } from '../../../../ui/form/FormBody'
import { useApiForm } from '../../../../ui/form/useApiForm'
import { FormPanel } from '../../../../ui/panel/FormPanel'
import { rule as ruleOf } from '../queries'
import { RuleContext } from '../RuleContext'
import { addAdjustment, changedByAdjustments, type Adjustment } from './queries'

interface AdjustmentValues {
  TakesOff: boolean
  Amount: number | null
  Month: string
  Reason: string
}

const signs = [
  { value: false, label: 'Adds' },
  { value: true, label: 'Takes off' },
]

export function AdjustmentPanel({ ruleId }: { ruleId: number }) {
  const { data: rule } = useQuery(ruleOf(ruleId))
  const today = businessDay(new Date())
  const form = useApiForm<AdjustmentValues, undefined, Adjustment>({
    key: `commission adjustment ${ruleId} new`,
    blank: { TakesOff: false, Amount: null, Month: day(previousMonth(today), 1), Reason: '' },
    save: ({ TakesOff, Amount, Month, Reason }) =>
      addAdjustment(ruleId, {
        Amount: TakesOff && Amount !== null ? -Amount : Amount,
        Month: Month || null,
        Reason,
      }),
    refresh: changedByAdjustments(ruleId),
    saved: 'The adjustment has been added.',
  })
  const years = billingYears(today)
  return (
    <FormPanel form={form} title="Add Adjustment" context={rule && <RuleContext rule={rule} />} action="Add Adjustment">
      <FormSection>
        <ChoiceField name="TakesOff" label="What it does to the payout" choices={signs} span={3} />
        <MoneyField name="Amount" span={3} />
        <MonthField
          name="Month"
          label="Counts from"
          min={day({ year: Math.min(...years), month: 1 }, 1)}
          max={day({ year: Math.max(...years), month: 12 }, 31)}
          help="The next statement for this month or a later one takes it up."
          span={3}
        />
        <TextField name="Reason" maxLength={200} help="The payee reads it on the statement." />
      </FormSection>
    </FormPanel>
  )
}
