/** Makes a snapshot: which plan, and for which billing month. The window runs from the 4th of the month before to the 3rd. */
import { useQuery } from '@tanstack/react-query'
import { businessDay, date } from '../../../lib/dates'
import { billingPeriod, billingYears, monthChoices, monthOf, type Month } from '../../../lib/months'
import { SelectField } from '../../../ui/fields/SelectField'
import { FormRow, FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { changedBySnapshots, createSnapshot, planChoices, type PlanChoice } from './queries'

interface Wish {
  /** The plan; 0 until one is chosen. */
  InvoiceId: number
  /** The month, 1 to 12: the server's messages about the period come under this name. */
  StartDate: number
  Year: number
}

const monthIn = ({ StartDate, Year }: Wish): Month => ({ year: Year, month: StartDate })

export function CreateSnapshotPanel({ employerId }: { employerId: number }) {
  const today = businessDay(new Date())
  const { month, year } = monthOf(today)
  const plans = useQuery(planChoices(employerId))
  const form = useApiForm({
    key: `snapshot of group ${employerId}`,
    blank: { InvoiceId: 0, StartDate: month, Year: year },
    save: (wish) => createSnapshot(employerId, wish.InvoiceId, monthIn(wish)),
    refresh: changedBySnapshots,
    saved: { title: 'Success!', message: 'The snapshot has been created successfully!' },
    errorNotice: true,
  })
  const window = billingPeriod(monthIn(form.values))
  return (
    <FormPanel form={form} title="Create Snapshot" action="Create Snapshot">
      <FormSection>
        <SelectField name="InvoiceId" label="Billing Plan" options={(plans.data ?? []).map(choice)} query={plans} nothing="This group has no billing plans." />
      </FormSection>
      <FormSection title="Billing Period">
        <SelectField name="StartDate" label="Month" options={monthChoices} searchable={false} span={3} />
        <SelectField name="Year" label="Year" options={billingYears(today).map((one) => ({ value: one, label: String(one) }))} span={3} />
        <FormRow>
          <Note>
            Bills {date(window.StartDate)} to {date(window.EndDate)}.
          </Note>
        </FormRow>
      </FormSection>
    </FormPanel>
  )
}

function choice({ Id, Name, Active }: PlanChoice) {
  return { value: Id, label: Active ? Name : `${Name} (inactive)`, disabled: !Active }
}
