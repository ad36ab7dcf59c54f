/** A month's rules as the list shows them: the server gives all of them, and the list searches, orders and pages. */
import type { ListParams, Page } from '../../../lib/list'
import type { RunRule } from './queries'
import type { Part } from './words'

/** The order that the server gives: exceptions first. */
export const exceptionsFirst = 'Exceptions'

type Key = (rule: RunRule) => string | number

const keys: Readonly<Record<string, Key>> = {
  RuleName: ({ RuleName }) => RuleName.toLowerCase(),
  PayeeName: ({ PayeeName }) => PayeeName.toLowerCase(),
  Amount: ({ Amount }) => Amount,
  AmountDue: ({ AmountDue }) => AmountDue,
}

/** The rules of a part that a search finds, in order. */
export function rowsOf(
  rules: readonly RunRule[],
  { Term, OrderBy, OrderDesc }: Pick<ListParams, 'Term' | 'OrderBy' | 'OrderDesc'>,
  part?: Part,
): readonly RunRule[] {
  const term = Term.trim().toLowerCase()
  const found = rules.filter(
    (rule) => (part?.has(rule) ?? true) && `${rule.RuleName} ${rule.PayeeName}`.toLowerCase().includes(term),
  )
  const key = keys[OrderBy]
  if (!key) return OrderBy === exceptionsFirst && OrderDesc ? found.toReversed() : found
  const sorted = found.toSorted((one, other) => compared(key(one), key(other)))
  return OrderDesc ? sorted.reverse() : sorted
}

function compared(one: string | number, other: string | number): number {
  return one < other ? -1 : one > other ? 1 : 0
}

export function pageOf(rules: readonly RunRule[], params: ListParams, part?: Part): Page<RunRule> {
  const rows = rowsOf(rules, params, part)
  const start = (params.Page - 1) * params.PerPage
  return {
    Data: rows.slice(start, start + params.PerPage),
    TotalRecords: rows.length,
    TotalPages: Math.ceil(rows.length / params.PerPage),
  }
}
