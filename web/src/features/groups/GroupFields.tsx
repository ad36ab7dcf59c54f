/** The parts of the group editor. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ComponentType } from 'react'
import { brokerChoices, contacts, erpAccounts } from '../../api/choices'
import { ChoiceField } from '../../ui/fields/ChoiceField'
import { DateField } from '../../ui/fields/DateField'
import { MoneyField } from '../../ui/fields/MoneyField'
import { MultiSelectField } from '../../ui/fields/MultiSelectField'
import { NumberField } from '../../ui/fields/NumberField'
import { SelectField } from '../../ui/fields/SelectField'
import { StateField } from '../../ui/fields/StateField'
import { SwitchField } from '../../ui/fields/SwitchField'
import { TextField } from '../../ui/fields/TextField'
import type { FieldProps } from '../../ui/fields/frame'
import { FormSection } from '../../ui/form/FormBody'
import type { ApiForm } from '../../ui/form/useApiForm'
import { standardPricing, type GroupValues } from './groupForm'
import { useDecidedAbove, type Overridable } from './overrides'
import { benefitServices, type Group } from './queries'

/** The editor's form, whatever it loads and saves. */
export interface GroupForm {
  form: Pick<ApiForm<GroupValues>, 'values' | 'set'>
}

const countSources = [
  { value: 0, label: 'Group Portal' },
  { value: 1, label: 'Patient Platform' },
]

const named = ({ Id, Name }: { Id: number; Name: string }) => ({ value: Id, label: Name })

export function IdentityFields({ form, isNew }: GroupForm & { isNew: boolean }) {
  const query = useQuery(brokerChoices)
  const brokers = (query.data ?? []).map(named)
  const { Name, BrokerId, DefaultPricingGroupName } = form.values
  const namePricing = () => {
    if (Name.trim() !== '' && DefaultPricingGroupName.trim() === '')
      form.set('DefaultPricingGroupName', standardPricing(Name))
  }
  return (
    <FormSection title="Group">
      <TextField name="Name" span={4} onLeave={namePricing} />
      <TextField name="GroupId" label="Group ID" span={2} />
      <SelectField name="BrokerId" label="Broker" options={brokers} query={query} span={3} />
      <SelectField
        name="MasterBrokerId"
        label="Master broker"
        optional
        clearable
        options={brokers.filter(({ value }) => value !== BrokerId)}
        query={query}
        span={3}
      />
      <DateField name="EffectiveDate" span={2} />
      <DateField name="TerminationDate" optional span={2} />
      <DateField name="RenewalDate" optional span={2} />
      <TextField name="TaxIdNumber" label="Tax ID number" optional span={isNew ? 6 : 3} />
    </FormSection>
  )
}

const feeHelp = 'The fee is collected from the patient before the consult and is added on top of regular group pricing.'

/** What the first pricing of a new group is called and costs. */
export function FirstPricingFields({ isNew }: { isNew: boolean }) {
  return (
    <FormSection
      title="Default pricing"
      help={
        isNew
          ? 'The first pricing option and the default pricing group of the group are made from this.'
          : 'What the group was created with. Its prices today stand under Pricing Options.'
      }
    >
      <TextField name="DefaultPricingGroupName" />
      <MoneyField name="DefaultPricingGroupRate" span={3} />
      <MoneyField
        name="DefaultAfterHoursFee"
        label="Default after-hours fee"
        help={isNew ? feeHelp : undefined}
        span={3}
      />
    </FormSection>
  )
}

/** The choice of one of a group's pricing options. It belongs to billing, so the route that composes the two hands it in. */
export type OptionChoice = ComponentType<
  FieldProps & { employerId: number; stored?: number | null | undefined; clearable?: boolean }
>

interface FeeFieldsProps {
  employerId: number
  stored: Group | undefined
  option: OptionChoice
}

const fees = [
  { name: 'MedicalFeeTotalId', label: 'Medical copay, total', help: 'Left empty, $49.00 is shown.' },
  { name: 'MedicalFeePatientId', label: 'Medical copay, primary' },
  { name: 'MedicalFeeDependentId', label: 'Medical copay, dependents' },
  { name: 'MedicalFeeAfterHoursId', label: 'After-hours fee' },
] as const

/** Which of the group's pricing options its fees are; a new group has none to choose from yet. */
export function FeeFields({ employerId, stored, option: OptionField }: FeeFieldsProps) {
  // They stand there before they can be used, so that what is below them keeps its place.
  const waiting = fees.map((fee) => <SelectField key={fee.name} {...fee} options={[]} optional />)
  return (
    <FormSection title="Fees" help={`Each is one of the group's pricing options. ${feeHelp}`}>
      <Suspense fallback={waiting}>
        {fees.map((fee) => (
          <OptionField key={fee.name} {...fee} employerId={employerId} stored={stored?.[fee.name]} optional clearable />
        ))}
      </Suspense>
    </FormSection>
  )
}

