/** What came of a file, in people and in dollars. */
import { api, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import { counted, count, moneyChange } from '../../../lib/format/money'
import type { Query } from '../../../lib/query'
import { censusKey } from '../busy'

type Schemas = components['schemas']
export type FileResult = Schemas['FileResultView']
type People = Schemas['PeopleView']

export function fileResult(id: number, since: string): Query<FileResult> {
  return {
    queryKey: [...censusKey, 'file', id, 'result', since],
    queryFn: ({ signal }) => value(api.GET('/api/v1/census/files/{id}/result', { params: { path: { id } }, signal })),
  }
}

/** `30 joined: 22 employees, 8 dependents; 2 left: 2 employees; next bill +$275.00`, and how many dependents a rule has left out. */
export function resultText({ Joined, Left, Changed, NextBill }: FileResult, leftOut = 0): string {
  const parts = [moved(Joined, 'joined'), moved(Left, 'left'), Changed > 0 && `${count(Changed)} changed`]
  const people = parts.filter(Boolean).join('; ') || 'Nobody joined or left'
  const bill = NextBill && `next bill ${moneyChange(NextBill.Difference)}`
  const aside = leftOut > 0 && `${counted(leftOut, 'dependent')} left out, as the group takes none`
  return [people, aside, bill].filter(Boolean).join('; ')
}

function moved({ Total, Employees, Dependents }: People, what: string): string | undefined {
  if (Total === 0) return undefined
  const kinds = [Employees > 0 && counted(Employees, 'employee'), Dependents > 0 && counted(Dependents, 'dependent')]
  return `${count(Total)} ${what}: ${kinds.filter(Boolean).join(', ')}`
}
