/** What twelve months of a group are told by. */
import { api, value } from '../../../api/client'
import type { components } from '../../../api/schema'
import type { Query } from '../../../lib/query'
import { groupsKey } from '../queries'

type Schemas = components['schemas']
export type GroupFigures = Schemas['GroupFiguresView']
export type MonthFigures = Schemas['MonthFiguresView']

export function groupFigures(employerId: number): Query<GroupFigures> {
  return {
    queryKey: [...groupsKey, employerId, 'figures'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}/figures', { params: { path: { employerId } }, signal })),
  }
}
