/** The fields of the member editor, section by section. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeDay, date } from '../../lib/format/dates'
import { genders } from '../../lib/format/gender'
import { money } from '../../lib/format/money'
import { Button } from '../../ui/action/Button'
import { AsyncSelectField } from '../../ui/fields/AsyncSelectField'
import { CheckboxField } from '../../ui/fields/CheckboxField'
import { DateField } from '../../ui/fields/DateField'
import { PhoneField } from '../../ui/fields/PhoneField'
import { SelectField } from '../../ui/fields/SelectField'
import { StateField } from '../../ui/fields/StateField'
import { TextField } from '../../ui/fields/TextField'
import { FormSection } from '../../ui/form/FormBody'
import { IconLockOpen } from '../../ui/icons'
import { dependent, memberTypes, planNames, withStored, type MemberValues } from './memberForm'
import { billingCodes, findPrimaries, pricingGroupChoices, type EditedMember } from './queries'
import { active, editorStatus, effectiveText, inActive, isPending } from './status/status'

interface SectionProps {
  employerId: number
  values: MemberValues
  /** The member that is edited; absent for a new one. */
  stored?: EditedMember | undefined
}

/** What the lengths of the stored texts are (rules.md#member-fields). */
const longest = { name: 100, line: 200, id: 50, email: 254, zip: 10 } as const

const genderOptions = genders.map((label, value) => ({ value, label }))
const options = (texts: readonly string[]) => texts.map((text) => ({ value: text, label: text }))

export function IdentitySection({ employerId, values, stored, today }: SectionProps & { today: string }) {
  return (
    <FormSection title="Identity">
      <TextField name="FirstName" label="First name" maxLength={longest.name} span={3} />
      <TextField name="LastName" label="Last name" maxLength={longest.name} span={3} />
      <DateField name="DateOfBirth" label="Date of birth" max={today} span={2} />
      <SelectField name="Gender" optional options={genderOptions} span={2} />
      <SelectField
        name="MemberType"
        label="Member type"
        options={options(withStored(memberTypes, stored?.MemberType))}
        span={2}
      />
      {values.MemberType === dependent && (
        <AsyncSelectField
          name="PrimaryEmployeeId"
          labelName="PrimaryName"
          label="Primary member"
          optional
          help="Whose dependent this is. Search by name, email or ID."
          search={(term, signal) => findPrimaries(employerId, stored?.Id, term, signal)}
          nothing="No primary member of this group matched your search."
        />
      )}
      <UniqueId isNew={stored === undefined} />
    </FormSection>
  )
}

const uniqueIdHelp = 'A unique ID that can be used to identify this member during bulk imports.'

/** Locked on a member that exists: census files find it by this. */
function UniqueId({ isNew }: { isNew: boolean }) {
  const [isLocked, setLocked] = useState(!isNew)
  const unlock = (
    <Button small icon={IconLockOpen} onClick={() => setLocked(false)}>
      Unlock
    </Button>
  )
  return (
    <TextField
      name="EmployerProvidedId"
      label="Unique ID"
      optional
      maxLength={longest.id}
      help={uniqueIdHelp}
      locked={isLocked && uniqueIdHelp}
      {...(isLocked ? { action: unlock, actionWidth: 96 } : {})}
    />
  )
}

export function ContactSection() {
  return (
    <FormSection title="Contact">
      <TextField name="EmailAddress" label="Email address" optional type="email" maxLength={longest.email} />
      <PhoneField name="MobilePhone" label="Mobile phone" optional span={3} />
      <PhoneField name="HomePhone" label="Home phone" optional span={3} />
      <TextField name="AddressLine1" label="Address" optional maxLength={longest.line} span={4} />
      <TextField name="AddressLine2" label="Unit" optional maxLength={longest.line} span={2} />
      <TextField name="City" optional maxLength={longest.name} span={2} />
      <StateField name="State" optional span={2} />
      <TextField name="ZipCode" label="ZIP code" optional maxLength={longest.zip} span={2} />
    </FormSection>
  )
}

export function PlanSection({ employerId, stored }: Omit<SectionProps, 'values'>) {
  const pricing = useQuery(pricingGroupChoices(employerId))
  const pricingOptions = (pricing.data ?? []).map(({ Id, Name, PricingOption: { Rate } }) => ({
    value: Id,
    label: `${Name} · ${money(Rate)}`,
  }))
  return (
    <FormSection title="Plan and billing">
      <SelectField name="PlanName" label="Plan" options={options(withStored(planNames, stored?.PlanName))} span={3} />
      <SelectField
        name="PricingGroupId"
        label="Pricing group"
        options={pricingOptions}
        query={pricing}
        nothing="This group has no pricing groups."
        span={3}
      />
      <TextField name="OtherMemberId" label="Other ID" optional maxLength={longest.id} span={3} />
      <BillingCode employerId={employerId} stored={stored?.BillingReferenceId} />
    </FormSection>
  )
}

/** Only where the group has billing codes. While that is not known it stands where the member has a code, and when asking failed. */
function BillingCode({ employerId, stored }: { employerId: number; stored: string | null | undefined }) {
  const codes = useQuery(billingCodes(employerId))
  const isOffered = codes.data ? codes.data.length > 0 : codes.isError || Boolean(stored)
  if (!isOffered) return null
  return (
    <SelectField
      name="BillingReferenceId"
      label="Billing code"
      optional
      clearable
      options={options(withStored(codes.data ?? [], stored))}
      query={codes}
      span={3}
    />
  )
}

interface StatusSectionProps extends Omit<SectionProps, 'employerId'> {
  today: string
  mayChooseDay: boolean
}

const statusOptions = [
  { value: active, label: 'Active' },
  { value: inActive, label: 'In-Active' },
]

export function StatusSection({ values, stored, today, mayChooseDay }: StatusSectionProps) {
  const changes = stored !== undefined && !isPending(stored.Status) && values.Status !== editorStatus(stored.Status)
  return (
    <FormSection title="Status">
      <SelectField
        name="Status"
        options={stored ? statusOptions : statusOptions.slice(0, 1)}
        help={statusHelp(values, stored, changes, today)}
        span={3}
      />
      {mayChooseDay && (changes || !stored) && <ChosenDay isChosen={values.OverrideDate} />}
    </FormSection>
  )
}

/** From which day the status holds: the rule's, unless another one is chosen. */
function statusHelp(
  { Status, OverrideDate }: MemberValues,
  stored: EditedMember | undefined,
  changes: boolean,
  today: string,
): string | undefined {
  if (!stored) return OverrideDate ? undefined : 'A new member is active from today.'
  if (isPending(stored.Status))
    return `${stored.StatusName} from ${date(stored.PendingOn)}. Undo the pending status change before choosing another.`
  if (!changes || OverrideDate) return undefined
  return `${Status === inActive ? 'In-Active' : 'Active'}: ${effectiveText(changeDay(today), today)}.`
}

/** Another day than the rule gives, past days included. */
export function ChosenDay({ isChosen }: { isChosen: boolean }) {
  return (
    <>
      <CheckboxField name="OverrideDate" label="Override effective date" />
      {isChosen && (
        <DateField
          name="EffectiveDate"
          label="Effective date"
          help="The first day on which the new status holds."
          span={3}
        />
      )}
    </>
  )
}
