/** Reads that several areas make: brokers, ERP accounts and the contacts of a group, to choose from. */
import type { Page } from '../lib/list'
import type { Query } from '../lib/query'
import { api, value } from './client'
import type { components } from './schema'

type Schemas = components['schemas']

/** Everything about brokers; refreshed as a whole after a save. */
export const brokersKey = ['brokers']

/** Id and name of every broker. */
export const brokerChoices: Query<Schemas['Named'][]> = {
  queryKey: [...brokersKey, 'choices'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/brokers', { signal })),
}

/** Id, name, Group ID and brokers of every group in scope. */
export const groupChoices: Query<Schemas['GroupChoice'][]> = {
  queryKey: ['groups', 'choices'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/employers', { signal })),
}

/** A group as a choice: found by its name and by its Group ID. */
export function groupOption({ Id, Name, GroupId }: Schemas['NamedGroup']): { value: number; label: string } {
  return { value: Id, label: `${Name} (${GroupId})` }
}

/** Everything about users; refreshed as a whole after a save. */
export const usersKey = ['users']

/** One user, for an editor. */
export function userToEdit(id: number): Query<Schemas['UserRecord']> {
  return {
    queryKey: [...usersKey, id],
    queryFn: ({ signal }) => value(api.GET('/api/v1/users/{id}', { params: { path: { id } }, signal })),
  }
}

export function broker(id: number): Query<Schemas['BrokerView']> {
  return {
    queryKey: [...brokersKey, id],
    queryFn: ({ signal }) => value(api.GET('/api/v1/brokers/{id}', { params: { path: { id } }, signal })),
  }
}

/** The configured ERP accounts. */
export const erpAccounts: Query<Page<Schemas['AccountListRow']>> = {
  queryKey: ['accounts', 'choices'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/api-services', { signal })),
}

/** Their rows, to choose from. */
export const erpAccountRows: Query<readonly Schemas['AccountListRow'][]> = {
  queryKey: [...erpAccounts.queryKey, 'rows'],
  queryFn: async (context) => (await erpAccounts.queryFn(context)).Data,
}

/** The contacts of a group; refreshed as a whole after a save. */
export function contactsKey(employerId: number) {
  return ['contacts', employerId]
}

/** The contacts of a group, active ones first, then by last name. */
export function contacts(employerId: number): Query<Schemas['ContactView'][]> {
  return {
    queryKey: [...contactsKey(employerId), 'list'],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/employers/{employerId}/contacts', { params: { path: { employerId } }, signal })),
  }
}
