/** What the settings screens read and write: ERP accounts, their configurations and their tokens. */
import { api, done, judged, value } from '../../api/client'
import { listCsv } from '../../api/downloads'
import { listQuery } from '../../api/list'
import type { components } from '../../api/schema'
import { addDays, businessDay } from '../../lib/format/dates'
import type { ListParams, Page } from '../../lib/list'
import type { Listing } from '../../lib/listing'
import type { Query } from '../../lib/query'

type Schemas = components['schemas']
export type AccountRow = Schemas['AccountListRow']
export type Account = Schemas['AccountView']
export type AccountingConfig = Schemas['AccountingConfigView']
export type NetsuiteConfig = Schemas['NetsuiteConfigView']
export type Expiry = Schemas['TokenExpiryView']
export type TokenRow = Schemas['TokenRow']
export type Token = Schemas['TokenView']

/** Everything about ERP accounts; refreshed as a whole after a save. */
export const accountsKey = ['accounts']
/** Everything about their tokens. */
export const tokensKey = ['tokens']

function accountQuery(params: ListParams) {
  const [ServiceType] = params.Filters.type ?? []
  return { ...listQuery(params), ...(ServiceType ? { ServiceType } : {}) }
}

/** The list as a file. */
export const accountCsv = listCsv('/api/v1/api-services/search/as-csv', {}, accountQuery)

function accountList(params: ListParams): Query<Page<AccountRow>> {
  return {
    queryKey: [...accountsKey, 'list', params],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/api-services/search', { params: { query: accountQuery(params) }, signal })),
  }
}

/** That list on its page. */
export const accountListing: Listing<AccountRow> = {
  listKey: 'accounts',
  list: accountList,
  defaults: { PerPage: 24, OrderBy: 'Id' },
}

export function account(id: number): Query<Account> {
  return {
    queryKey: [...accountsKey, id],
    queryFn: ({ signal }) => value(api.GET('/api/v1/api-services/{id}', { params: { path: { id } }, signal })),
  }
}

/** The systems an account can lead to. */
export const serviceTypes: Query<Schemas['TypeChoice'][]> = {
  queryKey: ['lists', 'service-types'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/api-services/types', { signal })),
  staleTime: Infinity,
}

/** Creates an account, or saves the one with this id. */
export function saveAccount(id: number | undefined, body: Schemas['AccountInput']): Promise<Account> {
  return id === undefined
    ? value(api.POST('/api/v1/api-services', { body }))
    : value(api.PUT('/api/v1/api-services/{id}', { params: { path: { id } }, body }))
}

/** Asks the system of an account for new tokens. */
export function refreshToken(id: number): Promise<void> {
  return done(api.POST('/api/v1/api-services/{id}/refresh-token', { params: { path: { id } } }))
}

/** Signs in to the system of an account and looks up what its settings name: what was found, and what is wrong by field. */
export function testConnection(id: number) {
  return judged(api.POST('/api/v1/api-services/{id}/test', { params: { path: { id } } }))
}

/** A configuration with its secret in its place, as the editor shows it. */
export interface WithSecret<Config> {
  config: Config
  secret: string
}

/** Reads the secret of a QuickBooks configuration; the server records each reading. */
export function accountingSecret(config: AccountingConfig): Query<WithSecret<AccountingConfig>> {
  return secretQuery(['accounting', config.Id, config.Version], config, (signal) =>
    value(
      api.GET('/api/v1/api-services/configs/{configId}/secret', { params: { path: { configId: config.Id } }, signal }),
    ),
  )
}

/** Reads the private key of a NetSuite configuration; the server records each reading. */
export function netsuiteSecret(config: NetsuiteConfig): Query<WithSecret<NetsuiteConfig>> {
  return secretQuery(['netsuite', config.Id, config.Version], config, (signal) =>
    value(
      api.GET('/api/v1/api-services/netsuite-configs/{configId}/secret', {
        params: { path: { configId: config.Id } },
        signal,
      }),
    ),
  )
}

/** A secret is not kept once its editor is closed. */
function secretQuery<Config extends { HasClientSecret: boolean }>(
  key: readonly unknown[],
  config: Config,
  read: (signal: AbortSignal) => Promise<string>,
): Query<WithSecret<Config>> {
  return {
    queryKey: ['secrets', ...key],
    queryFn: async ({ signal }) => ({ config, secret: config.HasClientSecret ? await read(signal) : '' }),
    gcTime: 0,
  }
}

/** Creates the configuration of a QuickBooks account, or saves the one with this id. */
export function saveAccountingConfig(
  id: number | undefined,
  body: Schemas['AccountingConfigInput'],
): Promise<AccountingConfig> {
  return id === undefined
    ? value(api.POST('/api/v1/api-services/configs', { body }))
    : value(api.PUT('/api/v1/api-services/configs/{configId}', { params: { path: { configId: id } }, body }))
}

/** Creates the configuration of a NetSuite account, or saves the one with this id. */
export function saveNetsuiteConfig(
  id: number | undefined,
  body: Schemas['NetsuiteConfigInput'],
): Promise<NetsuiteConfig> {
  return id === undefined
    ? value(api.POST('/api/v1/api-services/netsuite-configs', { body }))
    : value(api.PUT('/api/v1/api-services/netsuite-configs/{configId}', { params: { path: { configId: id } }, body }))
}

/** The list as a file. */
export const tokenCsv = listCsv('/api/v1/api-services/tokens/search/as-csv', {}, tokenQuery)

function tokenQuery(params: ListParams) {
  const [days] = params.Filters.expires ?? []
  return { ...listQuery(params), ...(days ? { ExpiresBy: addDays(businessDay(new Date()), Number(days)) } : {}) }
}

function tokenList(params: ListParams): Query<Page<TokenRow>> {
  return {
    queryKey: [...tokensKey, 'list', params],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/api-services/tokens/search', { params: { query: tokenQuery(params) }, signal })),
  }
}

/** That list on its page. */
export const tokenListing: Listing<TokenRow> = {
  listKey: 'tokens',
  list: tokenList,
  defaults: { PerPage: 24, OrderBy: 'Id' },
}

/** Tokens with their texts; the server records each reading, and nothing keeps them once the editor is closed. */
export function token(tokenId: number): Query<Token> {
  return {
    queryKey: ['secrets', 'token', tokenId],
    queryFn: ({ signal }) =>
      value(api.GET('/api/v1/api-services/tokens/{tokenId}', { params: { path: { tokenId } }, signal })),
    gcTime: 0,
  }
}

/** Creates tokens, or saves those with this id. */
export function saveToken(id: number | undefined, body: Schemas['TokenInput']): Promise<TokenRow> {
  return id === undefined
    ? value(api.POST('/api/v1/api-services/tokens', { body }))
    : value(api.PUT('/api/v1/api-services/tokens/{tokenId}', { params: { path: { tokenId: id } }, body }))
}
