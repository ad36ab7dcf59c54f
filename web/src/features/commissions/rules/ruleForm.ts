/** The values of the rule editor, and how they come from and go to the wire. */
import type { components } from '../../../api/schema'
import type { Rule } from './queries'

export interface RuleValues {
  Name: string
  PayeeName: string
  ApiServiceId: number | null
  ErpVendorId: string | null
  ErpVendorName: string
  BrokerId: number | null
  BillNumberSuffix: string
  BrokerReads: boolean
  OnPaidOnly: boolean
  Active: boolean
}

export const newRule: RuleValues = {
  Name: '',
  PayeeName: '',
  ApiServiceId: null,
  ErpVendorId: null,
  ErpVendorName: '',
  BrokerId: null,
  BillNumberSuffix: '',
  BrokerReads: false,
  OnPaidOnly: false,
  Active: true,
}

export function toValues(rule: Rule): RuleValues {
  return {
    Name: rule.Name,
    PayeeName: rule.PayeeName,
    ApiServiceId: rule.ApiServiceId ?? null,
    ErpVendorId: rule.ErpVendorId ?? null,
    ErpVendorName: rule.ErpVendorName ?? '',
    BrokerId: rule.BrokerId ?? null,
    BillNumberSuffix: rule.BillNumberSuffix ?? '',
    BrokerReads: rule.BrokerReads,
    OnPaidOnly: rule.OnPaidOnly,
    Active: rule.Active,
  }
}

/** A vendor belongs to the account it was chosen from: another account, or none, empties it. */
export function followAccount(name: keyof RuleValues): Partial<RuleValues> {
  return name === 'ApiServiceId' ? { ErpVendorId: null, ErpVendorName: '' } : {}
}

/** `plans` are those of a new rule; a saved one has a tab of its own for them. */
export function toInput(
  values: RuleValues,
  stored: Rule | undefined,
  plans?: readonly number[],
): components['schemas']['RuleInput'] {
  return {
    ...values,
    // Of a new rule the server says so: it knows whether the payee is the broker.
    BrokerReads: stored ? values.BrokerReads : null,
    RuleId: stored?.Id ?? 0,
    ErpVendorId: values.ErpVendorId ?? '',
    ErpVendorName: values.ErpVendorId === null ? '' : values.ErpVendorName,
    Version: stored?.Version ?? null,
    BillingPlanIds: plans ? [...plans] : null,
  }
}
