/** Starts a billing run: the month whose drafts are computed. */
import { businessDay, date } from '../../../lib/format/dates'
import { billingPeriod, monthOf } from '../../../lib/format/months'
import { MonthField } from '../../../ui/fields/MonthField'
import { FormRow, FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/state/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { runsKey, startRun, type Run } from './queries'
import { runnableMonths } from './words'

export function StartRunPanel({ onStarted }: { onStarted: (run: Run) => void }) {
  const { first, min, max } = runnableMonths(businessDay(new Date()))
  const form = useApiForm({
    key: 'billing run',
    blank: { BillingPeriod: first },
    save: ({ BillingPeriod }) => startRun(BillingPeriod),
    refresh: [runsKey],
    onSaved: onStarted,
  })
  const { BillingPeriod } = form.values
  const window = BillingPeriod && billingPeriod(monthOf(BillingPeriod))
  return (
    <FormPanel form={form} title="New Billing Run" action="Compute drafts">
      <FormSection help="Every active plan that has no snapshot of the month yet gets a draft. Nothing is created before you approve it.">
        <MonthField name="BillingPeriod" label="Billing month" min={min} max={max} span={3} />
        {window && (
          <FormRow>
            <Note>
              Bills {date(window.StartDate)} to {date(window.EndDate)}; where a broker has other period days, by those.
            </Note>
          </FormRow>
        )}
      </FormSection>
    </FormPanel>
  )
}
