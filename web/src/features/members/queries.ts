/** What the members' screens read. */
import { api, value } from '../../api/client'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import type { ListParams, Page } from '../../lib/list'
import type { Query } from '../../lib/query'

export type Member = components['schemas']['MemberView']

/** Everything about members; refreshed as a whole after a save. */
export const membersKey = ['members']

/** The members of a group, or of all groups for 0. */
export function memberList(groupId: number): (params: ListParams) => Query<Page<Member>> {
  return (params) => ({
    queryKey: [...membersKey, 'list', groupId, params],
    queryFn: ({ signal }) => value(api.GET('/api/v1/employees/search', { params: { query: { GroupId: groupId, ...listQuery(params) } }, signal })),
  })
}

/** The address of a group's roster as of a day: of one status, or of all members. */
export function censusAddress(employerId: number, EndDate: string, status: number | null): string {
  const query = new URLSearchParams({ EndDate, ...(status === null ? {} : { Status: String(status) }), EmployerId: String(employerId) })
  return `/api/v1/employers/${employerId}/census?${query}`
}
