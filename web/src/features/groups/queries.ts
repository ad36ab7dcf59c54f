/** What the groups' screens read and write. On the wire a group is an employer. */
import { usersKey } from '../../api/choices'
import { api, done, value } from '../../api/client'
import { listCsv } from '../../api/downloads'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import { addDays, businessDay } from '../../lib/format/dates'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import type { Query } from '../../lib/query'

type Schemas = components['schemas']
export type GroupRow = Schemas['GroupListRow']
/** What everybody may see of a group in scope. */
export type GroupBasics = Schemas['GroupBasics']
/** The whole of it, for those who may edit it. */
export type Group = Schemas['GroupView']
export type MemberCount = Schemas['MemberCount']
export type Broker = Schemas['BrokerView']
export type GroupInput = Schemas['GroupInput']
export type GroupUser = Schemas['UserListRow']
type Named = Schemas['Named']

/** Everything about groups; refreshed as a whole after a save. */
export const groupsKey = ['groups']

/** The days between which groups renew within so many days, or the last day of those whose renewal has passed. */
export function renewalWithin(choice: string, today: string): { RenewalFrom?: string; RenewalTo: string } {
  if (choice === 'past') return { RenewalTo: addDays(today, -1) }
  return { RenewalFrom: today, RenewalTo: addDays(today, Number(choice)) }
}

function groupQuery(params: ListParams) {
  const { status = [], broker = [], renewal = [], erp = [] } = params.Filters
  return {
    ...listQuery(params),
    ...(status.length > 0 ? { Statuses: status.map(Number) } : {}),
    ...(broker.length > 0 ? { BrokerIds: broker.map(Number) } : {}),
    ...(renewal[0] ? renewalWithin(renewal[0], businessDay(new Date())) : {}),
    ...(erp.length > 0 ? { ApiServiceIds: erp.map(Number) } : {}),
  }
}

/** The list as a file. */
export const groupCsv = listCsv('/api/v1/employers/search/as-csv', {}, groupQuery)

function groupList(params: ListParams): Query<Page<GroupRow>> {
  return {
    queryKey: [...groupsKey, 'list', params],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/search', { params: { query: groupQuery(params) }, signal })),
  }
}

/** That list on its page. */
export const groupListing: Listing<GroupRow> = {
  listKey: 'groups',
  list: groupList,
  defaults: { PerPage: 24, OrderBy: 'Id' },
}

/** The id of the only group one sees, or null when there are none or more. */
export const onlyGroup: Query<number | null> = {
  queryKey: [...groupsKey, 'only'],
  queryFn: async ({ signal }) => {
    const { Data, TotalRecords } = await value(
      api.GET('/api/v1/employers/search', { params: { query: { Page: 1, PerPage: 1 } }, signal }),
    )
    return TotalRecords === 1 ? (Data[0]?.Id ?? null) : null
  },
}

/** One group: the whole of it, or its basics for those who may see no more. */
export function group(employerId: number): Query<Group | GroupBasics> {
  return {
    queryKey: [...groupsKey, employerId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}', { params: { path: { employerId } }, signal })),
  }
}

/** Whether the server gave the whole of a group. */
export function isWhole(found: Group | GroupBasics): found is Group {
  return 'EffectiveSettings' in found
}

export function memberCount(employerId: number): Query<MemberCount> {
  return {
    queryKey: [...groupsKey, employerId, 'member count'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}/members/count', { params: { path: { employerId } }, signal })),
  }
}

/** What the counts of members do not tell: who of all is an employee, and who begins or ends on a later day. */
export interface MemberKinds {
  Employees: number
  PendingActive: number
  PendingInActive: number
}

const pendingInActive = 2
const pendingActive = 3

/** The list of members is asked how many it would show. */
export function memberKinds(employerId: number): Query<MemberKinds> {
  const matching = async (wanted: { PrimariesOnly?: boolean; Statuses?: number[] }, signal: AbortSignal) => {
    const query = { GroupId: employerId, ...wanted, Page: 1, PerPage: 1 }
    return (await value(api.GET('/api/v1/employees/search', { params: { query }, signal }))).TotalRecords
  }
  return {
    queryKey: [...groupsKey, employerId, 'member kinds'],
    queryFn: async ({ signal }) => {
      const [Employees, PendingActive, PendingInActive] = await Promise.all([
        matching({ PrimariesOnly: true }, signal),
        matching({ Statuses: [pendingActive] }, signal),
        matching({ Statuses: [pendingInActive] }, signal),
      ])
      return { Employees, PendingActive, PendingInActive }
    },
  }
}

/** How many members ended with an In-Active group, and from which day they would come back. */
export function reactivation(employerId: number): Query<Schemas['ReactivationView']> {
  return {
    queryKey: [...groupsKey, employerId, 'reactivation'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}/reactivation', { params: { path: { employerId } }, signal })),
  }
}

/** The suggested Group ID of a new group; asked anew each time, since every new group uses one up. */
export const nextGroupId: Query<string> = {
  queryKey: [...groupsKey, 'next id'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/employers/next-group-id', { signal })),
}

/** The whole of a group, for its editor. Only those who may edit it open one, and to them the server gives the whole. */
export function groupToEdit(employerId: number): Query<Group> {
  const { queryKey, queryFn } = group(employerId)
  const whole = async (context: { signal: AbortSignal }) => {
    const found = await queryFn(context)
    if (!isWhole(found)) throw new Error('The server gave the basics of a group to its editor.')
    return found
  }
  return { queryKey, queryFn: whole }
}

export const benefitServices: Query<Named[]> = {
  queryKey: ['lists', 'benefit services'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/benefits/services', { signal })),
  staleTime: Infinity,
}

/** Creates a group, or saves the one with this id. */
export function saveGroup(employerId: number | undefined, body: GroupInput): Promise<Group> {
  return employerId === undefined
    ? value(api.POST('/api/v1/employers', { body }))
    : value(api.PUT('/api/v1/employers/{employerId}', { params: { path: { employerId } }, body }))
}

/** How many users the overview shows at most (rules.md#widgets). */
const mostUsers = 24

/** The users who belong to a group, the first by name. */
export function groupUsers(employerId: number): Query<readonly GroupUser[]> {
  return {
    queryKey: [...usersKey, 'of group', employerId],
    queryFn: async ({ signal }) =>
      (
        await value(
          api.GET('/api/v1/users', {
            params: { query: { EmployerIds: [employerId], PerPage: mostUsers, OrderBy: 'Name' } },
            signal,
          }),
        )
      ).Data,
  }
}

/** Ends the group and its members. */
export function terminateGroup(employerId: number): Promise<void> {
  return done(api.POST('/api/v1/employers/{employerId}/terminate', { params: { path: { employerId } } }))
}

export function syncInsurance(employerId: number): Promise<void> {
  return done(api.POST('/api/v1/employers/{employerId}/sync-insurance', { params: { path: { employerId } } }))
}
