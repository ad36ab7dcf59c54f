import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refused, stubCalls, valid } from '../../testing/calls'
import { me, renderRoute } from '../../testing/renderRoute'

const session = (Id: number, UserAgent: string, IsCurrent: boolean) => ({
  Id,
  CreatedOn: '2026-11-20T14:00:00Z',
  LastSeenOn: '2026-11-20T15:00:00Z',
  IsCurrent,
  UserAgent,
  Ip: null,
})
const key = {
  Id: 3,
  Name: 'Nightly export',
  Prefix: 'lw_8f21',
  CreatedOn: '2026-11-01T12:00:00Z',
  ExpiresOn: '2027-01-30T12:00:00Z',
  LastUsedOn: null,
}
const codes = Array.from({ length: 10 }, (_, index) => `code-${index}aa`)
const secret = {
  Secret: 'JBSWY3DPEHPK3PXP',
  Uri: 'otpauth://totp/Ledgerwell',
  QrCode: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
}
const lists = {
  'GET /auth/sessions': valid([session(1, 'Firefox on Linux', true), session(2, 'Safari on iPhone', false)]),
  'GET /auth/keys': valid([key]),
  'GET /work-digest': valid({ IsWanted: false }),
}
const withFactor = { ...me(), User: { ...me().User, HasSecondFactor: true } }

describe('sessions', () => {
  it('are listed, and all others can be ended', async () => {
    const calls = stubCalls({ ...lists, 'DELETE /auth/sessions': valid(null) })
    const { user } = await renderRoute('/account')
    expect(await screen.findByText('Safari on iPhone')).toBeVisible()
    expect(screen.getAllByText('since 11/20/2026, 09:00')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'End others' }))
    await user.click(await screen.findByRole('button', { name: 'End other sessions' }))
    await waitFor(() => expect(calls.of('DELETE /auth/sessions')).toHaveLength(1))
    expect(await screen.findByText('Your other sessions have ended.')).toBeVisible()
  })

  it('one of them can be ended alone, and not the one in use', async () => {
    const calls = stubCalls({ ...lists, 'DELETE /auth/sessions/2': valid(null) })
    const { user } = await renderRoute('/account')
    await user.click(await screen.findByRole('button', { name: /^End the session of Safari on iPhone/ }))
    expect(screen.queryByRole('button', { name: /^End the session of Firefox/ })).toBeNull()
    await user.click(
      within(await screen.findByRole('dialog', { name: 'End session' })).getByRole('button', { name: 'End session' }),
    )
    expect(await screen.findByText('The session has ended.')).toBeVisible()
    expect(calls.of('DELETE /auth/sessions/2')).toHaveLength(1)
  })
})

describe('the daily mail', () => {
  it('is turned on and off, and says what it tells', async () => {
    let on = false
    const calls = stubCalls({
      ...lists,
      'GET /work-digest': (request) => valid({ IsWanted: on })(request),
      'PUT /work-digest': (request) => {
        on = !on
        return valid({ IsWanted: on })(request)
      },
    })
    const { user } = await renderRoute('/account')
    await user.click(await screen.findByRole('button', { name: 'Turn the daily mail on' }))
    expect(await screen.findByText('The daily mail is turned on.')).toBeVisible()
    expect(calls.last('PUT /work-digest').body).toEqual({ IsWanted: true })
    await user.click(await screen.findByRole('button', { name: 'Turn the daily mail off' }))
    expect(await screen.findByText('The daily mail is turned off.')).toBeVisible()
    expect(screen.getByText(/numbers and amounts, and no names/)).toBeVisible()
  })
})

