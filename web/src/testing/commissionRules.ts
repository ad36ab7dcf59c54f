/** A commission rule with its plan lines, as the server answers them. */

export const rule = {
  Id: 7,
  Name: 'Redwood Rule 2026',
  PayeeName: 'Redwood Brokerage',
  GroupCount: 2,
  BrokerId: 5,
  BrokerName: 'Redwood Partners',
  ApiServiceId: 3,
  ErpVendorId: '71',
  ErpVendorName: 'Redwood Inc.',
  BillNumberSuffix: 'RWB',
  BrokerReads: true,
  OnPaidOnly: false,
  Active: true,
  CreatedOn: '2026-07-20T16:00:00.000Z',
  CreatedAt: '2026-07-20T16:00:00.000Z',
  BillingPlanIds: [31, 32, 41],
  Version: 4,
}

interface PlanRowFields {
  CommissionPayoutRate?: number
  AdditionalCommission?: { CommissionPayoutRate: number; PayeeName: string }[]
  [field: string]: unknown
}

interface TimedRate {
  PayoutRate: number
  EffectiveFrom: string | null
}

/** A plan line of the rule; `id` names it in the rule, and it is 10 more as a line of its plan. */
export function planRow(id: number, but: PlanRowFields = {}) {
  const payout = but.CommissionPayoutRate ?? 2
  const others = but.AdditionalCommission ?? []
  return {
    CommissionLineItemId: id,
    EmployerId: 1,
    EmployerName: 'Harborline Logistics',
    EmployerMemberCount: 412,
    BrokerName: 'Redwood Partners',
    BillingPlanName: 'Medical',
    BillingLineItemId: id + 10,
    BillingLineItemName: 'Virtual Care PEPM',
    BillingLineItemRate: 12.5,
    CommissionPayoutRate: 2,
    EffectiveFrom: null as string | null,
    NextPayoutRate: null as number | null,
    NextEffectiveFrom: null as string | null,
    PayoutRates: payout === 0 ? [] : always(payout),
    DefaultEffectiveFrom: null as string | null,
    AdditionalCommission: others,
    AdditionalPayees: others.map(({ PayeeName, CommissionPayoutRate }) => ({
      PayeeName,
      PayoutRates: always(CommissionPayoutRate),
    })),
    NetRate: 10.5,
    Overpaid: false,
    OverpaidFrom: null as string | null,
    Note: null as string | null,
    InvoiceLineItem: { BillingPlan: { EmployerId: 1 } },
    ...but,
  }
}

/** A payout that holds from the beginning. */
function always(PayoutRate: number): TimedRate[] {
  return [{ PayoutRate, EffectiveFrom: null }]
}

/** Two employers: three lines in the rule, the second of which pays two payees, the last pays nothing. */
export const plans = [
  planRow(21),
  planRow(22, {
    BillingLineItemName: 'Vision PEPM',
    BillingLineItemRate: 2,
    CommissionPayoutRate: 0.25,
    NetRate: 1.25,
    AdditionalCommission: [
      { CommissionPayoutRate: 0.3, PayeeName: 'Marlow' },
      { CommissionPayoutRate: 0.2, PayeeName: 'Agency' },
    ],
  }),
  planRow(31, {
    EmployerId: 2,
    EmployerName: 'Bluefern Dental',
    EmployerMemberCount: 1812,
    CommissionPayoutRate: 0,
    NetRate: 12.5,
    InvoiceLineItem: { BillingPlan: { EmployerId: 2 } },
  }),
]
