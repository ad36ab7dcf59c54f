/** The ERP sandbox beside the program: what it hands out to whoever connects an account, and what goes wrong in it on demand. */
import type { Program } from './program'

interface Sandbox {
  QuickBooks: Credentials
  NetSuite: Credentials
}

type Ids = Record<string, Record<string, string>>
interface Credentials {
  RealmId: string
  AccountId: string
  ClientId: string
  ClientSecret: string
  CertificateId: string
  PrivateKey: string
  Ids: Ids
}

export function sandboxAddress(program: Program): string {
  return `http://${program.settings.LEDGERWELL_ERP_SANDBOX}`
}

export async function sandboxOf(program: Program): Promise<Sandbox> {
  const answer = await fetch(`${sandboxAddress(program)}/control`)
  return (await answer.json()) as Sandbox
}

/** The first tokens of QuickBooks, as a person gets them who connects an application. */
export async function connectQuickBooks(program: Program): Promise<{ access_token: string; refresh_token: string }> {
  const answer = await fetch(`${sandboxAddress(program)}/control/connect`, { method: 'POST' })
  return (await answer.json()) as { access_token: string; refresh_token: string }
}

/** The id of a record that the settings name. */
export function idOf(ids: Ids, kind: string, name: string): string {
  const id = ids[kind]?.[name]
  if (id === undefined) throw new Error(`The sandbox has no ${kind} named ${name}.`)
  return id
}
