import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPage } from '../../lib/browser/loadPage'
import type { Action } from '../../session/session'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { me, renderRoute } from '../../testing/renderRoute'
import { toastTimes } from '../../ui/toast/toasts'

vi.mock('../../lib/browser/loadPage', () => ({ loadPage: vi.fn() }))

const names = ['', 'Administrator', 'Broker Administrator', 'Account Manager', 'Group User']
const juniper = { Id: 10, Name: 'Juniper Benefit Advisors' }

function row(Id: number, FullName: string, RoleId: number, more: object = {}) {
  const Email = `${FullName.toLowerCase().replace(' ', '.')}@example.com`
  const [FirstName, LastName] = FullName.split(' ')
  return {
    Id,
    FirstName,
    LastName,
    FullName,
    Email,
    PhoneNumber: '8135550142',
    RoleId,
    Role: { Id: RoleId, Name: names[RoleId] },
    Broker: juniper,
    IsDisabled: false,
    LastSignInOn: null,
    MayEdit: true,
    MayResetPassword: true,
    ...more,
  }
}

const dana = row(1, 'Dana Reyes', 1, { Broker: null })
const olive = row(2, 'Olive Marsh', 1, { Broker: null })
const hollis = row(5, 'Hollis Yarrow', 3)
const retired = row(6, 'Ines Calder', 3, { IsDisabled: true, PhoneNumber: null })
const record = (user: ReturnType<typeof row>, more: object = {}) =>
  valid({ ...user, EmailAddress: user.Email, EmployerGroupIds: [1], HasSecondFactor: false, Version: 4, ...more })
const lists = {
  'GET /users': page([dana, olive, hollis, retired], 61),
  'GET /roles': valid(names.slice(1).map((Name, index) => ({ Id: index + 1, Name }))),
  'GET /brokers': valid([juniper, { Id: 13, Name: 'Meridian Benefits' }]),
  'GET /employers': valid([
    { Id: 1, Name: 'Harborline Logistics', GroupId: '10551', BrokerId: 10, MasterBrokerId: null },
    { Id: 2, Name: 'Kestrel Freight', GroupId: '10662', BrokerId: 12, MasterBrokerId: 10 },
    { Id: 3, Name: 'Vale Freight', GroupId: '10773', BrokerId: 13, MasterBrokerId: null },
  ]),
}
const brokerAdministrator: readonly Action[] = [
  'UseOwnAccount',
  'ViewGroups',
  'ViewBrokers',
  'ViewUsers',
  'EditUsers',
  'AddUsers',
]

beforeEach(() => vi.mocked(loadPage).mockClear())

/** The entries of the menu of a user's row. */
async function entriesOf(
  user: Awaited<ReturnType<typeof renderRoute>>['user'],
  name: string,
): Promise<(string | null)[]> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  const entries = (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  return entries
}

