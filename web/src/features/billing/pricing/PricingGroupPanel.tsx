/** Creates or edits a pricing group: what its members' consults cost, and how sure a census match must be. */
import { YesNoField } from '../../../ui/fields/ChoiceField'
import { NumberField } from '../../../ui/fields/NumberField'
import { SwitchField } from '../../../ui/fields/SwitchField'
import { TextField } from '../../../ui/fields/TextField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { Tag } from '../../../ui/value/Tag'
import { codeOf, needed, newPricingGroup, toInput, toValues } from './groupForm'
import { OptionField } from './OptionField'
import { pricingGroup, pricingGroupsKey, savePricingGroup } from './queries'

export function PricingGroupPanel({ employerId, id }: { employerId: number; id: number | undefined }) {
  const form = useApiForm({
    key: `pricing group ${employerId} ${id ?? 'new'}`,
    blank: newPricingGroup,
    load: id === undefined ? undefined : pricingGroup(employerId, id),
    toValues,
    needed,
    save: (values, stored) => savePricingGroup(employerId, id, toInput(values, stored)),
    refresh: [pricingGroupsKey(employerId)],
    saved: id === undefined ? 'The pricing group has been created.' : 'The pricing group has been updated.',
    offers: ({ Id }) =>
      id === undefined
        ? { label: 'Open', to: `/employers/${employerId}/billing/pricing-groups`, panel: `pricing-group.${Id}` }
        : undefined,
  })
  const stored = form.loaded
  const fillCode = () => {
    if (form.values.Code.trim() === '') form.set('Code', codeOf(form.values.Name))
  }
  return (
    <FormPanel
      form={form}
      title={id === undefined ? 'Create Pricing Group' : 'Edit Pricing Group'}
      status={stored?.IsDefault && <Tag kind="accent">Default</Tag>}
      context={stored?.Name}
      action="Save pricing group"
      history={id === undefined ? undefined : { subject: 'pricing_group', id }}
    >
      <FormSection>
        <TextField name="Name" maxLength={100} span={4} onLeave={fillCode} />
        <TextField name="Code" maxLength={50} help="Census files name it by this." span={4} />
        <OptionField
          name="PricingOptionId"
          label="Pricing option"
          employerId={employerId}
          stored={stored?.PricingOption.Id}
          help="Its rate is the price of a consult shown to the patient."
        />
        {stored && (
          <SwitchField
            name="IsDefault"
            label="Default"
            help="For members without a code of their own. It takes the place of the default there is."
            locked={stored.IsDefault && 'A group needs a default pricing group. Make another one the default instead.'}
          />
        )}
      </FormSection>
      <FormSection title="Census files">
        <YesNoField
          name="EnableImplicitDependentPricing"
          label="Implicit dependent pricing"
          help="A dependent without a code takes the pricing group of its primary."
        />
        <NumberField
          name="PrimaryMatchSuccessThreshold"
          label="Primary match success threshold"
          step={0.1}
          decimals={2}
          min={0}
          max={1}
          help="0 to 1. The score from which a row is a member."
          span={3}
        />
        <NumberField
          name="DependentMatchSuccessThreshold"
          label="Dependent match success threshold"
          step={0.1}
          decimals={2}
          min={0}
          max={1}
          help="0 to 1. The same for dependents."
          span={3}
        />
      </FormSection>
    </FormPanel>
  )
}
