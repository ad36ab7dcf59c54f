/** Creates or edits a user: who it is, its role, and what it may see. What the reader may not change is shown and locked. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brokerChoices, brokersKey, groupChoices, groupOption, usersKey, userToEdit } from '../../api/choices'
import { sessionQuery, useCan, useMe } from '../../session/session'
import { MultiSelectField } from '../../ui/fields/MultiSelectField'
import { PhoneField } from '../../ui/fields/PhoneField'
import { SelectField } from '../../ui/fields/SelectField'
import { SwitchField } from '../../ui/fields/SwitchField'
import { TextField } from '../../ui/fields/TextField'
import { FormRow, FormSection } from '../../ui/form/FormBody'
import { useApiForm, type ApiForm } from '../../ui/form/useApiForm'
import { Note } from '../../ui/state/Note'
import { FormPanel } from '../../ui/panel/FormPanel'
import { StatusDot } from '../../ui/value/StatusDot'
import { toast } from '../../ui/toast/toasts'
import { roles, saveUser, type User } from './queries'
import {
  accountManager,
  foreignGroups,
  mayBeGiven,
  mayHaveBroker,
  needsBroker,
  newUser,
  toInput,
  toValues,
  whyNoGroups,
  type UserValues,
} from './userForm'

type UserForm = ApiForm<UserValues, User, User>

export function UserPanel({ id }: { id: number | undefined }) {
  const { User } = useMe()
  const anyRole = useCan()('EditBrokers')
  const isSelf = id === User.Id
  // Others than administrators add account managers to their own broker, nobody else (rules.md#who-changes-users).
  const blank = anyRole ? newUser : { ...newUser, RoleId: accountManager, BrokerId: User.Broker?.Id ?? null }
  const form: UserForm = useApiForm({
    key: `user ${id ?? 'new'}`,
    blank,
    load: id === undefined ? undefined : userToEdit(id),
    toValues,
    save: (values, loaded) => saveUser(id, toInput(values, loaded)),
    refresh: [usersKey, brokersKey, ...(isSelf ? [sessionQuery.queryKey] : [])],
    saved: id === undefined ? 'The user was created successfully!' : 'The user was updated successfully!',
    offers: ({ Id }) => (id === undefined ? { label: 'Open', to: '/users', panel: `user.${Id}` } : undefined),
    onSaved: tellWhatWaits,
  })
  const stored = form.loaded
  return (
    <FormPanel
      form={form}
      title={id === undefined ? 'Create User' : 'Edit User'}
      status={stored?.IsDisabled && <StatusDot tone="off">Disabled</StatusDot>}
      context={
        stored ? stored.FullName : id === undefined && 'A mail with a link to set the password goes to the address.'
      }
      action={id === undefined ? 'Create user' : 'Save user'}
      history={id === undefined ? undefined : { subject: 'user', id }}
      note={stored?.WaitingEmailAddress && <WaitingAddress user={stored} />}
      readOnly={stored?.MayEdit === false && 'You may not change this user.'}
    >
      <FormSection>
        <TextField name="FirstName" span={3} />
        <TextField name="LastName" span={3} />
        <TextField
          name="EmailAddress"
          label="Email address"
          type="email"
          help={id !== undefined && !anyRole && 'Another one counts once the user has said yes, by a mail to this one.'}
        />
        <PhoneField name="PhoneNumber" optional span={3} />
      </FormSection>
      <AccessFields form={form} anyRole={anyRole} isSelf={isSelf} />
    </FormPanel>
  )
}

/** The notice of a saved user speaks of an address that does not count yet. */
function tellWhatWaits({ EmailAddress, WaitingEmailAddress }: User): void {
  if (!WaitingEmailAddress) return
  toast.info(`${WaitingEmailAddress} counts once ${EmailAddress} has said yes. A mail has been sent there.`)
}

function WaitingAddress({ user: { EmailAddress, WaitingEmailAddress } }: { user: User }) {
  return (
    <Note kind="info" title={`${WaitingEmailAddress} waits for a yes.`}>
      A mail to {EmailAddress} asks for it. Until then the user signs in as before. An administrator changes the address
      at once.
    </Note>
  )
}

interface AccessProps {
  form: UserForm
  /** Whether every role may be given, and not only that of an account manager. */
  anyRole: boolean
  isSelf: boolean
}

const ownRights = 'Your own access is changed by somebody else.'

function AccessFields({ form, anyRole, isSelf }: AccessProps) {
  const groups = useQuery(groupChoices)
  const brokers = useQuery({ ...brokerChoices, enabled: anyRole })
  const { RoleId, BrokerId, EmployerGroupIds } = form.values
  const broker = mayHaveBroker(RoleId) ? BrokerId : null
  const all = groups.data ?? []
  const lacksBroker = needsBroker(RoleId) && BrokerId === null
  // Where the broker has lost a group meanwhile it may stay, until the broker is changed.
  const offered = all.filter((group) => mayBeGiven(group, broker) || EmployerGroupIds.includes(group.Id))
  const [dropped, setDropped] = useState<readonly string[]>([])
  const chooseBroker = (chosen: string | number | null) => {
    const foreign = foreignGroups(EmployerGroupIds, all, typeof chosen === 'number' ? chosen : null)
    setDropped(all.filter(({ Id }) => foreign.includes(Id)).map(({ Name }) => Name))
    if (foreign.length > 0)
      form.set(
        'EmployerGroupIds',
        EmployerGroupIds.filter((id) => !foreign.includes(id)),
      )
  }
  return (
    <FormSection title="Access">
      <RoleField form={form} anyRole={anyRole} isSelf={isSelf} />
      {anyRole && mayHaveBroker(RoleId) && (
        <SelectField
          name="BrokerId"
          label="Broker"
          optional={!needsBroker(RoleId)}
          clearable={!needsBroker(RoleId)}
          options={(brokers.data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))}
          query={brokers}
          locked={isSelf && ownRights}
          onChoose={chooseBroker}
          span={3}
        />
      )}
      <MultiSelectField
        name="EmployerGroupIds"
        label="Employer groups"
        options={offered.map(groupOption)}
        query={groups}
        locked={whyNoGroups(RoleId) || (isSelf && ownRights) || (lacksBroker && 'Choose the broker first.')}
        help={broker === null ? 'The groups this user may see.' : 'The groups of the broker that this user may see.'}
      />
      {dropped.length > 0 && (
        <FormRow>
          <Note kind="warn" live title="Taken away with the change of the broker:">
            {dropped.join(', ')}. A user of a broker is given groups of that broker only.
          </Note>
        </FormRow>
      )}
      {form.loaded && !isSelf && (
        <SwitchField
          name="IsDisabled"
          label="Disabled"
          help="A disabled user cannot sign in, and every open session of the user ends at once."
        />
      )}
    </FormSection>
  )
}

function RoleField({ form: { loaded }, anyRole, isSelf }: AccessProps) {
  const query = useQuery(roles)
  const all = (query.data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  // A role that may not be given is offered only where it stands already, so that it can be read.
  const offered = anyRole ? all : all.filter(({ value }) => value === accountManager || value === loaded?.RoleId)
  return (
    <SelectField name="RoleId" label="Role" options={offered} query={query} locked={isSelf && ownRights} span={3} />
  )
}
