/** The details of a billing plan. */
import { useQuery } from '@tanstack/react-query'
import { erpAccounts } from '../../../api/choices'
import { DateField } from '../../../ui/fields/DateField'
import { SelectField } from '../../../ui/fields/SelectField'
import { SwitchField } from '../../../ui/fields/SwitchField'
import { TextareaField } from '../../../ui/fields/TextareaField'
import { TextField } from '../../../ui/fields/TextField'
import { FormSection } from '../../../ui/form/FormBody'
import type { ApiForm } from '../../../ui/form/useApiForm'
import { billingTypes } from './billingTypes'
import { keepsErpChoices, type PlanValues } from './planForm'
import type { Plan } from './queries'

interface PlanFieldsProps {
  form: Pick<ApiForm<PlanValues>, 'values'>
  stored: Plan | undefined
}

export function PlanFields({ form, stored }: PlanFieldsProps) {
  return (
    <>
      <FormSection>
        <TextField name="Name" span={4} />
        <SelectField name="BillingType" label="Billing type" options={billingTypes} help="What new line items start with." span={4} />
        <SwitchField name="Active" span={3} />
        <DateField name="ExpirationDate" optional span={3} />
      </FormSection>
      <ErpFields form={form} stored={stored} />
      <FormSection title="Invoices">
        <SwitchField name="GenerateInvoice" label="Generate invoice" help="The monthly run bills this plan." span={3} />
        <SwitchField name="SendInvoice" label="Send invoice" help="The ERP e-mails the invoice to the recipients." span={3} />
        <TextareaField name="InvoiceRecipientEmailAddresses" label="Invoice recipient e-mail addresses" optional help="Separate addresses with commas and/or spaces." />
      </FormSection>
    </>
  )
}

function ErpFields({ form: { values }, stored }: PlanFieldsProps) {
  const accounts = useQuery(erpAccounts)
  // A failed load is an empty list, as when none is configured.
  const systems = (accounts.data?.Data ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }))
  const none = !accounts.isPending && systems.length === 0
  const first = values.ApiServiceId === null && 'Choose an ERP account first.'
  const kept = keepsErpChoices(values, stored)
  const customers = kept && stored?.ErpCustomerId ? [{ value: stored.ErpCustomerId, label: stored.ErpCustomerName ?? stored.ErpCustomerId }] : []
  const terms = kept && stored?.ErpDefaultInvoiceTermId ? [{ value: stored.ErpDefaultInvoiceTermId, label: stored.ErpDefaultInvoiceTermId }] : []
  return (
    <FormSection title="ERP">
      <SelectField name="ApiServiceId" label="ERP account" optional clearable options={systems} locked={none && 'No ERP systems configured.'} />
      <SelectField name="ErpCustomerId" label="ERP customer" optional clearable searchable options={customers} nothing="No customer records matched your search." locked={first} span={3} />
      <SelectField name="ErpDefaultInvoiceTermId" label="Default invoice terms" optional clearable options={terms} locked={first} span={3} />
    </FormSection>
  )
}
