/** Users from invitation to second factor, acting as one of them, and who may do what with whom. */
import { expect } from 'vitest'
import { AccountPage } from '../pages/AccountPage'
import { Gate } from '../pages/Gate'
import { UsersPage } from '../pages/UsersPage'
import { journey } from '../support/journey'
import { linkMailedTo } from '../support/mail'
import { makeAdministrator } from '../support/program'
import { codeOf } from '../support/totp'

const password = 'seven otters under the pier'
const broker = 'Juniper Benefit Advisors'
const group = /^Harborline Logistics/

journey(
  'an administrator invites a user, who sets a password and a second factor and signs in with it',
  async ({ program, visitor, another }) => {
    const [administrator, email] = ['people.office@journeys.example', 'tamsin.oakes@journeys.example']
    await makeAdministrator(program, administrator, password)
    await new Gate(visitor).signIn(administrator, password)
    const users = new UsersPage(visitor)
    await users.open()
    await visitor.look('users')
    await users.create({ first: 'Tamsin', last: 'Oakes', email, role: 'Account Manager', broker, group })

    const invited = await another()
    const gate = new Gate(invited)
    await invited.page.goto(await linkMailedTo(program, email))
    await gate.setPassword(password)
    await invited.page.getByRole('link', { name: 'Back to sign-in' }).click()
    await gate.enter(email, password)
    expect(await gate.entries()).not.toContain('Users')
    const account = new AccountPage(invited)
    await account.open()
    await invited.look('account')
    const { secret, recoveryCodes } = await account.setUpSecondFactor(password)
    await invited.look('second factor is on')

    invited.expects(/status of 401/)
    await gate.signOut()
    await gate.enter(email, password)
    await invited.look('code of the second factor')
    await gate.enterCode('000000')
    await invited.page.getByText('This code is not right.').waitFor()
    await gate.enterCode(codeOf(secret, 1))
    await gate.navigation.waitFor()
    await gate.signOut()
    await gate.enter(email, password)
    await gate.enterCode(recoveryCodes[0] ?? '')
    await gate.navigation.waitFor()

    await users.search('Search name, email or broker', 'tamsin.oakes')
    await users.listed('1–1 of 1 user')
    await users.rowAction('Tamsin Oakes', 'Send Password Reset')
    await (await users.panel('Send Password Reset')).press('Send Password Reset')
    await users.noticed('A password reset email has been sent to the user!')
  },
)

journey('an administrator acts as a user, and comes back to itself', async ({ program, visitor }) => {
  const administrator = 'acting@journeys.example'
  await makeAdministrator(program, administrator, password)
  await new Gate(visitor).signIn(administrator, password, '/users?sort=Name')
  const users = new UsersPage(visitor)
  await users.impersonate('Hollis Yarrow')
  await expect.poll(() => users.entries()).toEqual(['Home', 'Employer Groups', 'Members', 'Census Files', 'Invoices'])
  await visitor.page
    .getByRole('timer')
    .getByText(/^(29|30) minutes left$/)
    .waitFor()
  await visitor.look('acting as somebody')
  await new AccountPage(visitor).open()
  expect(await users.button('Change password').count()).toBe(0)
  await visitor.look('account of somebody else')
  await users.stop()
  await expect.poll(() => users.entries()).toContain('Users')
  expect(await visitor.page.getByText('You act as').count()).toBe(0)
})

journey('a broker administrator sees the users of its broker and makes account managers only', async ({ visitor }) => {
  await new Gate(visitor).signIn('sunniva.prewitt@demo.example')
  const users = new UsersPage(visitor)
  await users.open()
  await users.row('Hollis Yarrow').waitFor()
  expect(await users.row('Dana Reyes').count()).toBe(0)
  const { panel, roles } = await users.rolesOffered()
  expect(roles).toEqual(['Account Manager'])
  expect(await panel.field('Broker').count()).toBe(0)
  await visitor.look('new account manager')
  await panel.press('Cancel')
  await panel.closed()
  await users.button('Actions for Hollis Yarrow').click()
  await visitor.page.getByRole('menuitem').first().waitFor()
  expect(await visitor.page.getByRole('menuitem').allTextContents()).toEqual(['Edit User', 'Send Password Reset'])
})
