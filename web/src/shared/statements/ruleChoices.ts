/** The commission rules that a term finds, to make a statement by. */
import { api, value } from '../../api/client'

export interface RuleSuggestion {
  value: number
  label: string
  /** The name alone, as the server takes it. */
  name: string
}

/** Rules by which no statement is made any more are left out. */
export async function ruleSuggestions(term: string, signal: AbortSignal): Promise<RuleSuggestion[]> {
  const { Data } = await value(api.GET('/api/v1/commission/rules', { params: { query: { Term: term } }, signal }))
  return Data.filter(({ Active }) => Active).map(({ Id, Name, PayeeName }) => ({
    value: Id,
    label: `${Name} (${PayeeName})`,
    name: Name,
  }))
}