describe('the list', () => {
  it('shows name, address, phone, role and broker, 24 to a page', async () => {
    const calls = stubCalls(lists)
    await renderRoute('/users')
    const shown = await screen.findByRole('row', { name: /Hollis/ })
    expect(
      within(shown)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .slice(0, 5),
    ).toEqual([
      'Hollis Yarrow',
      'hollis.yarrow@example.com',
      '(813) 555-0142',
      'Account Manager',
      'Juniper Benefit Advisors',
    ])
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Email Address',
      'Phone Number',
      'Role',
      'Broker',
      'Actions',
    ])
    expect(Object.fromEntries(calls.last('GET /users').url.searchParams)).toEqual({
      Page: '1',
      PerPage: '24',
      OrderBy: 'Id',
      OrderDesc: 'false',
    })
    expect(within(screen.getByRole('row', { name: /Ines/ })).getByText('Disabled')).toBeVisible()
  })

  it('filters by brokers and groups', async () => {
    const calls = stubCalls(lists)
    await renderRoute('/users?broker=10&group=1&group=2')
    await screen.findByRole('row', { name: /Hollis/ })
    expect(calls.last('GET /users').url.searchParams.getAll('BrokerIds')).toEqual(['10'])
    expect(calls.last('GET /users').url.searchParams.getAll('EmployerIds')).toEqual(['1', '2'])
  })

  it.each([
    ['a broker administrator', brokerAdministrator, ['Name', 'Email Address', 'Role'], 'Search name, email or role'],
    [
      'an administrator',
      undefined,
      ['Name', 'Email Address', 'Phone Number', 'Role', 'Broker'],
      'Search name, email or broker',
    ],
  ])('narrowed to a group, %s sorts by what the server sorts by', async (_, can, expected, label) => {
    stubCalls(lists)
    await renderRoute('/users?group=1', can ? { can } : {})
    await screen.findByRole('row', { name: /Hollis/ })
    const sortable = screen.getAllByRole('columnheader').filter((head) => within(head).queryByRole('button') !== null)
    expect(sortable.map((head) => head.textContent)).toEqual(expected)
    expect(screen.getByRole('searchbox', { name: label })).toBeVisible()
  })

  it('an empty one says so', async () => {
    stubCalls({ ...lists, 'GET /users': page([]) })
    await renderRoute('/users')
    expect(await screen.findByText('No results to display.')).toBeVisible()
  })

  it('is no page for who may add no users, and asks the server for none', async () => {
    const calls = stubCalls(lists)
    await renderRoute('/users?expandeduserid=5', { can: ['ViewUsers', 'EditUsers'] })
    expect(await screen.findByText('There is no such page')).toBeVisible()
    expect(calls.of('GET /users')).toHaveLength(0)
  })
})

