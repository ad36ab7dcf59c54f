/** Creates or edits a broker: its master broker, what it decides for its groups, and its invoice period. */
import { useQuery } from '@tanstack/react-query'
import { broker, brokerChoices, brokersKey, groupChoices, groupOption, usersKey } from '../../api/choices'
import { YesNoUnsetField } from '../../ui/fields/ChoiceField'
import { MultiSelectField } from '../../ui/fields/MultiSelectField'
import { NumberField } from '../../ui/fields/NumberField'
import { SelectField } from '../../ui/fields/SelectField'
import { TextField } from '../../ui/fields/TextField'
import { FormSection } from '../../ui/form/FormBody'
import { useApiForm } from '../../ui/form/useApiForm'
import { FormPanel } from '../../ui/panel/FormPanel'
import { brokerUserChoices, periodDays, saveBroker, type Broker, type BrokerInput } from './queries'

interface BrokerValues {
  Name: string
  MasterBrokerId: number | null
  ProcessDependentsInCensus: boolean | null
  SendWelcomeEmails: boolean | null
  RequirePatientMfa: boolean | null
  InvoicePeriodStartDay: number | null
  InvoicePeriodEndDay: number | null
  InvoiceGracePeriod: number | null
  BillingLookbackMonths: number | null
  EmployerGroupIds: number[]
  UserIds: number[]
}

// The usual period runs from the 4th to the 3rd (rules.md#period-days-of-a-broker); bills are corrected three months back (rules.md#look-back).
const blank: BrokerValues = {
  Name: '',
  MasterBrokerId: null,
  ProcessDependentsInCensus: null,
  SendWelcomeEmails: null,
  RequirePatientMfa: null,
  InvoicePeriodStartDay: 4,
  InvoicePeriodEndDay: 3,
  InvoiceGracePeriod: 0,
  BillingLookbackMonths: 3,
  EmployerGroupIds: [],
  UserIds: [],
}

/** What the server would give a value of its own when it is left empty, by the names of its messages. */
const needed = { InvoiceGracePeriod: 'Invoice Grace Period', BillingLookbackMonths: 'Billing Look-back' }

function toValues(loaded: Broker): BrokerValues {
  return {
    Name: loaded.Name,
    MasterBrokerId: loaded.MasterBroker?.Id ?? null,
    ProcessDependentsInCensus: loaded.ProcessDependentsInCensus ?? null,
    SendWelcomeEmails: loaded.SendWelcomeEmails ?? null,
    RequirePatientMfa: loaded.RequirePatientMfa ?? null,
    InvoicePeriodStartDay: loaded.InvoicePeriodStartDay,
    InvoicePeriodEndDay: loaded.InvoicePeriodEndDay,
    InvoiceGracePeriod: loaded.InvoiceGracePeriod,
    BillingLookbackMonths: loaded.BillingLookbackMonths,
    EmployerGroupIds: loaded.EmployerGroupIds,
    UserIds: loaded.UserIds,
  }
}

/** What is sent. Nothing is sent for groups and users that were not touched: somebody may have moved one of them meanwhile. */
function toInput({ EmployerGroupIds, UserIds, ...values }: BrokerValues, loaded: Broker | undefined): BrokerInput {
  const { EmployerGroupIds: groups, UserIds: users } = loaded ? toValues(loaded) : blank
  return {
    ...values,
    EmployerGroupIds: same(EmployerGroupIds, groups) ? null : EmployerGroupIds,
    UserIds: same(UserIds, users) ? null : UserIds,
    Version: loaded?.Version ?? null,
  }
}

function same(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((id) => right.includes(id))
}

export function BrokerPanel({ id }: { id: number | undefined }) {
  const form = useApiForm({
    key: `broker ${id ?? 'new'}`,
    blank,
    load: id === undefined ? undefined : broker(id),
    toValues,
    needed,
    save: (values, loaded) => saveBroker(id, toInput(values, loaded)),
    refresh: [brokersKey, usersKey, groupChoices.queryKey.slice(0, 1)],
    saved: id === undefined ? 'The broker has been created successfully!' : 'The broker has been updated successfully!',
    offers: ({ Id }) => (id === undefined ? { label: 'Open', to: '/brokers', panel: `broker.${Id}` } : undefined),
  })
  const brokers = useQuery(brokerChoices)
  const days = useQuery(periodDays)
  const dayOptions = (days.data ?? []).map(({ Name, Value }) => ({ value: Value, label: Name }))
  // A broker cannot be its own master.
  const masters = (brokers.data ?? [])
    .filter((other) => other.Id !== id)
    .map(({ Id, Name }) => ({ value: Id, label: Name }))
  return (
    <FormPanel
      form={form}
      title={id === undefined ? 'Create Broker' : 'Edit Broker'}
      context={form.loaded?.Name}
      action="Save broker"
      history={id === undefined ? undefined : { subject: 'broker', id }}
    >
      <FormSection>
        <TextField name="Name" />
        <SelectField name="MasterBrokerId" label="Master broker" optional options={masters} query={brokers} clearable />
      </FormSection>
      <FormSection
        title="For all groups of this broker"
        help="Yes or No is in force for every group of the broker. Left unset, the group's master broker decides, else the group itself."
      >
        <YesNoUnsetField name="ProcessDependentsInCensus" label="Process dependents" span={3} />
        <YesNoUnsetField name="SendWelcomeEmails" label="Send welcome emails" span={3} />
        <YesNoUnsetField name="RequirePatientMfa" label="Require patient MFA" span={3} />
      </FormSection>
      <FormSection title="Invoice period" help="Used when invoices are made automatically each month.">
        <SelectField name="InvoicePeriodStartDay" label="Start day" options={dayOptions} query={days} span={2} />
        <SelectField name="InvoicePeriodEndDay" label="End day" options={dayOptions} query={days} span={2} />
        <NumberField name="InvoiceGracePeriod" label="Grace period" suffix=" days" min={0} span={2} />
      </FormSection>
      <Belonging />
      <FormSection title="Corrections">
        <NumberField
          name="BillingLookbackMonths"
          label="Correct bills of the last"
          suffix=" months"
          min={0}
          help="Members who joined or left late are billed or credited this far back. A group may say otherwise."
          span={3}
        />
      </FormSection>
    </FormPanel>
  )
}

/** The groups and the users of the broker. Taking one that belongs to another broker moves it here. */
function Belonging() {
  const groups = useQuery(groupChoices)
  const users = useQuery(brokerUserChoices)
  return (
    <FormSection title="Groups and users" help="A group or user that belongs to another broker moves to this one.">
      <MultiSelectField
        name="EmployerGroupIds"
        label="Employer groups"
        optional
        options={(groups.data ?? []).map(groupOption)}
        query={groups}
      />
      <MultiSelectField
        name="UserIds"
        label="Users"
        optional
        options={(users.data ?? []).map(({ Id, FullName, Email }) => ({ value: Id, label: `${FullName} (${Email})` }))}
        query={users}
      />
    </FormSection>
  )
}
