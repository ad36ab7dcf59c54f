/** The details of a billing plan. */
import { useQuery } from '@tanstack/react-query'
import { erpAccounts } from '../../../api/choices'
import { AsyncSelectField } from '../../../ui/fields/AsyncSelectField'
import { DateField } from '../../../ui/fields/DateField'
import { SelectField } from '../../../ui/fields/SelectField'
import { SwitchField } from '../../../ui/fields/SwitchField'
import { TextareaField } from '../../../ui/fields/TextareaField'
import { TextField } from '../../../ui/fields/TextField'
import { FormSection } from '../../../ui/form/FormBody'
import type { ApiForm } from '../../../ui/form/useApiForm'
import { billingTypes } from './billingTypes'
import type { PlanValues } from './planForm'
import { erpCustomers, erpTerms } from './queries'

interface PlanFieldsProps {
  form: Pick<ApiForm<PlanValues>, 'values'>
}

export function PlanFields({ form }: PlanFieldsProps) {
  return (
    <>
      <FormSection>
        <TextField name="Name" span={4} />
        <SelectField
          name="BillingType"
          label="Billing type"
          options={billingTypes}
          help="What new line items start with."
          span={4}
        />
        <SwitchField name="Active" span={3} />
        <DateField name="ExpirationDate" optional span={3} />
      </FormSection>
      <ErpFields form={form} />
      <FormSection title="Invoices">
        <SwitchField name="GenerateInvoice" label="Generate invoice" help="The monthly run bills this plan." span={3} />
        <SwitchField
          name="SendInvoice"
          label="Send invoice"
          help="The ERP e-mails the invoice to the recipients."
          span={3}
        />
        <TextareaField
          name="InvoiceRecipientEmailAddresses"
          label="Invoice recipient e-mail addresses"
          optional
          help="Separate addresses with commas and/or spaces."
        />
      </FormSection>
    </>
  )
}

function ErpFields({ form: { values } }: PlanFieldsProps) {
  const accounts = useQuery(erpAccounts)
  // A failed load is an empty list, as when none is configured.
  const systems = (accounts.data?.Data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  const none = !accounts.isPending && systems.length === 0
  const account = values.ApiServiceId
  const first = account === null && 'Choose an ERP account first.'
  return (
    <FormSection title="ERP">
      <SelectField
        name="ApiServiceId"
        label="ERP account"
        optional
        clearable
        options={systems}
        locked={none && 'No ERP systems configured.'}
      />
      <AsyncSelectField
        key={account}
        name="ErpCustomerId"
        labelName="ErpCustomerName"
        label="ERP customer"
        optional
        search={(term, signal) => erpCustomers(account ?? 0, term, signal)}
        nothing="No customer records matched your search."
        locked={first}
        span={3}
      />
      <TermsField account={account} chosen={values.ErpDefaultInvoiceTermId} locked={first} />
    </FormSection>
  )
}

function TermsField({
  account,
  chosen,
  locked,
}: {
  account: number | null
  chosen: string | null
  locked: string | false
}) {
  const query = useQuery({ ...erpTerms(account ?? 0), enabled: account !== null })
  const terms = (account === null ? [] : (query.data ?? [])).map(({ Id, Name }) => ({ value: Id, label: Name }))
  // What was saved stays chosen while the names are on their way, or cannot be had.
  const isUnknown = chosen !== null && !terms.some(({ value }) => value === chosen)
  const options = isUnknown ? [...terms, { value: chosen, label: chosen }] : terms
  return (
    <SelectField
      name="ErpDefaultInvoiceTermId"
      label="Default invoice terms"
      optional
      clearable
      options={options}
      {...(account === null ? {} : { query })}
      locked={locked}
      span={3}
    />
  )
}
