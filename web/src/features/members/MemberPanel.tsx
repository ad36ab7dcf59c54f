/** Creates or edits a member. What the group does not allow is said, and nothing can be saved then. */
import { useState } from 'react'
import { businessDay, momentDate } from '../../lib/format/dates'
import { WarningField } from '../../ui/fields/WarningField'
import { useApiForm, type ApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/state/Note'
import { FormPanel } from '../../ui/panel/FormPanel'
import { Status } from '../../ui/value/StatusDot'
import { isLocked, lockedText, whyNoNewMember, type Employer } from './employer'
import { ContactSection, IdentitySection, PlanSection, StatusSection } from './MemberFields'
import { followChange, newMember, newMemberOf, toInput, toValues, type MemberValues } from './memberForm'
import { changedByMembers, memberToEdit, pricingGroupChoices, saveMember, type EditedMember } from './queries'
import { SamePersons } from './SamePersons'
import { useMayChooseDay } from './status/useMayChooseDay'

interface MemberPanelProps {
  employer: Employer
  id: number | undefined
}

export function MemberPanel({ employer, id }: MemberPanelProps) {
  return id === undefined ? <CreateMember employer={employer} /> : <EditMember employer={employer} id={id} />
}

function CreateMember({ employer }: { employer: Employer }) {
  const form = useApiForm({
    key: `member new ${employer.Id}`,
    blank: newMember,
    load: pricingGroupChoices(employer.Id),
    toValues: newMemberOf,
    follow: followChange,
    save: (values) => saveMember(undefined, toInput(values, employer.Id, undefined)),
    refresh: changedByMembers,
    saved: 'The member has been created successfully!',
    offers: ({ Id }) => ({ label: 'Open', to: `/employers/${employer.Id}/members/${Id}` }),
  })
  const why = whyNoNewMember(employer)
  return (
    <FormPanel
      form={form}
      title="Create Member"
      context={employer.Name}
      action="Save member"
      readOnly={why !== undefined && 'Nothing can be saved.'}
      note={why && <Note kind="warn">{why}</Note>}
    >
      <Fields form={form} employer={employer} stored={undefined} />
    </FormPanel>
  )
}

function EditMember({ employer, id }: { employer: Employer; id: number }) {
  const form = useApiForm({
    key: `member ${id}`,
    blank: newMember,
    load: memberToEdit(id),
    toValues,
    follow: followChange,
    save: (values, stored) => saveMember(id, toInput(values, employer.Id, stored)),
    refresh: changedByMembers,
    saved: 'The member has been updated successfully!',
  })
  const stored = form.loaded
  const locked = isLocked(employer)
  return (
    <FormPanel
      form={form}
      title="Edit Member"
      status={stored && <Status name={stored.StatusName} />}
      context={stored && `${stored.FullName} · ${employer.Name} · added ${momentDate(stored.CreatedOn)}`}
      action="Save member"
      readOnly={locked && 'Nothing can be saved.'}
      note={locked && <Note kind="warn">{lockedText}</Note>}
      history={{ subject: 'member', id }}
    >
      <Fields form={form} employer={employer} stored={stored} />
    </FormPanel>
  )
}

interface FieldsProps<Loaded> {
  form: Pick<ApiForm<MemberValues, Loaded>, 'values'>
  employer: Employer
  stored: EditedMember | undefined
}

function Fields<Loaded>({ form: { values }, employer: { Id }, stored }: FieldsProps<Loaded>) {
  const [today] = useState(() => businessDay(new Date()))
  const mayChooseDay = useMayChooseDay()
  return (
    <>
      <WarningField
        name="BypassDuplicationCheck"
        title="This may be a member you already have"
        about={() => <SamePersons values={values} own={stored?.Id} />}
        agree="This is not a duplicate, save it anyway"
      />
      <IdentitySection employerId={Id} values={values} stored={stored} today={today} />
      <ContactSection />
      <PlanSection employerId={Id} stored={stored} />
      <StatusSection values={values} stored={stored} today={today} mayChooseDay={mayChooseDay} />
    </>
  )
}
