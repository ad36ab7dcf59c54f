/** What the members' screens read and write. On the wire a member is an employee. */
import { api, value } from '../../api/client'
import { addressOf, listCsv } from '../../api/downloads'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import { date } from '../../lib/format/dates'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import type { Query } from '../../lib/query'

type Schemas = components['schemas']
export type Member = Schemas['MemberView']
export type MemberInput = Schemas['MemberInput']
export type PricingGroupChoice = Schemas['PricingGroupChoice']
export type WelcomeEligible = Schemas['WelcomeEligible']
export type Welcomed = Schemas['WelcomeView']

/** Everything about members; refreshed as a whole after a save. */
export const membersKey = ['members']

/** What a change of a member changes: the lists, the counters of its group, and the history. */
export const changedByMembers = [membersKey, ['groups'], ['audit']]

function memberQuery(GroupId: number, params: ListParams) {
  const { employees = [], status = [], plan = [], pricing = [], group = [] } = params.Filters
  const of = group[0] === undefined ? GroupId : Number(group[0])
  return {
    GroupId: of,
    ...listQuery(params),
    ...(employees.length > 0 ? { PrimariesOnly: true } : {}),
    ...(status.length > 0 ? { Statuses: status.map(Number) } : {}),
    ...(plan.length > 0 ? { PlanNames: [...plan] } : {}),
    // Pricing groups are those of one group.
    ...(pricing.length > 0 && of > 0 ? { PricingGroupIds: pricing.map(Number) } : {}),
  }
}

/** The list as a file. */
export function memberCsv(groupId: number) {
  return listCsv('/api/v1/employees/search/as-csv', {}, (asked) => memberQuery(groupId, asked))
}

/** Chosen members as a file, by name. */
export function chosenMembersCsv(chosen: readonly Pick<Member, 'Id'>[]): string {
  const query = new URLSearchParams({ EmployeeIds: chosen.map(({ Id }) => Id).join(','), OrderBy: 'LastName' })
  return `${addressOf('/api/v1/employees/search/as-csv', {})}?${query}`
}

/** The members of a group, or of all groups for 0. */
function memberList(groupId: number): (params: ListParams) => Query<Page<Member>> {
  return (params) => ({
    queryKey: [...membersKey, 'list', groupId, params],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employees/search', { params: { query: memberQuery(groupId, params) }, signal })),
  })
}

/** That list on its page. */
export function memberListing(groupId: number): Listing<Member> {
  return {
    listKey: groupId > 0 ? 'group-members' : 'members',
    list: memberList(groupId),
    defaults: { PerPage: 24, OrderBy: 'Id' },
  }
}

