/** The details of a commission rule. */
import { useQuery } from '@tanstack/react-query'
import { brokerChoices } from '../../../api/choices'
import { counted } from '../../../lib/format/money'
import type { Query } from '../../../lib/query'
import { ErpFields } from '../../../shared/erp/ErpFields'
import { Button } from '../../../ui/action/Button'
import { ChoiceField } from '../../../ui/fields/ChoiceField'
import { SelectField } from '../../../ui/fields/SelectField'
import { SwitchField } from '../../../ui/fields/SwitchField'
import { TextField } from '../../../ui/fields/TextField'
import { FormRow, FormSection } from '../../../ui/form/FormBody'
import type { ApiForm } from '../../../ui/form/useApiForm'
import { IconPlus } from '../../../ui/icons'
import { Inline } from '../../../ui/Stack'
import { BillTerms } from './BillTerms'
import { openPicker, useSelectPlans } from './plans/useSelectPlans'
import { erpVendors, type PlanRow, type Rule } from './queries'
import type { RuleValues } from './ruleForm'

type RuleForm = Pick<ApiForm<RuleValues, Rule>, 'values' | 'loaded'>

interface RuleFieldsProps {
  form: RuleForm
  /** The plan lines of a new rule, which are sent with it. */
  plans?: { chosen: readonly number[]; choose: (ids: readonly number[]) => void }
  /** Those of a rule that exists, which are saved by themselves. */
  held?: Query<readonly PlanRow[]>
}

const bases = [
  { value: false, label: 'Billed' },
  { value: true, label: 'Paid' },
]

const vendor = {
  name: 'ErpVendorId',
  labelName: 'ErpVendorName',
  label: 'ERP vendor',
  search: erpVendors,
  nothing: 'No payees matched your search.',
}

export function RuleFields({ form, plans, held }: RuleFieldsProps) {
  const { values } = form
  return (
    <>
      <FormSection>
        <TextField name="Name" span={3} long />
        <TextField name="PayeeName" label="Payee" span={3} long />
        <ChoiceField
          name="OnPaidOnly"
          label="Pays on invoices once they are"
          choices={bases}
          help="Paid: what is not paid yet is pending, and is paid out with a later statement."
          span={3}
        />
        {held && (
          <SwitchField
            name="Active"
            help="An ended rule pays on nothing new; its statements settle what is open."
            span={3}
          />
        )}
      </FormSection>
      <ErpFields account={values.ApiServiceId} party={vendor}>
        <TextField
          name="BillNumberSuffix"
          label="Bill number suffix"
          optional
          help="Ends the number of each bill; at most 7 characters."
          span={3}
        />
        <BillTerms account={values.ApiServiceId} />
      </ErpFields>
      <FormSection title="Billing Plans">
        <BrokerField form={form} />
        {held && (
          <SwitchField
            name="BrokerReads"
            label="Broker reads statements"
            help="Its administrators see and download the billed statements of this payee."
            span={3}
          />
        )}
        {plans && <NewPlans broker={values.BrokerId} {...plans} />}
        {held && form.loaded && <HeldPlans rule={form.loaded} broker={values.BrokerId} held={held} />}
      </FormSection>
    </>
  )
}

function BrokerField({ form: { values, loaded } }: { form: RuleForm }) {
  const brokers = useQuery(brokerChoices)
  const options = (brokers.data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  const isOther = loaded?.BrokerId != null && values.BrokerId !== loaded.BrokerId
  const lines = loaded?.BillingPlanIds.length ?? 0
  const leaves = isOther && lines > 0
  return (
    <SelectField
      name="BrokerId"
      label="Broker"
      optional
      clearable
      options={options}
      query={brokers}
      help={
        leaves
          ? `Of the ${counted(lines, 'line')} of the rule, those that are not of this broker's groups leave it.`
          : 'The rule pays on plans of its groups.'
      }
    />
  )
}

interface PickButtonProps {
  lines: number
  locked: string | false
  onClick: () => void
}

/** How many lines there are, and the way to the picker. */
function PickButton({ lines, locked, onClick }: PickButtonProps) {
  return (
    <FormRow>
      <Inline>
        <Button icon={IconPlus} disabled={locked !== false} onClick={onClick}>
          Select Billing Plans
        </Button>
        <span>{locked === false ? counted(lines, 'line') : locked}</span>
      </Inline>
    </FormRow>
  )
}

function NewPlans({ broker, chosen, choose }: { broker: number | null } & NonNullable<RuleFieldsProps['plans']>) {
  return (
    <PickButton
      lines={chosen.length}
      locked={broker === null && 'Choose a broker first.'}
      onClick={() => broker !== null && openPicker({ brokerId: broker, held: [], chosen, onConfirm: choose })}
    />
  )
}

function HeldPlans({ rule, broker, held }: { rule: Rule; broker: number | null; held: Query<readonly PlanRow[]> }) {
  const rows = useQuery(held)
  const select = useSelectPlans(rule, rows.data ?? [])
  const locked =
    rule.BrokerId == null
      ? 'Choose a broker and save the rule first.'
      : broker !== rule.BrokerId
        ? 'Save the rule with its broker first.'
        : rows.data === undefined && 'Loading…'
  return <PickButton lines={rule.BillingPlanIds.length} locked={locked} onClick={select} />
}
