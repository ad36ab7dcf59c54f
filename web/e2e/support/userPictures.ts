/** The pictures of users, one's own account, the second factor, and what is new. */
import type { Page } from 'playwright-core'
import type { Picture } from './pictures'
import type { Stubs } from './served'
import { hollis, userStubs } from './userStubs'

const listed = (page: Page) => page.getByText('Hollis Yarrow').first().waitFor()

interface Session {
  Value: { User: object; Actions: readonly string[] }
}

export function userPictures(administrator: Session): readonly Picture[] {
  const session = (more: object): Stubs => ({ 'GET /auth/me': { Value: { ...administrator.Value, ...more } } })
  const stubs = { ...userStubs, ...session({}) }
  const acting = session({
    Impersonator: { Id: 9, FullName: 'Olive Marsh', Until: new Date(Date.now() + 28.5 * 60_000).toISOString() },
  })
  const withFactor = session({ User: { ...administrator.Value.User, HasSecondFactor: true } })
  const opened = (path: string, waitFor: string) => ({
    path,
    stubs,
    act: async (page: Page) => {
      await page.getByText(waitFor).first().waitFor()
    },
  })
  const scanned = async (page: Page) => {
    await page.getByLabel('Your password').fill('a long enough one')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
  }
  return [
    { name: 'users', path: '/users?sort=Name', stubs, act: listed },
    { name: 'users-dark', path: '/users?sort=Name', stubs, act: listed, dark: true },
    {
      name: 'users-menu',
      path: '/users?sort=Name',
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for Hollis Yarrow' }).click()
      },
    },
    { name: 'users-problem', ...opened('/users?problem=disabled', 'You do not act as this user.') },
    { name: 'user-create', ...opened('/users?panel=user', 'Create User') },
    {
      name: 'user-edit',
      path: '/users?expandeduserid=3',
      stubs: {
        ...stubs,
        'PUT /users/3': {
          Errors: [
            { Key: 'EmailAddress', Message: 'Another user has this e-mail address.' },
            { Key: 'EmployerGroupIds', Message: 'Granite Peak Outfitters belongs to another broker.' },
          ],
        },
      },
      act: async (page) => {
        await page.getByLabel('First name').fill('Holly')
        await page.getByRole('button', { name: 'Save user' }).click()
        await page.getByText('Another user has this e-mail address.').first().waitFor()
      },
    },
    {
      name: 'user-broker',
      path: '/users?expandeduserid=3',
      stubs,
      act: async (page) => {
        await page.getByText('Harborline Logistics (10551)').waitFor()
        await page.getByRole('combobox', { name: 'Broker' }).click()
        await page.getByRole('option', { name: 'Juniper Benefit Advisors' }).click()
        await page.getByText('Taken away with the change of the broker:').scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'user-impersonate',
      path: '/users?sort=Name',
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Actions for Hollis Yarrow' }).click()
        await page.getByRole('menuitem', { name: 'Impersonate User' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'acting', path: '/users', stubs: { ...stubs, ...acting }, act: listed },
    {
      name: 'security',
      path: '/users?panel=security',
      stubs,
      act: async (page) => {
        await page.getByRole('checkbox', { name: 'Administrator', exact: true }).check()
      },
    },
    { name: 'account', ...opened('/account', 'Nightly roster export') },
    {
      name: 'account-dark',
      ...opened('/account', 'Nightly roster export'),
      stubs: { ...stubs, ...withFactor },
      dark: true,
    },
    { name: 'account-acting', ...opened('/account', 'Nightly roster export'), stubs: { ...stubs, ...acting } },
    {
      name: 'access-key',
      path: '/account?panel=key',
      stubs,
      act: async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('Invoice import')
        await page.getByRole('button', { name: 'Make key' }).click()
        await page.getByRole('button', { name: 'I have kept it' }).waitFor()
      },
    },
    {
      name: 'confirm-identity',
      path: '/account?panel=key',
      stubs: {
        ...stubs,
        ...withFactor,
        'POST /auth/keys': {
          status: 403,
          Errors: [{ Key: 'Confirmation', Message: 'Enter your password again to go on.' }],
        },
      },
      allowed: /403/,
      act: async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('Invoice import')
        await page.getByRole('button', { name: 'Make key' }).click()
        await page.getByLabel('Your password').waitFor()
      },
    },
    { name: 'password-keys', ...opened('/account?panel=password', 'Your access keys') },
    { name: 'confirm-address', ...opened('/confirm-address#token=t0-k3n', 'Yes, change it') },
    {
      name: 'user-address-waits',
      path: '/users?expandeduserid=3',
      stubs: { ...stubs, 'GET /users/3': { Value: { ...hollis, WaitingEmailAddress: 'h.yarrow@juniper.example' } } },
      act: async (page) => {
        await page.getByText('waits for a yes').waitFor()
      },
    },
    { name: 'second-factor-scan', path: '/account?panel=second-factor', stubs, act: scanned },
    { name: 'second-factor-scan-dark', path: '/account?panel=second-factor', stubs, act: scanned, dark: true },
    {
      name: 'second-factor-codes',
      path: '/account?panel=second-factor',
      stubs,
      act: async (page) => {
        await scanned(page)
        await page.getByLabel('Code').fill('123456')
        await page.getByRole('button', { name: 'Turn on' }).click()
        await page.getByRole('button', { name: 'I have kept them' }).waitFor()
      },
    },
    {
      name: 'second-factor-needed',
      path: '/employers',
      stubs: { ...stubs, ...session({ Actions: ['UseOwnAccount'], SecondFactorNeeded: true }) },
      act: scanned,
    },
    {
      name: 'sign-in-code',
      path: '/sign-in',
      stubs: {
        'GET /auth/me': { status: 401, Errors: [{ Key: '', Message: 'Sign in first.' }] },
        'POST /auth/login': { Errors: [{ Key: 'Code', Message: 'Enter the code of your authenticator app.' }] },
      },
      allowed: /401/,
      act: async (page) => {
        await page.getByLabel('Email address').fill('dana.reyes@example.com')
        await page.getByLabel('Password', { exact: true }).fill('a long enough one')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('textbox', { name: 'Code' }).waitFor()
      },
    },
    {
      name: 'recent-updates',
      path: '/users',
      stubs: {
        ...stubs,
        'GET /users/1/announcements/1': { Value: false },
        'POST /users/1/announcements/1': { Value: true },
      },
      act: async (page) => {
        await page.getByRole('dialog', { name: 'Welcome back!' }).waitFor()
      },
    },
  ]
}
