/** Creates or edits an employer group. A new one starts with the next free Group ID and the usual settings; once made, its page opens. */
import { useNavigate } from '@tanstack/react-router'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { needed, newGroup, toInput, toValues } from './groupForm'
import {
  BillingFields,
  CensusFields,
  ContactFields,
  FeeFields,
  FirstPricingFields,
  IdentityFields,
  InsuranceFields,
  PatientFields,
  type OptionChoice,
} from './GroupFields'
import { GroupStatus } from './GroupStatus'
import { StatusFields } from './StatusFields'
import { groupsKey, groupToEdit, nextGroupId, saveGroup, type Group } from './queries'

interface GroupPanelProps {
  id: number | undefined
  /** Where it was opened: the notices differ (rules.md#notices). */
  from: 'list' | 'header'
  option: OptionChoice
  /** Whether a census file of the group waits whose rows were judged already, as far as one knows. */
  fileWaits?: boolean
}

export function GroupPanel({ id, ...rest }: GroupPanelProps) {
  return id === undefined ? <CreateGroup /> : <EditGroup id={id} {...rest} />
}

function CreateGroup() {
  const navigate = useNavigate()
  const form = useApiForm({
    key: 'group new',
    blank: newGroup,
    load: nextGroupId,
    toValues: (suggested: string) => ({ ...newGroup, GroupId: suggested }),
    needed,
    save: (values) => saveGroup(undefined, toInput(values, undefined)),
    refresh: [groupsKey, ['brokers']],
    saved: 'The group was created successfully!',
    // In the place of the list with its panel, so that Back leads to neither twice; what was typed is saved, so nothing asks.
    onSaved: ({ Id }) =>
      void navigate({
        to: '/employers/$employerId',
        params: { employerId: Id },
        replace: true,
        ignoreBlocker: true,
      }),
  })
  return (
    <FormPanel form={form} title="Create Group" action="Create group" stays>
      <IdentityFields form={form} isNew />
      <FirstPricingFields isNew />
      <CensusFields form={form} />
      <PatientFields form={form} />
      <InsuranceFields />
      <BillingFields />
    </FormPanel>
  )
}

function EditGroup({ id, from, option, fileWaits = false }: GroupPanelProps & { id: number }) {
  const form = useApiForm({
    key: `group ${id}`,
    blank: newGroup,
    load: groupToEdit(id),
    toValues,
    needed,
    save: (values, stored: Group | undefined) => saveGroup(id, toInput(values, stored)),
    // The members change with a group that is made Active again.
    refresh: [groupsKey, ['members'], ['brokers'], ['audit']],
    saved:
      from === 'list'
        ? 'The group was updated successfully!'
        : { title: 'Success!', message: 'The group has been updated successfully!' },
  })
  return (
    <FormPanel
      form={form}
      title="Edit Group"
      status={form.loaded && <GroupStatus name={form.loaded.StatusName} />}
      context={form.loaded?.Name}
      action="Save group"
      history={{ subject: 'group', id }}
    >
      <IdentityFields form={form} isNew={false} />
      <StatusFields form={form} employerId={id} />
      <FirstPricingFields isNew={false} />
      <ContactFields employerId={id} stored={form.loaded} />
      <FeeFields employerId={id} stored={form.loaded} option={option} />
      <CensusFields form={form} stored={form.loaded} fileWaits={fileWaits} />
      <PatientFields form={form} />
      <InsuranceFields />
      <BillingFields />
    </FormPanel>
  )
}
