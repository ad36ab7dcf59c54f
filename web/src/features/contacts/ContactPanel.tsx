/** Creates or edits a contact of a group. */
import { contactsKey } from '../../api/choices'
import { PhoneField } from '../../ui/fields/PhoneField'
import { SwitchField } from '../../ui/fields/SwitchField'
import { TextareaField } from '../../ui/fields/TextareaField'
import { TextField } from '../../ui/fields/TextField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { contact, saveContact, type Contact } from './queries'

const blank = {
  FirstName: '',
  LastName: '',
  EmailAddress: '',
  PhoneNumber: '',
  Department: '',
  Notes: '',
  Active: true,
}

function toValues(stored: Contact): typeof blank {
  return {
    FirstName: stored.FirstName,
    LastName: stored.LastName,
    EmailAddress: stored.EmailAddress ?? '',
    PhoneNumber: stored.PhoneNumber ?? '',
    Department: stored.Department ?? '',
    Notes: stored.Notes ?? '',
    Active: stored.Active,
  }
}

export function ContactPanel({ employerId, id }: { employerId: number; id: number | undefined }) {
  const form = useApiForm({
    key: `contact ${employerId} ${id ?? 'new'}`,
    blank,
    load: id === undefined ? undefined : contact(employerId, id),
    toValues,
    save: (values, stored) => saveContact(employerId, id, { ...values, Version: stored?.Version ?? null }),
    refresh: [contactsKey(employerId)],
    saved: id === undefined ? 'The contact has been added for the group.' : 'The contact has been updated.',
    offers: ({ Id }) =>
      id === undefined ? { label: 'Open', to: `/employers/${employerId}`, panel: `contact.${Id}` } : undefined,
  })
  return (
    <FormPanel
      form={form}
      title={id === undefined ? 'Create Contact' : 'Edit Contact'}
      context={form.loaded?.Name}
      action="Save contact"
      history={id === undefined ? undefined : { subject: 'contact', id }}
    >
      <FormSection>
        <TextField name="FirstName" span={3} />
        <TextField name="LastName" span={3} />
        <TextField name="EmailAddress" type="email" optional span={3} />
        <PhoneField name="PhoneNumber" optional span={3} />
        <TextField name="Department" optional />
        <TextareaField name="Notes" optional />
        <SwitchField
          name="Active"
          help="Only active contacts are offered as contacts for accounting, the producer and human resources."
        />
      </FormSection>
    </FormPanel>
  )
}
