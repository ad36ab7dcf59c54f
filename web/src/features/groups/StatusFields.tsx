/**
 * The status in the group editor. An active group is ended elsewhere, with its members; an ended one may be made Active again, and then
 * it is asked what becomes of the members that ended with it.
 */
import { useQuery } from '@tanstack/react-query'
import { date } from '../../lib/format/dates'
import { counted } from '../../lib/format/money'
import { ChoiceField } from '../../ui/fields/ChoiceField'
import { DateField } from '../../ui/fields/DateField'
import { lacking } from '../../ui/fields/frame'
import { FormSection } from '../../ui/form/FormBody'
import type { ApiForm } from '../../ui/form/useApiForm'
import { activeGroup, inActiveGroup, reactivates, type GroupValues } from './groupForm'
import { reactivation, type Group } from './queries'

interface StatusFieldsProps {
  form: Pick<ApiForm<GroupValues, Group>, 'values' | 'set' | 'loaded'>
  employerId: number
}

const active = { value: activeGroup, label: 'Active' }
const inActive = { value: inActiveGroup, label: 'In-Active' }
const endedElsewhere = 'A group is ended with its members by Terminate Group, in the menu of the group’s page.'

export function StatusFields({ form, employerId }: StatusFieldsProps) {
  const stored = form.loaded
  if (stored?.Status !== inActiveGroup) {
    return (
      <FormSection title="Status">
        <ChoiceField name="Status" choices={[active]} locked={endedElsewhere} />
      </FormSection>
    )
  }
  const choose = (status: number) => {
    const ended = stored.TerminationDate ?? ''
    if (status === activeGroup && form.values.TerminationDate === ended) form.set('TerminationDate', '')
    if (status === inActiveGroup && form.values.TerminationDate === '') form.set('TerminationDate', ended)
  }
  return (
    <FormSection title="Status">
      <ChoiceField
        name="Status"
        choices={[active, inActive]}
        onChoose={choose}
        help={reactivates(form.values, stored) ? whatGoes(stored) : 'Active serves the group again.'}
      />
      {reactivates(form.values, stored) && <EndedMembers form={form} employerId={employerId} />}
    </FormSection>
  )
}

function whatGoes({ TerminationDate }: Group): string {
  const goes = TerminationDate ? ` and its termination date ${date(TerminationDate)} is taken away` : ''
  return `With Save the group is served again${goes}.`
}

function EndedMembers({ form, employerId }: StatusFieldsProps) {
  const query = useQuery(reactivation(employerId))
  const ended = query.data?.EndedMembers
  if (ended === 0) return null
  const choose = (back: boolean) => {
    if (back && form.values.MembersEffectiveDate === '' && query.data)
      form.set('MembersEffectiveDate', query.data.EffectiveDate)
  }
  return (
    <>
      <ChoiceField
        name="BringBackMembers"
        label={
          ended === undefined ? 'Members that ended with the group' : `${counted(ended, 'member')} ended with the group`
        }
        choices={endedChoices}
        query={query}
        onChoose={choose}
        locked={lacking(query)}
        help={backHelp}
      />
      {form.values.BringBackMembers === true && (
        <DateField
          name="MembersEffectiveDate"
          label="Active again from"
          help="Who would have ended meanwhile stays ended. Bills follow from this day."
          span={3}
        />
      )}
    </>
  )
}

const backHelp = 'A choice is needed. Who is left ended can be activated one by one later.'
const endedChoices = [
  { value: true, label: 'Bring back' },
  { value: false, label: 'Leave ended' },
]