describe('access keys', () => {
  it('are made with a name and a life, and shown once', async () => {
    const calls = stubCalls({
      ...lists,
      'POST /auth/keys': valid({ ...key, Id: 4, Name: 'Roster sync', Key: 'lw_8f21c04a3f0e4f6b' }),
    })
    const { user, router } = await renderRoute('/account')
    expect(await screen.findByText('Nightly export')).toBeVisible()
    expect(screen.getByText(/lw_8f21… until 01\/30\/2027, never used/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New key' }))
    const panel = await screen.findByRole('dialog', { name: 'New access key' })
    expect(within(panel).getByRole('textbox', { name: 'Valid for' })).toHaveValue('90 days')
    await user.type(within(panel).getByRole('textbox', { name: 'Name' }), 'Roster sync')
    await user.click(within(panel).getByRole('button', { name: 'Make key' }))
    expect(await screen.findByText('lw_8f21c04a3f0e4f6b')).toBeVisible()
    expect(calls.last('POST /auth/keys').body).toEqual({ Name: 'Roster sync', Days: 90 })
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('lw_8f21c04a3f0e4f6b')
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Close without keeping the access key?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go back' }))
    await user.click(await screen.findByRole('button', { name: 'I have kept it' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toEqual({})
    expect(document.body).not.toHaveTextContent('lw_8f21c04a3f0e4f6b')
  })

  it('are revoked after a question', async () => {
    const calls = stubCalls({ ...lists, 'DELETE /auth/keys/3': valid(null) })
    const { user } = await renderRoute('/account')
    await user.click(await screen.findByRole('button', { name: 'Revoke Nightly export' }))
    await user.click(await screen.findByRole('button', { name: 'Revoke key' }))
    expect(await screen.findByText('The access key has been revoked.')).toBeVisible()
    expect(calls.of('DELETE /auth/keys/3')).toHaveLength(1)
  })
})

describe('the second factor', () => {
  it('is set up with the password, the picture and a code; the recovery codes are shown once', async () => {
    let on = false
    const calls = stubCalls({
      ...lists,
      'GET /auth/me': (request) => valid(on ? withFactor : me())(request),
      'POST /auth/second-factor': valid(secret),
      'POST /auth/second-factor/confirm': (request) => {
        on = true
        return valid({ RecoveryCodes: codes })(request)
      },
    })
    const { user } = await renderRoute('/account')
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    await user.type(await screen.findByLabelText('Your password'), 'a long enough one')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    const picture = await screen.findByRole('img', { name: /QR code/ })
    expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toBe(`data:image/svg+xml,${secret.QrCode}`)
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Code' })).toHaveFocus()
    await user.keyboard('123 456')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('code-9aa')).toBeVisible()
    expect(calls.last('POST /auth/second-factor').body).toEqual({ Password: 'a long enough one' })
    expect(calls.last('POST /auth/second-factor/confirm').body).toEqual({ Code: '123456' })
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'I have kept them' }))
    expect(await screen.findByRole('button', { name: 'Turn off' })).toBeVisible()
    await waitFor(() => expect(screen.queryByText('code-9aa')).toBeNull())
  })

  it('a wrong code is said under it', async () => {
    stubCalls({
      ...lists,
      'POST /auth/second-factor': valid(secret),
      'POST /auth/second-factor/confirm': refused([{ Key: 'Code', Message: 'This code is not right.' }]),
    })
    const { user } = await renderRoute('/account?panel=second-factor')
    await user.type(await screen.findByLabelText('Your password'), 'a long enough one{Enter}')
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '000000{Enter}')
    expect(await screen.findByText('This code is not right.')).toBeVisible()
  })

  it('new recovery codes take the password and a code', async () => {
    const calls = stubCalls({
      ...lists,
      'GET /auth/me': valid(withFactor),
      'POST /auth/second-factor/recovery-codes': valid({ RecoveryCodes: codes }),
    })
    const { user } = await renderRoute('/account', { as: withFactor })
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }))
    await user.type(await screen.findByLabelText('Your password'), 'a long enough one')
    await user.type(screen.getByRole('textbox', { name: 'Code' }), '123456')
    await user.click(screen.getByRole('button', { name: 'Make new codes' }))
    expect(await screen.findByText('code-0aa')).toBeVisible()
    expect(calls.last('POST /auth/second-factor/recovery-codes').body).toEqual({
      Password: 'a long enough one',
      Code: '123456',
    })
  })

  it('turning it off takes them too', async () => {
    const calls = stubCalls({ ...lists, 'GET /auth/me': valid(me()), 'DELETE /auth/second-factor': valid(null) })
    const { user } = await renderRoute('/account', { as: withFactor })
    await user.click(await screen.findByRole('button', { name: 'Turn off' }))
    const panel = await screen.findByRole('dialog', { name: 'Turn off the second factor' })
    await user.type(within(panel).getByLabelText('Your password'), 'a long enough one')
    await user.type(within(panel).getByRole('textbox', { name: 'Code' }), '123456')
    await user.click(within(panel).getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('The second factor is off.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeVisible()
    expect(calls.last('DELETE /auth/second-factor').body).toEqual({ Password: 'a long enough one', Code: '123456' })
  })

  it('who needs one and has none can only set it up or sign out, and then comes to the page wanted', async () => {
    let on = false
    const needed = { ...me(['UseOwnAccount']), SecondFactorNeeded: true }
    stubCalls({
      ...lists,
      'GET /auth/me': (request) => valid(on ? withFactor : needed)(request),
      'POST /auth/second-factor': valid(secret),
      'POST /auth/second-factor/confirm': (request) => {
        on = true
        return valid({ RecoveryCodes: codes })(request)
      },
    })
    const { user, router } = await renderRoute('/account', { as: needed })
    expect(router.state.location.pathname).toBe('/second-factor')
    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await user.type(screen.getByLabelText('Your password'), 'a long enough one{Enter}')
    await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456{Enter}')
    await user.click(await screen.findByRole('button', { name: 'I have kept them' }))
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/account')
  })

  it('when the role comes to need one while one is here, the page gives way to it', async () => {
    const needed = { ...me(['UseOwnAccount']), SecondFactorNeeded: true }
    stubCalls({ ...lists, 'GET /auth/me': valid(needed) })
    const { router, client } = await renderRoute('/account')
    await screen.findByRole('heading', { name: 'Your account' })
    await client.refetchQueries({ queryKey: ['session'] })
    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    expect(router.state.location.search).toEqual({ from: '/account' })
  })
})

