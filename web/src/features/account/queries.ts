/** What the account page reads and writes: everything about oneself. */
import { api, done, value } from '../../api/client'
import type { components } from '../../api/schema'
import type { Query } from '../../lib/query'

type Schemas = components['schemas']
export type OwnSession = Schemas['OwnSession']
export type AccessKey = Schemas['KeyView']
export type Secret = Schemas['SecondFactorSecret']

export const ownSessions: Query<OwnSession[]> = {
  queryKey: ['own sessions'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/auth/sessions', { signal })),
}

export function endSession(id: number): Promise<void> {
  return done(api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } }))
}

export const accessKeys: Query<AccessKey[]> = {
  queryKey: ['own access keys'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/auth/keys', { signal })),
}

/** Makes an access key; the answer is the only one that holds its text. */
export function makeAccessKey(body: Schemas['KeyWish']): Promise<AccessKey> {
  return value(api.POST('/api/v1/auth/keys', { body }))
}

export function revokeAccessKey(id: number): Promise<void> {
  return done(api.DELETE('/api/v1/auth/keys/{id}', { params: { path: { id } } }))
}

/** Whether one is mailed once a day what waits. */
export const workDigest: Query<Schemas['WorkDigest']> = {
  queryKey: ['own work digest'],
  queryFn: ({ signal }) => value(api.GET('/api/v1/work-digest', { signal })),
}

export function setWorkDigest(IsWanted: boolean): Promise<Schemas['WorkDigest']> {
  return value(api.PUT('/api/v1/work-digest', { body: { IsWanted } }))
}

/** Shows once more that it is oneself, by the password or a code of the second factor. */
export function confirmIdentity(body: Proof): Promise<void> {
  return done(api.POST('/api/v1/auth/confirm', { body }))
}

/** Begins to set up a second factor: what an authenticator app needs. It is off until a code confirms it. */
export function beginSecondFactor(Password: string): Promise<Secret> {
  return value(api.POST('/api/v1/auth/second-factor', { body: { Password } }))
}

/** Turns the second factor on; gives the recovery codes, once. */
export async function confirmSecondFactor(Code: string): Promise<readonly string[]> {
  return (await value(api.POST('/api/v1/auth/second-factor/confirm', { body: { Code } }))).RecoveryCodes
}

/** The password and a code: what it takes to change the second factor. */
export interface Proof {
  Password: string
  Code: string
}

export function turnOffSecondFactor(body: Proof): Promise<void> {
  return done(api.DELETE('/api/v1/auth/second-factor', { body }))
}

/** New recovery codes; the old ones are void. */
export async function newRecoveryCodes(body: Proof): Promise<readonly string[]> {
  return (await value(api.POST('/api/v1/auth/second-factor/recovery-codes', { body }))).RecoveryCodes
}

/** Saves one's own name and phone; everything else goes back as it was read. */
export function saveOwnDetails(
  stored: Schemas['UserRecord'],
  own: { FirstName: string; LastName: string; PhoneNumber: string },
): Promise<Schemas['UserRecord']> {
  const { Id, EmailAddress, RoleId, Broker, EmployerGroupIds, IsDisabled, Version } = stored
  const body = {
    UserId: Id,
    EmailAddress,
    RoleId,
    BrokerId: Broker?.Id ?? null,
    EmployerGroupIds,
    IsDisabled,
    Version,
    ...own,
  }
  return value(api.PUT('/api/v1/users/{id}', { params: { path: { id: Id } }, body }))
}
