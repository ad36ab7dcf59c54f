/** The user editor's values, and what a role makes of them (rules.md#roles, rules.md#who-changes-users). */
import type { User, UserInput } from './queries'

/** The roles by their numbers (rules.md#roles). */
export const administrator = 1
export const brokerAdministrator = 2
export const accountManager = 3
export const groupUser = 4

export interface UserValues {
  FirstName: string
  LastName: string
  EmailAddress: string
  PhoneNumber: string
  RoleId: number | null
  BrokerId: number | null
  EmployerGroupIds: number[]
  IsDisabled: boolean
}

export const newUser: UserValues = {
  FirstName: '',
  LastName: '',
  EmailAddress: '',
  PhoneNumber: '',
  RoleId: null,
  BrokerId: null,
  EmployerGroupIds: [],
  IsDisabled: false,
}

export function toValues(loaded: User): UserValues {
  return {
    FirstName: loaded.FirstName,
    LastName: loaded.LastName,
    EmailAddress: loaded.EmailAddress,
    PhoneNumber: loaded.PhoneNumber ?? '',
    RoleId: loaded.RoleId,
    BrokerId: loaded.Broker?.Id ?? null,
    EmployerGroupIds: loaded.EmployerGroupIds,
    IsDisabled: loaded.IsDisabled,
  }
}

/** Whether a user of this role may belong to a broker; a group user need not. */
export function mayHaveBroker(role: number | null): boolean {
  return role !== null && role !== administrator
}

/** Whether a user of this role must belong to a broker. */
export function needsBroker(role: number | null): boolean {
  return mayHaveBroker(role) && role !== groupUser
}

/** A group as far as it decides who may be given it. */
export interface OfBroker {
  Id: number
  BrokerId: number
  MasterBrokerId?: number | null | undefined
}

/** Whether users of a broker may be given a group: it is the group's broker or master broker. Without a broker all groups are. */
export function mayBeGiven(group: OfBroker, broker: number | null): boolean {
  return broker === null || group.BrokerId === broker || group.MasterBrokerId === broker
}

/** The chosen groups that the chosen broker has nothing to do with; those that are not known (yet) stay. */
export function foreignGroups(chosen: readonly number[], groups: readonly OfBroker[], broker: number | null): number[] {
  const foreign = groups.filter((group) => !mayBeGiven(group, broker)).map(({ Id }) => Id)
  return chosen.filter((id) => foreign.includes(id))
}

/** Why a role is given no groups of its own, or false where it is. */
export function whyNoGroups(role: number | null): string | false {
  if (role === administrator) return 'An administrator sees all groups.'
  if (role === brokerAdministrator) return 'A broker administrator sees all groups of the broker.'
  return false
}

/** What is sent: nothing that the role has no use for. */
export function toInput(values: UserValues, loaded: User | undefined): UserInput {
  return {
    ...values,
    UserId: loaded?.Id ?? 0,
    BrokerId: mayHaveBroker(values.RoleId) ? values.BrokerId : null,
    EmployerGroupIds: whyNoGroups(values.RoleId) ? [] : values.EmployerGroupIds,
    Version: loaded?.Version ?? null,
  }
}
