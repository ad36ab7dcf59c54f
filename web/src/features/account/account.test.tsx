import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { draftsBelongTo } from '../../lib/drafts'
import { leaveForSignIn } from '../../leaving'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { me, renderRoute } from '../../testing/renderRoute'

const nobody = refused([{ Key: '', Message: 'Sign in first.' }], 401)
const brokers = page([{ Id: 1, Name: 'Alderway Benefits', MasterBroker: null, EmployerGroups: 0, Users: 0 }])

beforeEach(() => {
  draftsBelongTo(-1)
  draftsBelongTo(1)
})

describe('the guard', () => {
  it('leads to the sign-in and back to the page one wanted', async () => {
    let signedIn = false
    const calls = stubCalls({
      'GET /auth/me': (request) => (signedIn ? valid(me()) : nobody)(request),
      'POST /auth/login': (request) => {
        signedIn = true
        return valid(null)(request)
      },
      'GET /brokers/search': brokers,
    })
    const { user, router } = await renderRoute('/brokers?sort=Name', { signedOut: true })
    await user.type(await screen.findByRole('textbox', { name: 'Email address' }), 'dana.reyes@example.com')
    await user.type(screen.getByLabelText('Password'), 'a long enough one')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Alderway Benefits')).toBeVisible()
    expect(router.state.location.href).toBe('/brokers?sort=Name')
    expect(calls.last('POST /auth/login').body).toEqual({
      EmailAddress: 'dana.reyes@example.com',
      Password: 'a long enough one',
      Code: '',
    })
  })

  it('leads to no foreign page that an address names', async () => {
    let signedIn = false
    stubCalls({
      'GET /auth/me': (request) => (signedIn ? valid(me(['ViewWorkQueue'])) : nobody)(request),
      'POST /auth/login': (request) => {
        signedIn = true
        return valid(null)(request)
      },
      'GET /work-queue': valid({ Total: 0, Kinds: [] }),
    })
    const { user, router } = await renderRoute('/sign-in?from=https://evil.example/', { signedOut: true })
    await user.type(await screen.findByLabelText('Password'), 'a long enough one')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('sends who is signed in away from the sign-in', async () => {
    stubCalls({ 'GET /brokers/search': brokers })
    const { router } = await renderRoute('/sign-in?from=/brokers')
    expect(router.state.location.pathname).toBe('/brokers')
  })

  it('the start leads to the own account where there is no work queue', async () => {
    stubCalls({ 'GET /auth/sessions': valid([]), 'GET /auth/keys': valid([]) })
    const { router } = await renderRoute('/', { can: ['UseOwnAccount'] })
    expect(router.state.location.pathname).toBe('/account')
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Brokers' })).toBeNull()
  })
})

describe('the sign-in', () => {
  it('shows why it was refused', async () => {
    stubCalls({
      'GET /auth/me': nobody,
      'POST /auth/login': refused([{ Key: '', Message: 'This address and password do not match.' }], 401),
    })
    const { user, router } = await renderRoute('/sign-in', { signedOut: true })
    await user.type(await screen.findByLabelText('Password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('This address and password do not match.')
    expect(router.state.location.pathname).toBe('/sign-in')
  })

  it('asks for the code of the second factor as a further field, and says under it when it is wrong', async () => {
    let tries = 0
    let signedIn = false
    const answers = [
      refused([{ Key: 'Code', Message: 'Enter the code of your authenticator app.' }]),
      refused([{ Key: 'Code', Message: 'This code is not right.' }]),
    ]
    const calls = stubCalls({
      'GET /auth/me': (request) => (signedIn ? valid(me()) : nobody)(request),
      'POST /auth/login': (request) => {
        const answer = answers[tries++]
        signedIn = answer === undefined
        return (answer ?? valid(null))(request)
      },
      'GET /brokers/search': brokers,
    })
    const { user } = await renderRoute('/sign-in?from=/brokers', { signedOut: true })
    await user.type(await screen.findByRole('textbox', { name: 'Email address' }), 'dana@example.com')
    await user.type(screen.getByLabelText('Password'), 'a long enough one')
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    const code = await screen.findByRole('textbox', { name: 'Code' })
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText(/one of your recovery codes/)).toBeVisible()
    await user.type(code, '111111')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('This code is not right.')).toBeVisible()
    await user.clear(code)
    await user.type(code, ' 123456{Enter}')
    expect(await screen.findByText('Alderway Benefits')).toBeVisible()
    expect(calls.of('POST /auth/login').map(({ body }) => body)).toEqual(
      ['', '111111', '123456'].map((Code) => ({
        EmailAddress: 'dana@example.com',
        Password: 'a long enough one',
        Code,
      })),
    )
  })

  it.each([
    ['idle&minutes=30', /after 30 minutes without activity/],
    ['idle', /after a while without activity/],
    ['ended', /Your session has ended/],
    ['out', /You are signed out/],
  ])('says why one was signed out: %s', async (why, text) => {
    stubCalls({ 'GET /auth/me': nobody })
    await renderRoute(`/sign-in?why=${why}`, { signedOut: true })
    expect(await screen.findByText(text)).toBeVisible()
  })
})

it('who did nothing for a while is told for how long', async () => {
  stubCalls({ 'GET /auth/me': valid(me()), 'GET /brokers/search': brokers })
  const { router, client } = await renderRoute('/brokers', { as: { IdleMinutes: 12 } })
  leaveForSignIn(router, client, 'idle')
  expect(await screen.findByText('You were signed out after 12 minutes without activity.')).toBeVisible()
})

it('when the session ends in the middle of a form, the form is kept and comes back', async () => {
  let signedIn = true
  stubCalls({
    'GET /auth/me': (request) => (signedIn ? valid(me()) : nobody)(request),
    'POST /auth/login': (request) => {
      signedIn = true
      return valid(null)(request)
    },
    'GET /brokers/search': brokers,
    'GET /brokers': valid([]),
    'GET /lists/billing/invoice-period-days': valid([]),
  })
  const { user, router, client } = await renderRoute('/brokers?panel=broker')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Vale & Sons')
  signedIn = false
  leaveForSignIn(router, client, 'ended')
  expect(await screen.findByText(/Your unsaved form is kept/)).toBeVisible()
  await user.type(screen.getByLabelText('Password'), 'a long enough one')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Broker' })
  expect(within(panel).getByRole('textbox', { name: 'Name' })).toHaveValue('Vale & Sons')
  expect(within(panel).getByText('Your unsaved changes are back.')).toBeVisible()
})

it('signing out ends the session and forgets what was shown', async () => {
  const calls = stubCalls({ 'GET /brokers/search': brokers, 'POST /auth/logout': valid(null), 'GET /auth/me': nobody })
  const { user, router, client } = await renderRoute('/brokers')
  await screen.findByText('Alderway Benefits')
  const [menu] = screen.getAllByRole('button', { name: /account menu/ })
  await user.click(menu as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByText('You are signed out.')).toBeVisible()
  expect(calls.of('POST /auth/logout')).toHaveLength(1)
  expect(router.state.location.pathname).toBe('/sign-in')
  expect(client.getQueryCache().findAll({ queryKey: ['brokers'] })).toEqual([])
})

it('a call that is refused while signing out by hand does not speak of an ended session', async () => {
  let leave = () => {}
  stubCalls({
    'GET /brokers/search': brokers,
    'POST /auth/logout': (request) => {
      leave()
      return valid(null)(request)
    },
    'GET /auth/me': nobody,
  })
  const { user, router, client } = await renderRoute('/brokers')
  leave = () => leaveForSignIn(router, client, 'ended')
  await screen.findByText('Alderway Benefits')
  const [menu] = screen.getAllByRole('button', { name: /account menu/ })
  await user.click(menu as HTMLElement)
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByText('You are signed out.')).toBeVisible()
})

describe('passwords', () => {
  it('a forgotten one is asked for by mail; the answer does not tell whether the address exists', async () => {
    const calls = stubCalls({ 'POST /auth/forgot-password': valid(null) })
    const { user } = await renderRoute('/forgot-password', { signedOut: true })
    await user.type(await screen.findByRole('textbox', { name: 'Email address' }), 'dana@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText(/If dana@example.com has an account/)).toBeVisible()
    expect(calls.last('POST /auth/forgot-password').body).toEqual({ EmailAddress: 'dana@example.com' })
  })

  it('a new one is set with the token behind the #', async () => {
    const calls = stubCalls({ 'POST /auth/reset-password': valid(null) })
    const { user } = await renderRoute('/reset-password#token=t0-k3n', { signedOut: true })
    await user.type(await screen.findByLabelText('New password'), 'correct horse battery')
    await user.type(screen.getByLabelText('New password again'), 'correct horse batterie')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByText('Enter the same password again.')).toBeVisible()
    expect(calls.of('POST /auth/reset-password')).toHaveLength(0)
    await user.clear(screen.getByLabelText('New password again'))
    await user.type(screen.getByLabelText('New password again'), 'correct horse battery')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByText('Your new password is set.')).toBeVisible()
    expect(calls.last('POST /auth/reset-password').body).toEqual({ Token: 't0-k3n', Password: 'correct horse battery' })
  })

  it('a link without a token says so', async () => {
    stubCalls({})
    await renderRoute('/reset-password', { signedOut: true })
    expect(await screen.findByText('This link is not complete.')).toBeVisible()
  })

  it('one is changed in a panel, with the current one', async () => {
    const calls = stubCalls({
      'GET /auth/sessions': valid([]),
      'GET /auth/keys': valid([]),
      'POST /auth/change-password': valid(null),
    })
    const { user } = await renderRoute('/account')
    await user.click(await screen.findByRole('button', { name: 'Change password' }))
    const panel = await screen.findByRole('dialog', { name: 'Change password' })
    await user.type(within(panel).getByLabelText('Current password'), 'the old one')
    await user.type(within(panel).getByLabelText('New password'), 'correct horse battery')
    await user.type(within(panel).getByLabelText('New password again'), 'correct horse battery')
    await user.click(within(panel).getByRole('button', { name: 'Save password' }))
    expect(await screen.findByText('Your password has been changed.')).toBeVisible()
    expect(calls.last('POST /auth/change-password').body).toEqual({
      CurrentPassword: 'the old one',
      NewPassword: 'correct horse battery',
      RevokeAccessKeys: null,
    })
    expect(within(panel).queryByText('Access keys')).toBeNull()
  })

  it('somebody with access keys says what becomes of them', async () => {
    const key = { Id: 3, Name: 'Nightly export', Prefix: 'lw_8f21', CreatedOn: '', ExpiresOn: '', LastUsedOn: null }
    let tries = 0
    const calls = stubCalls({
      'GET /auth/sessions': valid([]),
      'GET /auth/keys': valid([key, { ...key, Id: 4, Name: 'Roster sync' }]),
      'POST /auth/change-password': (request) =>
        (tries++ === 0
          ? refused([{ Key: 'RevokeAccessKeys', Message: 'Choose what becomes of your access keys.' }])
          : valid(null))(request),
    })
    const { user } = await renderRoute('/account?panel=password')
    const panel = await screen.findByRole('dialog', { name: 'Change password' })
    expect(await within(panel).findByText(/with Nightly export, Roster sync/)).toBeVisible()
    await user.type(within(panel).getByLabelText('Current password'), 'the old one')
    await user.type(within(panel).getByLabelText('New password'), 'correct horse battery')
    await user.type(within(panel).getByLabelText('New password again'), 'correct horse battery')
    await user.click(within(panel).getByRole('button', { name: 'Save password' }))
    expect(await within(panel).findByText('Choose what becomes of your access keys.')).toBeVisible()
    await user.click(within(panel).getByRole('radio', { name: 'Revoke them' }))
    await user.click(within(panel).getByRole('button', { name: 'Save password' }))
    expect(await screen.findByText('Your password has been changed.')).toBeVisible()
    expect(calls.last('POST /auth/change-password').body).toMatchObject({ RevokeAccessKeys: true })
  })
})

describe('another address', () => {
  it('is said yes to with the token behind the #, by a click', async () => {
    const calls = stubCalls({ 'POST /auth/confirm-address': valid(null) })
    const { user } = await renderRoute('/confirm-address#token=t0-k3n', { signedOut: true })
    const yes = await screen.findByRole('button', { name: 'Yes, change it' })
    expect(calls.of('POST /auth/confirm-address')).toHaveLength(0)
    await user.click(yes)
    expect(await screen.findByText('Your e-mail address is changed.')).toBeVisible()
    expect(calls.last('POST /auth/confirm-address').body).toEqual({ Token: 't0-k3n' })
  })

  it('a link that was used says so', async () => {
    stubCalls({ 'POST /auth/confirm-address': refused([{ Key: 'Token', Message: 'This link was used before.' }]) })
    const { user } = await renderRoute('/confirm-address#token=t0-k3n', { signedOut: true })
    await user.click(await screen.findByRole('button', { name: 'Yes, change it' }))
    expect(await screen.findByText('This link was used before.')).toBeVisible()
  })
})

it('an address that does not exist says so inside of the frame', async () => {
  stubCalls({})
  await renderRoute('/no-such-page')
  expect(await screen.findByText('There is no such page')).toBeVisible()
})
