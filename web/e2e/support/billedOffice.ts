/** A bill of an office for this month: a member, and consultations of the month before with their numbers on the platform. */
import { firstOfLastMonth, firstOfThisMonth } from './months'
import { post, signedIn, type Office } from './office'
import type { Program } from './program'

export const billed = {
  plan: 'Medical Plan',
  members: 'Virtual Care PEPM',
  consults: 'Consultations, medical',
  purchaseOrder: 'PO-7731',
} as const

/** Day, number, and whether it was after hours, by day. */
export function consultsOf(word: string): readonly [day: string, number: string, afterHours: boolean][] {
  const [month = '', , year = ''] = firstOfLastMonth().split('/')
  return [10, 11, 12].map((day, index) => [`${month}/${day}/${year}`, `${word}-PC-${index + 1}`, index === 2])
}

/** Makes a plan with two lines and a purchase order, the consultations, and the snapshot of this month. */
export async function billOffice(program: Program, word: string, { at }: Office): Promise<void> {
  const api = await signedIn(program)
  const group = Number(at.split('/').pop())
  const plan = await post(api, `billing/${group}/invoices`, {
    Name: billed.plan,
    BillingType: 2,
    PurchaseOrderNumber: billed.purchaseOrder,
  })
  const prices = (await (await api.get(`/api/v1/billing/${group}/pricing?PerPage=1`)).json()) as {
    Value: { Data: { Id: number }[] }
  }
  for (const [Name, BillingType] of [
    [billed.members, 2],
    [billed.consults, 1],
  ])
    await post(api, `billing/${group}/invoices/${plan}/line-items`, {
      Name,
      BillingType,
      BillingPricingOptionId: prices.Value.Data[0]?.Id,
    })
  const rows = consultsOf(word).map(([day, number, afterHours]) => {
    const [month, ofMonth, year] = day.split('/')
    return `${number},${group},${year}-${month}-${ofMonth}T15:00:00Z,${afterHours},40`
  })
  const answer = await api.post('/api/v1/consults/import', {
    multipart: {
      file: {
        name: 'consults.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['ExternalId,EmployerId,StartedOn,IsAfterHours,Age', ...rows].join('\n')),
      },
    },
  })
  const { Value } = (await answer.json()) as { Value: { Made: number } | null }
  if (Value?.Made !== rows.length) throw new Error(`consults were not made: ${await answer.text()}`)
  const iso = (day: string, ofMonth: string) => `${day.slice(6)}-${day.slice(0, 2)}-${ofMonth}`
  await post(api, `billing/${group}/invoices/${plan}/snapshots`, {
    EmployerId: group,
    InvoiceId: plan,
    StartDate: iso(firstOfLastMonth(), '04'),
    EndDate: iso(firstOfThisMonth(), '03'),
  })
  await api.dispose()
}
