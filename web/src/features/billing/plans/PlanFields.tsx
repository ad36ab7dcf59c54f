/** The details of a billing plan. */
import { useQuery } from '@tanstack/react-query'
import { ErpFields, lockedWithout } from '../../../shared/erp/ErpFields'
import { DateField } from '../../../ui/fields/DateField'
import { SelectField } from '../../../ui/fields/SelectField'
import { SwitchField } from '../../../ui/fields/SwitchField'
import { TextareaField } from '../../../ui/fields/TextareaField'
import { TextField } from '../../../ui/fields/TextField'
import { FormSection } from '../../../ui/form/FormBody'
import type { ApiForm } from '../../../ui/form/useApiForm'
import { billingTypes } from './billingTypes'
import { NewCustomer } from './NewCustomer'
import type { PlanValues } from './planForm'
import { erpTerms } from '../../../shared/erp/queries'
import { erpCustomers } from './queries'

interface PlanFieldsProps {
  employerId: number
  form: Pick<ApiForm<PlanValues>, 'values' | 'set'>
}

const customer = {
  name: 'ErpCustomerId',
  labelName: 'ErpCustomerName',
  label: 'ERP customer',
  search: erpCustomers,
  nothing: 'No customer records matched your search.',
}

export function PlanFields({ employerId, form }: PlanFieldsProps) {
  const { values } = form
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
      <ErpFields account={values.ApiServiceId} party={customer}>
        <TermsField account={values.ApiServiceId} chosen={values.ErpDefaultInvoiceTermId} />
        <NewCustomer employerId={employerId} form={form} />
      </ErpFields>
      <FormSection title="Invoices">
        <SwitchField name="GenerateInvoice" label="Generate invoice" help="The monthly run bills this plan." span={3} />
        <SwitchField
          name="SendInvoice"
          label="Send invoice"
          help="The ERP e-mails the invoice to the recipients."
          span={3}
        />
        <TextField
          name="PurchaseOrderNumber"
          label="PO number"
          optional
          maxLength={50}
          help="Printed on drafts and on invoices sent from now on. Invoices that were sent keep theirs."
        />
        <TextareaField
          name="InvoiceRecipientEmailAddresses"
          label="Invoice recipient e-mail addresses"
          optional
          help={
            values.SendInvoice && values.InvoiceRecipientEmailAddresses.trim() === ''
              ? 'Without an address no invoice is e-mailed. Separate addresses with commas and/or spaces.'
              : 'Separate addresses with commas and/or spaces.'
          }
        />
      </FormSection>
    </>
  )
}

function TermsField({ account, chosen }: { account: number | null; chosen: string | null }) {
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
      locked={lockedWithout(account)}
      span={3}
    />
  )
}