/** Who answers for what; chosen among the contacts of the group, so that a new one has none yet. */
export function ContactFields({ employerId, stored }: { employerId: number; stored: Group | undefined }) {
  const query = useQuery(contacts(employerId))
  const chosen = [stored?.AccountingContactId, stored?.ProducerContactId, stored?.HrContactId]
  // One who is no longer active stays where he was chosen.
  const options = (query.data ?? []).filter(({ Id, Active }) => Active || chosen.includes(Id)).map(named)
  const field = {
    options,
    query,
    optional: true,
    clearable: true,
    span: 2,
    nothing: 'There are no contacts for this group.',
  } as const
  return (
    <FormSection title="Contacts">
      <SelectField {...field} name="AccountingContactId" label="Accounting" />
      <SelectField {...field} name="ProducerContactId" label="Producer" />
      <SelectField {...field} name="HrContactId" label="Human resources" />
    </FormSection>
  )
}

interface CensusFieldsProps extends GroupForm {
  stored?: Group | undefined
  /** Whether a file of the group waits whose rows were judged already. */
  fileWaits?: boolean
}

export function CensusFields({ form, stored, fileWaits = false }: CensusFieldsProps) {
  const isSwitched = stored && stored.ProcessDependentsInCensus !== form.values.ProcessDependentsInCensus
  return (
    <FormSection title="Members and census">
      <BrokerSwitch
        form={form}
        name="ProcessDependentsInCensus"
        label="Process dependents in census"
        help={isSwitched && fileWaits ? 'For a census file that waits, run Validate Data again.' : undefined}
      />
      <BrokerSwitch form={form} name="SendWelcomeEmails" label="Send welcome emails" />
      <SwitchField name="ExplicitImport" help="A census file ends every member it does not name." span={3} />
      <SwitchField
        name="AllowManualAdds"
        label="Allow manual adds"
        help="Others than administrators may add members by hand."
        span={3}
      />
      <NumberField
        name="TerminationGuardPercent"
        label="Ask before a file ends more than"
        suffix=" % of active members"
        min={0}
        span={3}
      />
      <NumberField name="TerminationGuardMinimum" label="But never below" suffix=" members" min={0} span={3} />
      <ChoiceField
        name="UtilizationMemberSource"
        label="Member count source"
        help="Where the utilization report counts members."
        choices={countSources}
      />
    </FormSection>
  )
}

interface BrokerSwitchProps extends GroupForm {
  name: Overridable
  label: string
  help?: string | undefined
}

/** A setting that a broker may decide: it shows the broker's value then, and cannot be changed. */
function BrokerSwitch({ form, name, label, help }: BrokerSwitchProps) {
  const decided = useDecidedAbove(form.values.BrokerId, form.values.MasterBrokerId)(name)
  return (
    <SwitchField
      name={name}
      label={label}
      {...(help ? { help } : {})}
      inForce={decided}
      locked={decided !== undefined && 'This option is overridden at the broker level.'}
      span={3}
    />
  )
}

export function PatientFields({ form }: GroupForm) {
  const query = useQuery(benefitServices)
  const services = (query.data ?? []).map(named)
  return (
    <FormSection title="Patients">
      <MultiSelectField name="BenefitServiceIds" label="Benefit services" optional options={services} query={query} />
      <BrokerSwitch form={form} name="RequirePatientMfa" label="Require patient MFA" />
      <SwitchField name="AllowSubscriptions" span={3} />
      <SwitchField name="AllowPublicRegistration" span={3} />
      {form.values.AllowPublicRegistration && <TextField name="PublicRegistrationCode" span={3} />}
    </FormSection>
  )
}

export function InsuranceFields() {
  return (
    <FormSection title="Insurance">
      <SwitchField name="CollectInsurance" span={3} />
      <SwitchField name="InsuranceBillingEnabled" label="Insurance billing" span={3} />
      <SwitchField name="RealTimeEligibility" label="Real-time eligibility" span={3} />
      <SwitchField name="IgnoreInsuranceEligibilityCopay" label="Ignore insurance eligibility copay" span={3} />
    </FormSection>
  )
}

export function BillingFields() {
  const accounts = useQuery(erpAccounts)
  // A failed load is an empty list, as when none is configured.
  const systems = (accounts.data?.Data ?? []).map(named)
  return (
    <FormSection title="Billing">
      <SwitchField
        name="EnableInvoiceAccess"
        label="Invoice access"
        help="Others than administrators see the group's invoices."
        span={3}
      />
      <NumberField
        name="BillingLookbackMonths"
        label="Correct bills of the last"
        optional
        suffix=" months"
        min={0}
        help="Left empty, the broker decides."
        span={3}
      />
      <MultiSelectField
        name="ApiServiceIds"
        label="ERP systems"
        optional
        options={systems}
        locked={!accounts.isPending && systems.length === 0 && 'No ERP systems configured.'}
      />
      <TextField name="BillingAddressLine1" label="Billing address" optional span={4} />
      <TextField name="BillingAddressLine2" label="Unit" optional span={2} />
      <TextField name="BillingCity" label="City" optional span={2} />
      <StateField name="BillingState" label="State" optional span={2} />
      <TextField name="BillingZipCode" label="ZIP code" optional span={2} />
    </FormSection>
  )
}
