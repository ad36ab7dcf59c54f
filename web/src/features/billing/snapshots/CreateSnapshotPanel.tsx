/** Makes a snapshot: which plan, and for which billing month. The window runs from the 4th of the month before to the 3rd. */
import { useQuery } from '@tanstack/react-query'
import { businessDay, date } from '../../../lib/format/dates'
import { whyPanelId } from '../../../lib/billing/whyPanel'
import { billingPeriod, billingYears, monthChoices, monthName, monthOf, type Month } from '../../../lib/format/months'
import { AddressButton } from '../../../ui/action/Button'
import { SelectField } from '../../../ui/fields/SelectField'
import { FormRow, FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { Note } from '../../../ui/state/Note'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { changedBySnapshots } from '../../../shared/changes'
import { groupSetup } from '../../../shared/setup/queries'
import { createSnapshot, latestSnapshot, planChoices, type PlanChoice } from './queries'

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
    // The first one ends the checklist of a new group.
    refresh: [...changedBySnapshots, groupSetup(employerId).queryKey],
    saved: { title: 'Success!', message: 'The snapshot has been created successfully!' },
    offers: ({ Id }) => ({
      label: 'View bill',
      to: `/employers/${employerId}/billing/snapshots`,
      panel: `why.${whyPanelId({ employerId, snapshotId: Id })}`,
    }),
    errorNotice: 'stays',
  })
  const window = billingPeriod(monthIn(form.values))
  return (
    <FormPanel form={form} title="Create Snapshot" action="Create Snapshot">
      <FormSection>
        <SelectField
          name="InvoiceId"
          label="Billing Plan"
          options={(plans.data ?? []).map(choice)}
          query={plans}
          nothing="This group has no billing plans."
        />
        {plans.data?.length === 0 && (
          <FormRow>
            <Note
              kind="warn"
              action={
                <AddressButton small to={`/employers/${employerId}/billing/plans`} panel="plan">
                  Create Plan
                </AddressButton>
              }
            >
              This group has no billing plan yet.
            </Note>
          </FormRow>
        )}
      </FormSection>
      <FormSection title="Billing Period">
        <SelectField name="StartDate" label="Month" options={monthChoices} span={3} />
        <SelectField
          name="Year"
          label="Year"
          options={billingYears(today).map((one) => ({ value: one, label: String(one) }))}
          span={3}
        />
        <FormRow>
          <Note>
            Bills {date(window.StartDate)} to {date(window.EndDate)}.
          </Note>
        </FormRow>
        <LaterOne employerId={employerId} planId={form.values.InvoiceId} end={window.EndDate} />
      </FormSection>
    </FormPanel>
  )
}

/** Only the latest can be deleted: a slip of the month or the year is said before it is made. */
function LaterOne({ employerId, planId, end }: { employerId: number; planId: number; end: string }) {
  const { data: latest } = useQuery({ ...latestSnapshot(employerId, planId), enabled: planId > 0 })
  if (!latest || latest.InvoicePeriodEndDate.slice(0, 7) <= end.slice(0, 7)) return null
  return (
    <FormRow>
      <Note kind="warn" title={`${monthName(monthOf(latest.InvoicePeriodEndDate))} is already there.`} live>
        A snapshot of an earlier month can only be deleted after the later ones
        {latest.InErp ? ', whose invoices are deleted in the ERP first' : ''}.
      </Note>
    </FormRow>
  )
}

function choice({ Id, Name, Active }: PlanChoice) {
  return { value: Id, label: Active ? Name : `${Name} (inactive)`, disabled: !Active }
}