it('one changes the own name and phone; everything else goes back as it was', async () => {
  const stored = {
    Id: 1,
    FirstName: 'Dana',
    LastName: 'Reyes',
    FullName: 'Dana Reyes',
    Email: 'dana@example.com',
    EmailAddress: 'dana@example.com',
    PhoneNumber: '8135550142',
    RoleId: 3,
    Role: { Id: 3, Name: 'Account Manager' },
    Broker: { Id: 10, Name: 'Juniper' },
    EmployerGroupIds: [4],
    IsDisabled: false,
    HasSecondFactor: false,
    LastSignInOn: null,
    Version: 6,
  }
  const calls = stubCalls({
    ...lists,
    'GET /auth/me': valid(me()),
    'GET /users/1': valid(stored),
    'PUT /users/1': valid(stored),
  })
  const { user } = await renderRoute('/account')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const panel = await screen.findByRole('dialog', { name: 'Your details' })
  const first = await within(panel).findByRole('textbox', { name: 'First name' })
  await user.clear(first)
  await user.type(first, 'Daniela')
  await user.click(within(panel).getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Your details have been saved.')).toBeVisible()
  expect(calls.last('PUT /users/1').body).toEqual({
    UserId: 1,
    FirstName: 'Daniela',
    LastName: 'Reyes',
    EmailAddress: 'dana@example.com',
    PhoneNumber: '8135550142',
    RoleId: 3,
    BrokerId: 10,
    EmployerGroupIds: [4],
    IsDisabled: false,
    Version: 6,
  })
})

it('who acts as somebody changes no secret of that one', async () => {
  stubCalls(lists)
  await renderRoute('/account?panel=password', {
    as: { ...me(), Impersonator: { Id: 9, FullName: 'Olive Marsh', Until: '2999-01-01T00:00:00Z' } },
  })
  expect(await screen.findByText('This is the account of Dana Reyes.')).toBeVisible()
  await screen.findByText('Nightly export')
  for (const name of ['Edit', 'Change password', 'Set up', 'End others', 'New key', 'Revoke Nightly export'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})
