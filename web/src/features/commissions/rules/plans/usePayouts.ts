/** The payout rates of a rule while they are edited: what was typed, saving one, many or all of an employer, and what the server says. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EnvelopeError, failureMessage } from '../../../../lib/failure'
import { toast } from '../../../../ui/toast/toasts'
import { changedByPlans, rulePlans, saveRate, saveRates, type PlanRow, type RateWish } from '../queries'
import { readMoney } from '../../../../lib/format/money'
import { changedRows, payoutOf, problemsOf, wishesOf, type Drafts, type From } from './payouts'

const oneSaved = 'The payout rate has been updated'
const manySaved = 'The plans for this commission rule have been updated.'

export interface Payouts {
  drafts: Drafts
  problems: ReadonlyMap<number, string>
  saving: boolean
  /** What was typed for a line; nothing puts back what is saved. */
  type: (line: number, typed: string | undefined) => void
  /** Saves a line, if it was changed. */
  saveOne: (row: PlanRow) => void
  /** Saves all lines that were changed. */
  saveAll: (rows: readonly PlanRow[]) => void
  /** Sets all these lines to an amount and saves them. */
  setAll: (rows: readonly PlanRow[], payout: number) => void
}

/** `from` is the month the rates are to hold from, or null for what each line does by itself. */
export function usePayouts(ruleId: number, from: From): Payouts {
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  const [sent, setSent] = useState(0)
  const underway = useRef(new Set<number>())
  const keep = useKeepRows(ruleId)

  const send = async (
    wanted: readonly RateWish[],
    call: (wishes: readonly RateWish[]) => Promise<readonly PlanRow[]>,
    says: string,
  ) => {
    const wishes = wanted.filter(({ Id }) => !underway.current.has(Id))
    if (wishes.length === 0) return
    for (const { Id } of wishes) underway.current.add(Id)
    setSent((before) => before + 1)
    setProblems((before) => without(before, wishes))
    try {
      keep(await call(wishes))
      setDrafts((before) => without(before, wishes, (typed, wish) => readMoney(typed) === wish.PayoutRate))
      toast.success(says)
    } catch (failure) {
      const fields = failure instanceof EnvelopeError ? failure.fields : []
      setProblems((before) => new Map([...before, ...problemsOf(wishes, fields)]))
      toast.error(failureMessage(failure))
    } finally {
      for (const { Id } of wishes) underway.current.delete(Id)
      setSent((before) => before - 1)
    }
  }
  const payout = (row: PlanRow) => payoutOf(row, drafts.get(row.CommissionLineItemId), from)
  const sendMany = (wishes: readonly RateWish[]) => void send(wishes, (open) => saveRates(ruleId, open), manySaved)

  return {
    drafts,
    problems,
    saving: sent > 0,
    type: (line, typed) => {
      setDrafts((before) => {
        const next = new Map(before)
        if (typed === undefined) next.delete(line)
        else next.set(line, typed)
        return next
      })
      setProblems((before) => (before.has(line) ? new Map([...before].filter(([id]) => id !== line)) : before))
    },
    saveOne: (row) => {
      const wishes = wishesOf(changedRows([row], drafts, from), payout, from)
      void send(wishes, (open) => Promise.all(open.map((wish) => saveRate(ruleId, wish))), oneSaved)
    },
    saveAll: (rows) => sendMany(wishesOf(changedRows(rows, drafts, from), payout, from)),
    setAll: (rows, amount) => {
      // What was typed for single lines gives way.
      setDrafts((before) => {
        const next = new Map(before)
        for (const { CommissionLineItemId } of rows) next.delete(CommissionLineItemId)
        return next
      })
      sendMany(wishesOf(rows, () => amount, from))
    },
  }
}

function without<Value>(
  before: ReadonlyMap<number, Value>,
  wishes: readonly RateWish[],
  isDone: (value: Value, wish: RateWish) => boolean = () => true,
): ReadonlyMap<number, Value> {
  const next = new Map(before)
  for (const wish of wishes) {
    const value = next.get(wish.Id)
    if (value !== undefined && isDone(value, wish)) next.delete(wish.Id)
  }
  return next
}

/** Puts saved rows in the place of those that are shown, so that thousands of others need not be read again. */
function useKeepRows(ruleId: number): (saved: readonly PlanRow[]) => void {
  const client = useQueryClient()
  const { queryKey } = rulePlans(ruleId)
  return (saved) => {
    const fresh = new Map(saved.map((row) => [row.CommissionLineItemId, row]))
    client.setQueryData<readonly PlanRow[]>(queryKey, (rows) =>
      rows?.map((row) => fresh.get(row.CommissionLineItemId) ?? row),
    )
    void client.invalidateQueries(changedByPlans(ruleId))
  }
}
