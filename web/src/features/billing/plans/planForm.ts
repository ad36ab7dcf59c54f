/** The values of the plan editor, the defaults of a new plan, and how they come from and go to the wire. */
import type { components } from '../../../api/schema'
import type { Plan } from './queries'

export interface PlanValues {
  Name: string
  ApiServiceId: number | null
  ErpCustomerId: string | null
  ErpDefaultInvoiceTermId: string | null
  GenerateInvoice: boolean
  SendInvoice: boolean
  InvoiceRecipientEmailAddresses: string
  Active: boolean
  ExpirationDate: string
  BillingType: number | null
}

export const newPlan: PlanValues = {
  Name: '',
  ApiServiceId: null,
  ErpCustomerId: null,
  ErpDefaultInvoiceTermId: null,
  GenerateInvoice: true,
  SendInvoice: true,
  InvoiceRecipientEmailAddresses: '',
  Active: true,
  ExpirationDate: '',
  BillingType: null,
}

export function toValues(plan: Plan): PlanValues {
  return {
    Name: plan.Name,
    ApiServiceId: plan.ApiServiceId ?? null,
    ErpCustomerId: plan.ErpCustomerId ?? null,
    ErpDefaultInvoiceTermId: plan.ErpDefaultInvoiceTermId ?? null,
    GenerateInvoice: plan.GenerateInvoice,
    SendInvoice: plan.SendInvoice,
    InvoiceRecipientEmailAddresses: plan.InvoiceRecipientEmailAddresses,
    Active: plan.Active,
    ExpirationDate: plan.ExpirationDate ?? '',
    BillingType: plan.BillingType || null,
  }
}

/** Whether the stored customer and terms still hold: they belong to the account they were chosen from. */
export function keepsErpChoices(values: PlanValues, stored: Plan | undefined): boolean {
  return values.ApiServiceId !== null && values.ApiServiceId === (stored?.ApiServiceId ?? null)
}

export function toInput(values: PlanValues, stored: Plan | undefined): components['schemas']['PlanInput'] {
  const keeps = keepsErpChoices(values, stored)
  return {
    ...values,
    ErpCustomerId: (keeps && values.ErpCustomerId) || '',
    ErpCustomerName: (keeps && values.ErpCustomerId && stored?.ErpCustomerName) || '',
    ErpDefaultInvoiceTermId: (keeps && values.ErpDefaultInvoiceTermId) || '',
    ExpirationDate: values.ExpirationDate || null,
    Version: stored?.Version ?? null,
  }
}
