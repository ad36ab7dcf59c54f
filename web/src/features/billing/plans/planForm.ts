/** The values of the plan editor, the defaults of a new plan, and how they come from and go to the wire. */
import type { components } from '../../../api/schema'
import { pepm } from './billingTypes'
import type { Plan } from './queries'

export interface PlanValues {
  Name: string
  ApiServiceId: number | null
  ErpCustomerId: string | null
  ErpCustomerName: string
  ErpDefaultInvoiceTermId: string | null
  GenerateInvoice: boolean
  SendInvoice: boolean
  InvoiceRecipientEmailAddresses: string
  Active: boolean
  ExpirationDate: string
  BillingType: number | null
  PurchaseOrderNumber: string
}

export const newPlan: PlanValues = {
  Name: '',
  ApiServiceId: null,
  ErpCustomerId: null,
  ErpCustomerName: '',
  ErpDefaultInvoiceTermId: null,
  GenerateInvoice: true,
  SendInvoice: true,
  InvoiceRecipientEmailAddresses: '',
  Active: true,
  ExpirationDate: '',
  BillingType: pepm,
  PurchaseOrderNumber: '',
}

export function toValues(plan: Plan): PlanValues {
  return {
    Name: plan.Name,
    ApiServiceId: plan.ApiServiceId ?? null,
    ErpCustomerId: plan.ErpCustomerId ?? null,
    ErpCustomerName: plan.ErpCustomerName ?? '',
    ErpDefaultInvoiceTermId: plan.ErpDefaultInvoiceTermId ?? null,
    GenerateInvoice: plan.GenerateInvoice,
    SendInvoice: plan.SendInvoice,
    InvoiceRecipientEmailAddresses: plan.InvoiceRecipientEmailAddresses,
    Active: plan.Active,
    ExpirationDate: plan.ExpirationDate ?? '',
    BillingType: plan.BillingType || null,
    PurchaseOrderNumber: plan.PurchaseOrderNumber ?? '',
  }
}

/** Customer and terms belong to the account they were chosen from: another account, or none, empties both. */
export function followAccount(name: keyof PlanValues): Partial<PlanValues> {
  return name === 'ApiServiceId' ? { ErpCustomerId: null, ErpCustomerName: '', ErpDefaultInvoiceTermId: null } : {}
}

export function toInput(values: PlanValues, stored: Plan | undefined): components['schemas']['PlanInput'] {
  return {
    ...values,
    ErpCustomerId: values.ErpCustomerId ?? '',
    ErpCustomerName: values.ErpCustomerId === null ? '' : values.ErpCustomerName,
    ErpDefaultInvoiceTermId: values.ErpDefaultInvoiceTermId ?? '',
    ExpirationDate: values.ExpirationDate || null,
    Version: stored?.Version ?? null,
  }
}
