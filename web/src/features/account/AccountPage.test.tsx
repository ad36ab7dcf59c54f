import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stubCalls, valid } from '../../testing/calls'
import { me, renderRoute } from '../../testing/renderRoute'

const session = (Id: number, UserAgent: string, IsCurrent: boolean) => ({ Id, CreatedOn: '2026-11-20T14:00:00Z', LastSeenOn: '2026-11-20T15:00:00Z', IsCurrent, UserAgent, Ip: null })
const key = { Id: 3, Name: 'Nightly export', Prefix: 'lw_8f21', CreatedOn: '2026-11-01T12:00:00Z', ExpiresOn: '2027-01-30T12:00:00Z', LastUsedOn: null }
const lists = { 'GET /auth/sessions': valid([session(1, 'Firefox on Linux', true), session(2, 'Safari on iPhone', false)]), 'GET /auth/keys': valid([key]) }

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
})

describe('access keys', () => {
  it('are made with a name and a life, and shown once', async () => {
    const calls = stubCalls({ ...lists, 'POST /auth/keys': valid({ ...key, Id: 4, Name: 'Roster sync', Key: 'lw_8f21c04a3f0e4f6b' }) })
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

it('one changes the own name and phone; everything else goes back as it was', async () => {
  const stored = {
    Id: 1, FirstName: 'Dana', LastName: 'Reyes', FullName: 'Dana Reyes', Email: 'dana@example.com', EmailAddress: 'dana@example.com', PhoneNumber: '8135550142', RoleId: 3,
    Role: { Id: 3, Name: 'Account Manager' }, Broker: { Id: 10, Name: 'Juniper' }, EmployerGroupIds: [4], IsDisabled: false, HasSecondFactor: false, LastSignInOn: null, Version: 6,
  }
  const calls = stubCalls({ ...lists, 'GET /auth/me': valid(me()), 'GET /users/1': valid(stored), 'PUT /users/1': valid(stored) })
  const { user } = await renderRoute('/account')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const panel = await screen.findByRole('dialog', { name: 'Your details' })
  const first = await within(panel).findByRole('textbox', { name: 'First name' })
  await user.clear(first)
  await user.type(first, 'Daniela')
  await user.click(within(panel).getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Your details have been saved.')).toBeVisible()
  expect(calls.last('PUT /users/1').body).toEqual({
    UserId: 1, FirstName: 'Daniela', LastName: 'Reyes', EmailAddress: 'dana@example.com', PhoneNumber: '8135550142', RoleId: 3, BrokerId: 10, EmployerGroupIds: [4], IsDisabled: false, Version: 6,
  })
})
