/** A broker with two groups, two members and its users, made through the API for one journey alone: what it changes is nobody else's matter. */
import { request, type APIRequestContext } from 'playwright-core'
import { linkMailedTo } from './mail'
import { effectiveOfToday, firstOfThisMonth } from './months'
import { demoPassword, type Program } from './program'

/** The ids of the roles. */
export const roleIds = { administrator: 1, brokerAdministrator: 2, accountManager: 3, groupUser: 4 } as const

export interface Office {
  broker: string
  /** Where the members are. */
  group: string
  /** A further group of the broker, without members. */
  branch: string
  /** The path of the group. */
  at: string
  /** The one who signs in. */
  email: string
  password: string
}

/** Whom the members and users are called everywhere. */
export const people = {
  /** A member who stays, and one whose status is changed. */
  stays: { name: 'Thea Lindgren', listed: 'Lindgren, Thea' },
  leaves: { name: 'Casper Oyelaran', listed: 'Oyelaran, Casper' },
  colleague: 'Nadia Ferrant',
  contact: 'Marta Elling',
  note: 'Renewal talks begin in spring.',
  alert: 'Send the roster before the 3rd.',
} as const

const password = 'a heron by the old sluice'

/**
 * `word` is in every name, so that a search for it finds the office and nothing else. Who signs in has the given role; the groups have
 * the given `settings`.
 */
export async function openOffice(
  program: Program,
  word: string,
  roleId: number,
  settings: object = {},
): Promise<Office> {
  const api = await signedIn(program)
  const office = {
    broker: `${word} Advisors`,
    group: `${word} Mills`,
    branch: `${word} Works`,
    email: `visitor@${word.toLowerCase()}.example`,
    password,
  }
  const broker = await post(api, 'brokers', { Name: office.broker })
  const groups = [
    await addGroup(api, office.group, broker, settings),
    await addGroup(api, office.branch, broker, settings),
  ]
  const [group = 0] = groups
  await addPeople(api, word, group)
  await post(api, 'users', {
    FirstName: 'Ines',
    LastName: word,
    EmailAddress: office.email,
    RoleId: roleId,
    ...belonging(roleId, broker, groups),
  })
  await post(api, 'users', {
    FirstName: 'Nadia',
    LastName: 'Ferrant',
    EmailAddress: `nadia@${word.toLowerCase()}.example`,
    RoleId: roleIds.accountManager,
    ...belonging(roleIds.accountManager, broker, [group]),
  })
  const link = new URL(await linkMailedTo(program, office.email))
  await post(api, 'auth/reset-password', {
    Token: new URLSearchParams(link.hash.slice(1)).get('token'),
    Password: password,
  })
  await api.dispose()
  return { ...office, at: `/employers/${group}` }
}

/**
 * Ottilie Brandt, who alone counts this month: those of the office joined today. In the first three days of a month that is at once, and they
 * end again with its beginning.
 */
export async function addInsured(program: Program, { at }: Office): Promise<void> {
  const [month = '', day = '', year = ''] = firstOfThisMonth().split('/')
  const api = await signedIn(program)
  const group = Number(at.split('/').pop())
  if (effectiveOfToday().atOnce) {
    const listed = await api.get(`/api/v1/employees/search?GroupId=${group}`)
    const { Value } = (await listed.json()) as { Value: { Data: { Id: number }[] } }
    for (const { Id } of Value.Data)
      await api.post(`/api/v1/employees/${Id}/terminate`, {
        data: { OverrideDate: true, EffectiveDate: `${year}-${month}-${day}` },
      })
  }
  await post(api, 'employees', {
    EmployerId: group,
    FirstName: 'Ottilie',
    LastName: 'Brandt',
    DateOfBirth: '1979-02-11',
    EffectiveDate: `${year}-${month}-${day}`,
    OverrideDate: true,
    BypassDuplicationCheck: true,
  })
  await api.dispose()
}

/** What the users of a role belong to: administrators to nothing, and a group user has one group. */
function belonging(roleId: number, broker: number, groups: readonly number[]): object {
  if (roleId === roleIds.administrator) return {}
  if (roleId === roleIds.groupUser) return { EmployerGroupIds: groups.slice(0, 1) }
  return { BrokerId: broker, EmployerGroupIds: roleId === roleIds.accountManager ? groups : [] }
}

/** Calls of the API as an administrator of the demonstration. */
export async function signedIn({ address }: Program): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: address, extraHTTPHeaders: { origin: address } })
  await post(api, 'auth/login', { EmailAddress: 'dana.reyes@demo.example', Password: demoPassword })
  return api
}

function addGroup(api: APIRequestContext, name: string, broker: number, settings: object): Promise<number> {
  const [month = '', day = '', year = ''] = firstOfThisMonth().split('/')
  return post(api, 'employers', {
    Name: name,
    GroupId: name.toUpperCase().replace(' ', '-'),
    BrokerId: broker,
    EffectiveDate: `${year}-${month}-${day}`,
    AllowManualAdds: true,
    SendWelcomeEmails: false,
    DefaultPricingGroupName: `${name} Standard Pricing`,
    DefaultPricingGroupRate: 21,
    BillingAddressLine1: '4 Sluice Rd',
    BillingCity: 'Tampa',
    BillingState: 'FL',
    BillingZipCode: '33605',
    ...settings,
  })
}

async function addPeople(api: APIRequestContext, word: string, group: number): Promise<void> {
  const prices = (await (await api.get(`/api/v1/billing/${group}/pricing-groups-list`)).json()) as {
    Value: { Id: number }[]
  }
  for (const [at, { name }] of [people.stays, people.leaves].entries()) {
    const [FirstName = '', LastName = ''] = name.split(' ')
    const email = `${FirstName}@${word}.example`.toLowerCase()
    await post(api, 'employees', {
      EmployerId: group,
      FirstName,
      LastName,
      DateOfBirth: `198${at}-06-17`,
      EmailAddress: email,
      EmployerProvidedId: `${word}-${at}`,
      PricingGroupId: prices.Value[0]?.Id,
      BypassDuplicationCheck: true,
    })
  }
  const [FirstName = '', LastName = ''] = people.contact.split(' ')
  await post(api, `employers/${group}/contacts`, { FirstName, LastName, Department: 'Payroll' })
  await post(api, `employers/${group}/notes`, { Note: people.note, NoteType: 0 })
  await post(api, `employers/${group}/notes`, { Note: people.alert, NoteType: 1 })
}

/** Posts, and gives the id of what was made. */
export async function post(api: APIRequestContext, path: string, data: object): Promise<number> {
  const answer = await api.post(`/api/v1/${path}`, { data })
  const { IsValid, Errors, Value } = (await answer.json()) as {
    IsValid: boolean
    Errors: unknown
    Value: { Id?: number } | null
  }
  if (!IsValid) throw new Error(`${path} was refused: ${JSON.stringify(Errors)}`)
  return Value?.Id ?? 0
}
