/** One's own name and phone, which everybody may change (rules.md#who-changes-users). */
import { usersKey, userToEdit } from '../../api/choices'
import { sessionQuery, useMe } from '../../session/session'
import { PhoneField } from '../../ui/fields/PhoneField'
import { TextField } from '../../ui/fields/TextField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { saveOwnDetails } from './queries'

export function OwnDetailsPanel() {
  const { User } = useMe()
  const form = useApiForm({
    key: 'own details',
    blank: { FirstName: '', LastName: '', PhoneNumber: '' },
    load: userToEdit(User.Id),
    toValues: ({ FirstName, LastName, PhoneNumber }) => ({ FirstName, LastName, PhoneNumber: PhoneNumber ?? '' }),
    save: async (values, stored) => {
      if (stored) await saveOwnDetails(stored, values)
    },
    refresh: [usersKey, sessionQuery.queryKey],
    saved: 'Your details have been saved.',
  })
  return (
    <FormPanel form={form} title="Your details" context={User.Email} action="Save details">
      <FormSection>
        <TextField name="FirstName" autoComplete="given-name" span={3} />
        <TextField name="LastName" autoComplete="family-name" span={3} />
        <PhoneField name="PhoneNumber" optional span={3} />
      </FormSection>
    </FormPanel>
  )
}
