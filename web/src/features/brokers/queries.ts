/** What the brokers' screens read and write. */
import { brokersKey, usersKey } from '../../api/choices'
import { api, value } from '../../api/client'
import { listCsv } from '../../api/downloads'
import { everyRow, listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import type { Query } from '../../lib/query'

export type BrokerRow = components['schemas']['BrokerListRow']
export type Broker = components['schemas']['BrokerView']
export type BrokerInput = components['schemas']['BrokerInput']

/** The list as a file. */
export const brokerCsv = listCsv('/api/v1/brokers/search/as-csv', {}, brokerQuery)

function brokerQuery(params: ListParams) {
  const { master = [] } = params.Filters
  return { ...listQuery(params), ...(master.length > 0 ? { MasterBrokerIds: master.map(Number) } : {}) }
}

function brokerList(params: ListParams): Query<Page<BrokerRow>> {
  return {
    queryKey: [...brokersKey, 'list', params],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/brokers/search', { params: { query: brokerQuery(params) }, signal })),
  }
}

/** That list on its page. */
export const brokerListing: Listing<BrokerRow> = {
  listKey: 'brokers',
  list: brokerList,
  defaults: { PerPage: 24, OrderBy: 'Id' },
}

export function brokerEmployers(id: number): Query<components['schemas']['NamedGroup'][]> {
  return {
    queryKey: [...brokersKey, id, 'employers'],
    queryFn: ({ signal }) => value(api.GET('/api/v1/brokers/{id}/employers', { params: { path: { id } }, signal })),
  }
}

export function brokerUsers(id: number): Query<components['schemas']['BrokerUser'][]> {
  return {
    queryKey: [...brokersKey, id, 'users'],
    queryFn: ({ signal }) => value(api.GET('/api/v1/brokers/{id}/users', { params: { path: { id } }, signal })),
  }
}

/** The role whose users belong to no broker (rules.md#roles). */
const administrator = 1

/** The users that may belong to a broker. */
export const brokerUserChoices: Query<readonly components['schemas']['UserListRow'][]> = {
  queryKey: [...usersKey, 'of brokers'],
  queryFn: async ({ signal }) => {
    const users = await everyRow((wanted) =>
      value(api.GET('/api/v1/users', { params: { query: { ...wanted, OrderBy: 'Name' } }, signal })),
    )
    return users.filter(({ RoleId }) => RoleId !== administrator)
  },
}

/** The days an invoice period may start or end on. */
export const periodDays: Query<components['schemas']['DayChoice'][]> = {
  queryKey: ['lists', 'invoice-period-days'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/lists/billing/invoice-period-days', { signal })),
  staleTime: Infinity,
}

/** Creates a broker, or saves the one with this id. */
export function saveBroker(id: number | undefined, body: BrokerInput): Promise<Broker> {
  return id === undefined
    ? value(api.POST('/api/v1/brokers', { body }))
    : value(api.PUT('/api/v1/brokers/{id}', { params: { path: { id } }, body }))
}
