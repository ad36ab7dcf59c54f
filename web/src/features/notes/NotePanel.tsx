/** Creates or edits a note on a group. */
import { momentDate } from '../../lib/format/dates'
import { ChoiceField } from '../../ui/fields/ChoiceField'
import { TextareaField } from '../../ui/fields/TextareaField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { alert, general, note, notesKey, saveNote, type Note } from './queries'

const types = [
  { value: general, label: 'General' },
  { value: alert, label: 'Alert' },
]

interface NoteValues {
  NoteType: number
  Note: string
}

const blank: NoteValues = { NoteType: general, Note: '' }

export function NotePanel({ employerId, id }: { employerId: number; id: number | undefined }) {
  const form = useApiForm({
    key: `note ${employerId} ${id ?? 'new'}`,
    blank,
    load: id === undefined ? undefined : note(employerId, id),
    toValues: ({ NoteType, Body }: Note): NoteValues => ({ NoteType, Note: Body }),
    save: (values, stored) => saveNote(employerId, id, { ...values, Version: stored?.Version ?? null }),
    refresh: [notesKey(employerId)],
    saved: id === undefined ? 'The note has been created.' : 'The note has been updated.',
    offers: ({ Id }) =>
      id === undefined ? { label: 'Open', to: `/employers/${employerId}`, panel: `note.${Id}` } : undefined,
  })
  const { loaded } = form
  return (
    <FormPanel
      form={form}
      title={id === undefined ? 'Create Note' : 'Edit Note'}
      context={loaded && `${loaded.CreatedBy} · ${momentDate(loaded.CreatedOn)}`}
      action="Save note"
      history={id === undefined ? undefined : { subject: 'note', id }}
    >
      <FormSection>
        <TextareaField name="Note" rows={6} />
        <ChoiceField
          name="NoteType"
          label="Type"
          choices={types}
          help="An alert stands at the top of the group's overview, and is counted on its other pages. Only administrators see notes."
        />
      </FormSection>
    </FormPanel>
  )
}
