/** What a file does to the next bill, in dollars: by what happens to members, with the bill before and after. */
import { count, money, moneyChange } from '../../../lib/format/money'
import type { Asked } from '../../../lib/query'
import { Details, type Detail } from '../../../ui/value/Details'
import { Widget } from '../../../ui/page/Widget'
import { outcomeWords } from '../changes'
import type { BillEffect, PlanEffect } from './queries'

interface BillEffectCardProps {
  /** Absent while it is not asked for. */
  query: Asked<BillEffect> | undefined
  /** Why it is not asked for, where it is not the inspection that it waits for. */
  why: string | false
}

export function BillEffectCard({ query, why }: BillEffectCardProps) {
  const effect = query?.data
  const [first] = effect?.Plans ?? []
  const isOne = effect?.Plans.length === 1
  return (
    <Widget
      wraps
      title={first ? `Next bill, ${first.BillingMonth}` : 'Next bill'}
      beside={first && isOne && charged(first)}
      {...(query ? { query } : {})}
    >
      {first && effect ? (
        <Details items={lines(effect)} />
      ) : (
        <p>
          {effect?.IsForeseen
            ? 'The group has no active billing plan, so nothing is billed.'
            : why || 'It is shown once the file is inspected.'}
        </p>
      )}
    </Widget>
  )
}

/** `412 → 371 members`. */
function charged({ ChargedBefore, ChargedAfter }: PlanEffect): string {
  return `${count(ChargedBefore)} → ${count(ChargedAfter)} members`
}

function lines(effect: BillEffect): Detail[] {
  const own =
    effect.Plans.length === 1
      ? effect.Plans.flatMap(shares)
      : effect.Plans.map((plan) => ({
          term: `${plan.PlanName}, ${plan.BillingMonth}`,
          value: moneyChange(plan.Difference),
        }))
  const total = {
    term: `${money(effect.Before)} → ${money(effect.After)}`,
    value: moneyChange(effect.Difference),
    total: true,
  }
  return [...own, total]
}

function shares(plan: PlanEffect): Detail[] {
  const own = plan.Shares.map(({ Kind, Members, Amount }) => ({
    term: `${count(Members)} ${outcomeWords(Kind)}`,
    value: moneyChange(Amount),
  }))
  const consults = plan.Consults === 0 ? [] : [{ term: 'Consults', value: moneyChange(plan.Consults) }]
  const corrections =
    plan.Corrections === 0
      ? []
      : [{ term: 'Of this credits and debts of earlier months', value: moneyChange(plan.Corrections), sub: true }]
  return [...own, ...consults, ...corrections]
}
