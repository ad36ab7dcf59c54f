/** What is read of the audit trail. */
import { usersKey } from '../../api/choices'
import { api, value } from '../../api/client'
import { listCsv } from '../../api/downloads'
import { everyRow, listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import type { Pages, Query } from '../../lib/query'
import type { FilterOption } from '../../ui/list/FilterChip'
import type { HistoryOf } from '../../ui/panel/HistoryPart'

export type AuditEntry = components['schemas']['AuditView']

const auditKey = ['audit']

/** What was done to one record, newest first. Any save adds to it, so that it is never shown from memory. */
export function historyOf({ subject, id }: HistoryOf): Pages<AuditEntry> {
  return {
    queryKey: [...auditKey, subject, id],
    staleTime: 0,
    page: (wanted, signal) =>
      value(api.GET('/api/v1/audit', { params: { query: { Subject: subject, SubjectId: id, ...wanted } }, signal })),
  }
}

/** The filters of the trail by the names of the wire. */
export const auditFilters = ['Subject', 'UserId', 'From', 'To'] as const

/** The filters that every list of the trail has: the user, and the days. */
function whoAndWhen({ Filters: { UserId, From, To } }: ListParams) {
  return {
    ...(UserId?.[0] ? { UserId: Number(UserId[0]) } : {}),
    ...(From?.[0] ? { From: From[0] } : {}),
    ...(To?.[0] ? { To: To[0] } : {}),
  }
}

function auditQuery(params: ListParams) {
  const { Subject } = params.Filters
  return { ...listQuery(params), ...whoAndWhen(params), ...(Subject?.[0] ? { Subject: Subject[0] } : {}) }
}

/** The list as a file. */
export const auditCsv = listCsv('/api/v1/audit/as-csv', {}, auditQuery)

function auditList(params: ListParams): Query<Page<AuditEntry>> {
  const query = auditQuery(params)
  return {
    queryKey: [...auditKey, 'list', params],
    queryFn: ({ signal }) => value(api.GET('/api/v1/audit', { params: { query }, signal })),
  }
}

/** That list on its page. */
export const auditListing: Listing<AuditEntry> = {
  listKey: 'audit',
  list: auditList,
  defaults: { PerPage: 25, OrderBy: 'At', OrderDesc: true },
}

/** The filters of a group's feed by the names of the address. */
export const activityFilters = ['kind', 'UserId', 'From', 'To', 'all'] as const

/** The feed of a group; folded unless one asks for everything. */
function activityQuery(EmployerId: number) {
  return (params: ListParams) => ({
    ...listQuery(params),
    ...whoAndWhen(params),
    EmployerId,
    ...(params.Filters.kind ? { Kinds: [...params.Filters.kind] } : {}),
    Folded: !params.Filters.all,
  })
}

/** The feed as a file. */
export function activityCsv(employerId: number) {
  return listCsv('/api/v1/audit/as-csv', {}, activityQuery(employerId))
}

/** Any save adds to it, so that it is never shown from memory. */
function activityList(employerId: number): (params: ListParams) => Query<Page<AuditEntry>> {
  return (params) => ({
    queryKey: [...auditKey, 'group', employerId, params],
    staleTime: 0,
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/audit', { params: { query: activityQuery(employerId)(params) }, signal })),
  })
}

/** That list on its page. */
export function activityListing(employerId: number): Listing<AuditEntry> {
  return {
    listKey: 'group-history',
    list: activityList(employerId),
    defaults: { PerPage: 25, OrderBy: 'At', OrderDesc: true },
  }
}

/** The users one may choose from, by name. */
export const userOptions: Query<readonly FilterOption[]> = {
  queryKey: [...usersKey, 'options'],
  queryFn: async ({ signal }) => {
    const users = await everyRow((wanted) =>
      value(api.GET('/api/v1/users', { params: { query: { ...wanted, OrderBy: 'Name' } }, signal })),
    )
    return users.map(({ Id, FullName }) => ({ value: String(Id), label: FullName }))
  },
}