export function member(employeeId: number): Query<Member> {
  return {
    queryKey: [...membersKey, employeeId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employees/{employeeId}', { params: { path: { employeeId } }, signal })),
  }
}

/** A member with the name of its primary, which the member itself carries only as a number. */
export interface EditedMember extends Member {
  PrimaryName: string
}

export function memberToEdit(employeeId: number): Query<EditedMember> {
  const { queryKey, queryFn } = member(employeeId)
  return {
    queryKey: [...queryKey, 'edited'],
    queryFn: async (context) => {
      const found = await queryFn(context)
      const primary = found.PrimaryEmployeeId ? await member(found.PrimaryEmployeeId).queryFn(context) : undefined
      return { ...found, PrimaryName: primary ? primaryLabel(primary) : '' }
    },
  }
}

const suggestions = 25

/** The primaries of a group that a search finds, without the member itself. */
export async function findPrimaries(groupId: number, own: number | undefined, Term: string, signal: AbortSignal) {
  const query = { GroupId: groupId, PrimariesOnly: true, Page: 1, PerPage: suggestions, OrderBy: 'LastName', Term }
  const { Data } = await value(api.GET('/api/v1/employees/search', { params: { query }, signal }))
  return Data.filter(({ Id }) => Id !== own).map((found) => ({ value: found.Id, label: primaryLabel(found) }))
}

/** The members of a name and a date of birth that one may see, without the member itself: its duplicates
    (rules.md#duplicate-members). */
export function samePersons(
  person: { FirstName: string; LastName: string; DateOfBirth: string },
  own: number | undefined,
): Query<Member[]> {
  const told = (text: string) => text.trim().toLowerCase()
  const [first, last] = [told(person.FirstName), told(person.LastName)]
  return {
    queryKey: [...membersKey, 'same', first, last, person.DateOfBirth, own],
    queryFn: async ({ signal }) => {
      const query = { Page: 1, PerPage: suggestions, OrderBy: 'LastName', Term: `${first} ${last}` }
      const { Data } = await value(api.GET('/api/v1/employees/search', { params: { query }, signal }))
      return Data.filter(
        (found) =>
          found.Id !== own &&
          told(found.FirstName) === first &&
          told(found.LastName) === last &&
          found.DateOfBirth === person.DateOfBirth,
      )
    },
  }
}

function primaryLabel({ FirstName, LastName, DateOfBirth, EmployerProvidedId }: Member): string {
  return [`${LastName}, ${FirstName}`, date(DateOfBirth), EmployerProvidedId].filter(Boolean).join(' · ')
}

/** Creates a member, or saves the one with this id. */
export function saveMember(employeeId: number | undefined, body: MemberInput): Promise<Member> {
  return employeeId === undefined
    ? value(api.POST('/api/v1/employees', { body }))
    : value(api.PUT('/api/v1/employees/{employeeId}', { params: { path: { employeeId } }, body }))
}

export function terminateMember(employeeId: number, body: Schemas['StatusInput']): Promise<Member> {
  return value(api.POST('/api/v1/employees/{employeeId}/terminate', { params: { path: { employeeId } }, body }))
}

export function activateMember(employeeId: number, body: Schemas['StatusInput']): Promise<Member> {
  return value(api.POST('/api/v1/employees/{employeeId}/activate', { params: { path: { employeeId } }, body }))
}

export function undoStatus(employeeId: number, body: Schemas['StatusInput']): Promise<Member> {
  return value(api.POST('/api/v1/employees/{employeeId}/status/undo', { params: { path: { employeeId } }, body }))
}

/** The pricing groups a member of a group may be put into. */
export function pricingGroupChoices(employerId: number): Query<PricingGroupChoice[]> {
  return {
    queryKey: ['pricing groups', employerId, 'choices'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/billing/{employerId}/pricing-groups-list', { params: { path: { employerId } }, signal })),
  }
}

/** The billing codes that the plans of a group name. */
export function billingCodes(employerId: number): Query<string[]> {
  return {
    queryKey: ['plans', employerId, 'billing codes'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/billing/{employerId}/billing-codes', { params: { path: { employerId } }, signal })),
  }
}

/** Who may be welcomed: the active members with an e-mail address. */
export function welcomeEligible(employerId: number): Query<WelcomeEligible[]> {
  return {
    queryKey: [...membersKey, 'welcome', employerId],
    queryFn: ({ signal }) =>
      value(
        api.GET('/api/v1/employers/{employerId}/members/welcome-eligible', {
          params: { path: { employerId } },
          signal,
        }),
      ),
  }
}

export function sendWelcome(EmployerId: number, ids: Iterable<number>): Promise<Welcomed> {
  const body = { EmployerId, EmployeeIds: [...ids] }
  return value(
    api.POST('/api/v1/employers/{employerId}/members/send-welcome', {
      params: { path: { employerId: EmployerId } },
      body,
    }),
  )
}

/** The address of a group's roster as of a day: of one status, or of all members. */
export function censusAddress(employerId: number, EndDate: string, status: number | null): string {
  const query = new URLSearchParams({
    EndDate,
    ...(status === null ? {} : { Status: String(status) }),
    EmployerId: String(employerId),
  })
  return `${addressOf('/api/v1/employers/{employerId}/census', { employerId })}?${query}`
}
