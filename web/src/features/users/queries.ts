/** What the users' screens read and write. */
import { usersKey } from '../../api/choices'
import { api, done, value } from '../../api/client'
import { listCsv } from '../../api/downloads'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import type { Query } from '../../lib/query'

type Schemas = components['schemas']
export type UserRow = Schemas['UserListRow']
export type User = Schemas['UserRecord']
export type UserInput = Schemas['UserInput']
export type Security = Schemas['SecurityView']

/** The filters of the list: the values of the chips by their names. */
export const userFilters = ['broker', 'group'] as const

function userQuery(params: ListParams) {
  const { role = [], broker = [], group = [] } = params.Filters
  return {
    ...listQuery(params),
    ...(role.length > 0 ? { RoleIds: role.map(Number) } : {}),
    ...(broker.length > 0 ? { BrokerIds: broker.map(Number) } : {}),
    ...(group.length > 0 ? { EmployerIds: group.map(Number) } : {}),
  }
}

/** The list as a file. */
export const userCsv = listCsv('/api/v1/users/as-csv', {}, userQuery)

function userList(params: ListParams): Query<Page<UserRow>> {
  return {
    queryKey: [...usersKey, 'list', params],
    queryFn: ({ signal }) => value(api.GET('/api/v1/users', { params: { query: userQuery(params) }, signal })),
  }
}

/** That list on its page. */
export const userListing: Listing<UserRow> = {
  listKey: 'users',
  list: userList,
  defaults: { PerPage: 24, OrderBy: 'Id' },
}

/** The four roles by number and name. */
export const roles: Query<Schemas['Named'][]> = {
  queryKey: ['lists', 'roles'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/roles', { signal })),
  staleTime: Infinity,
}

/** Creates a user, or saves the one with this id. */
export function saveUser(id: number | undefined, body: UserInput): Promise<User> {
  return id === undefined
    ? value(api.POST('/api/v1/users', { body }))
    : value(api.PUT('/api/v1/users/{id}', { params: { path: { id } }, body }))
}

export function sendPasswordReset(id: number): Promise<void> {
  return done(api.POST('/api/v1/users/{id}/send-password-reset', { params: { path: { id } } }))
}

export function resetSecondFactor(id: number): Promise<void> {
  return done(api.POST('/api/v1/users/{id}/reset-second-factor', { params: { path: { id } } }))
}

export const securityKey = ['settings', 'security']

/** Which roles need a second factor. */
export const security: Query<Security> = {
  queryKey: securityKey,
  queryFn: ({ signal }) => value(api.GET('/api/v1/settings/security', { signal })),
}

export function saveSecurity(body: Schemas['SecurityInput']): Promise<Security> {
  return value(api.PUT('/api/v1/settings/security', { body }))
}
