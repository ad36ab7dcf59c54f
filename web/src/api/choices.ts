/** Reads that several areas make: brokers and ERP accounts, to choose from. */
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