describe('what can be done', () => {
  it('depends on the user: nobody acts as himself, as another administrator, or as somebody disabled', async () => {
    stubCalls(lists)
    const { user } = await renderRoute('/users')
    expect(await entriesOf(user, 'Hollis Yarrow')).toEqual([
      'Edit User',
      'Send Password Reset',
      'Impersonate User',
      'Reset Second Factor',
    ])
    expect(await entriesOf(user, 'Olive Marsh')).toEqual(['Edit User', 'Send Password Reset', 'Reset Second Factor'])
    expect(await entriesOf(user, 'Dana Reyes')).toEqual(['Edit User', 'Send Password Reset'])
    expect(await entriesOf(user, 'Ines Calder')).toContain('Impersonate UserThis user is disabled.')
  })

  it('is what the server says of the user, and what may not be edited opens nothing', async () => {
    const owen = row(7, 'Owen Bracknell', 4, { Broker: null, MayEdit: false, MayResetPassword: false })
    const sunniva = row(8, 'Sunniva Prewitt', 2, { MayResetPassword: false })
    stubCalls({ ...lists, 'GET /users': page([owen, sunniva, hollis]) })
    const { user } = await renderRoute('/users?group=1', { can: brokerAdministrator })
    expect(await entriesOf(user, 'Sunniva Prewitt')).toEqual(['Edit User'])
    expect(screen.queryByRole('button', { name: 'Actions for Owen Bracknell' })).toBeNull()
    expect(screen.getByText('Owen Bracknell')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Owen Bracknell' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Hollis Yarrow' })).toBeVisible()
  })

  it('a broker administrator edits and sends resets, and sees neither the security settings nor the broker filter', async () => {
    stubCalls(lists)
    const { user } = await renderRoute('/users', { can: brokerAdministrator })
    expect(await entriesOf(user, 'Hollis Yarrow')).toEqual(['Edit User', 'Send Password Reset'])
    expect(screen.getByRole('button', { name: 'New User' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Broker' })).not.toHaveAttribute('aria-expanded')
  })

  it('a password reset is confirmed, sent, and said', async () => {
    const calls = stubCalls({ ...lists, 'POST /users/5/send-password-reset': valid(null) })
    const { user } = await renderRoute('/users')
    await user.click(await screen.findByRole('button', { name: 'Actions for Hollis Yarrow' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send Password Reset' }))
    const panel = await screen.findByRole('dialog', { name: 'Send Password Reset' })
    expect(within(panel).getByText('It goes to hollis.yarrow@example.com.')).toBeVisible()
    await user.click(within(panel).getByRole('button', { name: 'Send Password Reset' }))
    expect(await screen.findByText('A password reset email has been sent to the user!')).toBeVisible()
    expect(calls.of('POST /users/5/send-password-reset')).toHaveLength(1)
  })

  it('one that is refused raises the first error as a notice', async () => {
    stubCalls({
      ...lists,
      'POST /users/5/send-password-reset': refused([{ Key: '', Message: 'The user is disabled.' }]),
    })
    const { user } = await renderRoute('/users')
    await user.click(await screen.findByRole('button', { name: 'Actions for Hollis Yarrow' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send Password Reset' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send Password Reset' }))
    const notice = (await screen.findByText('The user is disabled.')).closest('[role="alert"], [role="status"]')
    expect(notice).toHaveTextContent('Error')
  })

  it('acting as somebody says what will happen, and leaves for the server', async () => {
    stubCalls(lists)
    const { user } = await renderRoute('/users')
    await user.click(await screen.findByRole('button', { name: 'Actions for Hollis Yarrow' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Impersonate User' }))
    const panel = await screen.findByRole('dialog', { name: 'Impersonate User' })
    for (const text of [/30 minutes/, /bar over every page/, /recorded with both names/])
      expect(within(panel).getByText(text)).toBeVisible()
    expect(loadPage).not.toHaveBeenCalled()
    await user.click(within(panel).getByRole('button', { name: 'Impersonate User' }))
    expect(loadPage).toHaveBeenCalledExactlyOnceWith('/user/impersonate/5')
  })
})

describe('the editor', () => {
  it('creates a user of any role for an administrator, who chooses the broker where the role has one', async () => {
    const calls = stubCalls({ ...lists, 'POST /users': record(hollis) })
    const { user } = await renderRoute('/users')
    await user.click(await screen.findByRole('button', { name: 'New User' }))
    const panel = await screen.findByRole('dialog', { name: 'Create User' })
    await user.type(within(panel).getByRole('textbox', { name: 'First name' }), 'Hollis')
    await user.type(within(panel).getByRole('textbox', { name: 'Last name' }), 'Yarrow')
    await user.type(within(panel).getByRole('textbox', { name: 'Email address' }), 'hollis@example.com')
    await user.type(within(panel).getByRole('textbox', { name: /Phone number/ }), '8135550142')
    expect(within(panel).queryByRole('combobox', { name: /Broker/ })).toBeNull()
    await user.click(within(panel).getByRole('combobox', { name: 'Role' }))
    expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toEqual(
      expect.arrayContaining(names.slice(1)),
    )
    await user.click(screen.getByRole('option', { name: 'Account Manager' }))
    await user.click(within(panel).getByRole('combobox', { name: 'Broker' }))
    await user.click(await screen.findByRole('option', { name: 'Juniper Benefit Advisors' }))
    await user.click(within(panel).getByRole('combobox', { name: 'Employer groups' }))
    await user.click(await screen.findByRole('option', { name: 'Kestrel Freight (10662)' }))
    await user.click(within(panel).getByRole('button', { name: 'Create user' }))
    expect(await screen.findByText('The user was created successfully!')).toBeVisible()
    expect(calls.last('POST /users').body).toEqual({
      UserId: 0,
      FirstName: 'Hollis',
      LastName: 'Yarrow',
      EmailAddress: 'hollis@example.com',
      PhoneNumber: '(813) 555-0142',
      RoleId: 3,
      BrokerId: 10,
      EmployerGroupIds: [2],
      IsDisabled: false,
      Version: null,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(toastTimes.duration).toBe(8000)
  })

  it('offers the groups of the chosen broker only, and says which ones go when the broker changes', async () => {
    stubCalls({ ...lists, 'GET /users/5': record(hollis) })
    const { user } = await renderRoute('/users?panel=user.5')
    const panel = await screen.findByRole('dialog', { name: 'Edit User' })
    expect(await within(panel).findByText('Harborline Logistics (10551)')).toBeVisible()
    await user.click(within(panel).getByRole('combobox', { name: 'Employer groups' }))
    expect(await screen.findByRole('option', { name: 'Kestrel Freight (10662)' })).toBeVisible()
    expect(screen.queryByRole('option', { name: 'Vale Freight (10773)', hidden: true })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(within(panel).getByRole('combobox', { name: 'Broker' }))
    await user.click(await screen.findByRole('option', { name: 'Meridian Benefits' }))
    expect(await within(panel).findByRole('status')).toHaveTextContent(
      'Taken away with the change of the broker: Harborline Logistics.',
    )
    expect(within(panel).queryByText('Harborline Logistics (10551)')).toBeNull()
    await user.click(within(panel).getByRole('combobox', { name: 'Employer groups' }))
    expect(await screen.findByRole('option', { name: 'Vale Freight (10773)' })).toBeVisible()
    expect(screen.queryByRole('option', { name: 'Kestrel Freight (10662)', hidden: true })).toBeNull()
  })

  it('offers Account Manager only to a broker administrator, of the own broker', async () => {
    const calls = stubCalls({ ...lists, 'POST /users': record(hollis) })
    const { user } = await renderRoute('/users?panel=user', {
      as: { ...me(brokerAdministrator), User: { ...me().User, RoleId: 2, Broker: juniper } },
    })
    const panel = await screen.findByRole('dialog', { name: 'Create User' })
    expect(await within(panel).findByDisplayValue('Account Manager')).toBeVisible()
    await user.click(within(panel).getByRole('combobox', { name: 'Role' }))
    expect(screen.queryByRole('option', { name: 'Administrator', hidden: true })).toBeNull()
    expect(screen.queryByRole('option', { name: 'Group User', hidden: true })).toBeNull()
    await user.keyboard('{Escape}')
    await user.type(within(panel).getByRole('textbox', { name: 'First name' }), 'Hollis')
    await user.click(within(panel).getByRole('button', { name: 'Create user' }))
    await waitFor(() => expect(calls.of('POST /users')).toHaveLength(1))
    expect(calls.last('POST /users').body).toMatchObject({ RoleId: 3, BrokerId: 10 })
  })

  it('a link opens it for a user, and closing it leaves the address clean', async () => {
    stubCalls({ ...lists, 'GET /users/5': record(hollis) })
    const { user, router } = await renderRoute('/users?expandeduserid=5')
    const panel = await screen.findByRole('dialog', { name: 'Edit User' })
    expect(await within(panel).findByDisplayValue('Hollis')).toBeVisible()
    await user.click(within(panel).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toEqual({})
  })

  it.each([
    ['FirstName', 'First name'],
    ['LastName', 'Last name'],
    ['EmailAddress', 'Email address'],
    ['PhoneNumber', /Phone number/],
    ['RoleId', 'Role'],
    ['BrokerId', 'Broker'],
    ['EmployerGroupIds', 'Employer groups'],
  ])('shows what is wrong with %s under it and stays open', async (Key, name) => {
    stubCalls({
      ...lists,
      'GET /users/5': record(hollis),
      'PUT /users/5': refused([{ Key, Message: 'This is not right.' }]),
    })
    const { user } = await renderRoute('/users?panel=user.5')
    const panel = await screen.findByRole('dialog', { name: 'Edit User' })
    const field = (await within(panel).findAllByLabelText(name))[0]
    await user.click(within(panel).getByRole('button', { name: 'Save user' }))
    await waitFor(() => expect(field).toHaveAccessibleDescription(/This is not right\./))
    expect(panel).toBeVisible()
  })

  it('saves with the version that was read, and disables', async () => {
    const calls = stubCalls({ ...lists, 'GET /users/5': record(hollis), 'PUT /users/5': record(hollis) })
    const { user } = await renderRoute('/users?panel=user.5')
    const panel = await screen.findByRole('dialog', { name: 'Edit User' })
    await user.click(await within(panel).findByRole('switch', { name: 'Disabled' }))
    await user.click(within(panel).getByRole('button', { name: 'Save user' }))
    expect(await screen.findByText('The user was updated successfully!')).toBeVisible()
    expect(calls.last('PUT /users/5').body).toMatchObject({
      UserId: 5,
      IsDisabled: true,
      EmployerGroupIds: [1],
      Version: 4,
    })
  })

  it('says of another address that it waits for a yes from the old one', async () => {
    const more = { WaitingEmailAddress: 'h.yarrow@juniper.example' }
    stubCalls({ ...lists, 'GET /users/5': record(hollis), 'PUT /users/5': record(hollis, more) })
    const { user } = await renderRoute('/users?panel=user.5', { can: brokerAdministrator })
    const panel = await screen.findByRole('dialog', { name: 'Edit User' })
    const field = await within(panel).findByRole('textbox', { name: 'Email address' })
    expect(field).toHaveAccessibleDescription(/once the user has said yes/)
    await user.clear(field)
    await user.type(field, more.WaitingEmailAddress)
    await user.click(within(panel).getByRole('button', { name: 'Save user' }))
    expect(await screen.findByText(/counts once hollis.yarrow@example.com has said yes/)).toBeVisible()
  })

  it('shows the address that waits', async () => {
    stubCalls({ ...lists, 'GET /users/5': record(hollis, { WaitingEmailAddress: 'h.yarrow@juniper.example' }) })
    await renderRoute('/users?panel=user.5')
    expect(await screen.findByText('h.yarrow@juniper.example waits for a yes.')).toBeVisible()
  })

  it('locks what nobody changes of the own account', async () => {
    stubCalls({ ...lists, 'GET /users/1': record(dana) })
    await renderRoute('/users?panel=user.1')
    const panel = await screen.findByRole('dialog', { name: 'Edit User' })
    expect(await within(panel).findByRole('textbox', { name: 'First name' })).toBeEnabled()
    expect(within(panel).getByRole('combobox', { name: 'Role' })).toBeDisabled()
    expect(within(panel).queryByRole('switch', { name: 'Disabled' })).toBeNull()
  })

  it('shows a user that may not be edited to read only', async () => {
    stubCalls({ ...lists, 'GET /users/8': record(row(8, 'Sunniva Prewitt', 2), { MayEdit: false }) })
    await renderRoute('/users?panel=user.8', { can: brokerAdministrator })
    const panel = await screen.findByRole('dialog', { name: 'Edit User' })
    expect(await within(panel).findByText('You may not change this user.')).toBeVisible()
    expect(within(panel).getByDisplayValue('Broker Administrator')).toBeDisabled()
    expect(within(panel).queryByRole('button', { name: 'Save user' })).toBeNull()
  })

  it('a broker administrator edits users of every role of its broker, and gives no other role than Account Manager', async () => {
    const calls = stubCalls({
      ...lists,
      'GET /users/9': record(row(9, 'Owen Bracknell', 4)),
      'PUT /users/9': record(row(9, 'Owen Bracknell', 3)),
    })
    const { user } = await renderRoute('/users?panel=user.9', {
      as: { ...me(brokerAdministrator), User: { ...me().User, RoleId: 2, Broker: juniper } },
    })
    const panel = await screen.findByRole('dialog', { name: 'Edit User' })
    await user.click(await within(panel).findByRole('combobox', { name: 'Role' }))
    const offered = screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)
    expect(offered).toEqual(expect.arrayContaining(['Account Manager', 'Group User']))
    expect(offered).not.toContain('Broker Administrator')
    await user.click(screen.getByRole('option', { name: 'Account Manager' }))
    await user.click(within(panel).getByRole('button', { name: 'Save user' }))
    expect(await screen.findByText('The user was updated successfully!')).toBeVisible()
    expect(calls.last('PUT /users/9').body).toMatchObject({ RoleId: 3, BrokerId: 10, Version: 4 })
  })
})

it('the security settings say which roles need a second factor, and warn who would be asked for one', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /settings/security': valid({ SecondFactorRoleIds: [2], Version: 3 }),
    'PUT /settings/security': valid({ SecondFactorRoleIds: [1, 2], Version: 4 }),
    'GET /auth/me': valid(me()),
  })
  const { user } = await renderRoute('/users')
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Security' }))
  const panel = await screen.findByRole('dialog', { name: 'Security' })
  expect(await within(panel).findByRole('checkbox', { name: 'Broker Administrator' })).toBeChecked()
  expect(within(panel).queryByText('You have no second factor yet.')).toBeNull()
  await user.click(within(panel).getByRole('checkbox', { name: 'Administrator' }))
  expect(within(panel).getByText('You have no second factor yet.')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('The security settings have been saved.')).toBeVisible()
  expect(calls.last('PUT /settings/security').body).toEqual({ SecondFactorRoleIds: [1, 2], Version: 3 })
})
