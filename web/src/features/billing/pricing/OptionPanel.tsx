/** Creates or edits a pricing option. A rate that invoices have stays as it is. */
import { MoneyField } from '../../../ui/fields/MoneyField'
import { SwitchField } from '../../../ui/fields/SwitchField'
import { TextField } from '../../../ui/fields/TextField'
import { FormSection } from '../../../ui/form/FormBody'
import { useApiForm } from '../../../ui/form/useApiForm'
import { FormPanel } from '../../../ui/panel/FormPanel'
import { Tag } from '../../../ui/value/Tag'
import { changedByOptions, option, saveOption, type PricingOption } from './queries'

interface OptionValues {
  Name: string
  Rate: number | null
  IsArchived: boolean
}

const newOption: OptionValues = { Name: '', Rate: null, IsArchived: false }

export function OptionPanel({ employerId, id }: { employerId: number; id: number | undefined }) {
  const form = useApiForm({
    key: `pricing option ${employerId} ${id ?? 'new'}`,
    blank: newOption,
    load: id === undefined ? undefined : option(employerId, id),
    toValues: ({ Name, Rate, IsArchived }: PricingOption) => ({ Name, Rate, IsArchived }),
    save: (values, stored) => saveOption(employerId, id, { ...values, Version: stored?.Version ?? null }),
    refresh: changedByOptions(employerId),
    saved:
      id === undefined
        ? 'The pricing option has been created.'
        : { title: 'Success!', message: 'The pricing option has been updated.' },
    offers: ({ Id }) =>
      id === undefined
        ? { label: 'Open', to: `/employers/${employerId}/billing/pricing`, panel: `pricing.${Id}` }
        : undefined,
  })
  const stored = form.loaded
  return (
    <FormPanel
      form={form}
      title="Pricing Option"
      status={stored?.IsArchived && <Tag>Archived</Tag>}
      context={stored?.Name ?? 'New'}
      action="Save pricing option"
      history={id === undefined ? undefined : { subject: 'pricing_option', id }}
    >
      <FormSection>
        <TextField name="Name" maxLength={100} span={4} />
        <MoneyField
          name="Rate"
          span={2}
          locked={
            stored?.RateChangeDisabled &&
            'The rate cannot be modified because this pricing option is associated with invoices.'
          }
        />
        {id !== undefined && (
          <SwitchField
            name="IsArchived"
            label="Archived"
            help="It is no longer offered. Line items that have it keep it."
          />
        )}
      </FormSection>
    </FormPanel>
  )
}
