import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refused, stubCalls, valid } from '../../testing/calls'
import { me, renderRoute } from '../../testing/renderRoute'

const key = {
  Id: 4,
  Name: 'Roster sync',
  Prefix: 'lw_8f21',
  CreatedOn: '2026-11-01T12:00:00Z',
  ExpiresOn: '2027-01-30T12:00:00Z',
  LastUsedOn: null,
  Key: 'lw_8f21c04a3f0e4f6b',
}
const needed = refused([{ Key: 'Confirmation', Message: 'Enter your password again to go on.' }], 403)

/** The account page of somebody whose password was given long ago. */
function stubLongAgo(confirm = valid(null)) {
  let isConfirmed = false
  return stubCalls({
    'GET /auth/sessions': valid([]),
    'GET /auth/keys': valid([]),
    'POST /auth/keys': (request) => (isConfirmed ? valid(key) : needed)(request),
    'POST /auth/confirm': (request) => {
      isConfirmed = true
      return confirm(request)
    },
  })
}

async function makeKey(as = me()) {
  const page = await renderRoute('/account?panel=key', { as })
  const panel = await screen.findByRole('dialog', { name: 'New access key' })
  await page.user.type(within(panel).getByRole('textbox', { name: 'Name' }), 'Roster sync')
  await page.user.click(within(panel).getByRole('button', { name: 'Make key' }))
  return { ...page, question: await screen.findByRole('dialog', { name: 'Is it you?' }) }
}

describe('a call that needs the password again', () => {
  it('asks for it in place and goes on by itself', async () => {
    const calls = stubLongAgo()
    const { user, question } = await makeKey()
    expect(within(question).queryByRole('textbox', { name: 'Code' })).toBeNull()
    await user.type(within(question).getByLabelText('Your password'), 'a long enough one')
    await user.click(within(question).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('lw_8f21c04a3f0e4f6b')).toBeVisible()
    expect(calls.of('POST /auth/keys').map(({ body }) => body)).toEqual([
      { Name: 'Roster sync', Days: 90 },
      { Name: 'Roster sync', Days: 90 },
    ])
    expect(calls.last('POST /auth/confirm').body).toEqual({ Password: 'a long enough one', Code: '' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
  })

  it('takes a code of the second factor from who has one', async () => {
    const calls = stubLongAgo()
    const { user, question } = await makeKey({ ...me(), User: { ...me().User, HasSecondFactor: true } })
    await user.type(within(question).getByRole('textbox', { name: 'Code' }), '123456')
    await user.click(within(question).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('lw_8f21c04a3f0e4f6b')).toBeVisible()
    expect(calls.last('POST /auth/confirm').body).toEqual({ Password: '', Code: '123456' })
  })

  it('says a wrong password under it and asks on', async () => {
    stubLongAgo(refused([{ Key: 'Password', Message: 'This is not your password.' }]))
    const { user, question } = await makeKey()
    await user.type(within(question).getByLabelText('Your password'), 'wrong')
    await user.click(within(question).getByRole('button', { name: 'Confirm' }))
    expect(await within(question).findByText('This is not your password.')).toBeVisible()
    expect(screen.queryByText('lw_8f21c04a3f0e4f6b')).toBeNull()
  })

  it('goes back to the form, with what was typed, when one does not answer', async () => {
    const calls = stubLongAgo()
    const { user, question } = await makeKey()
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is it you?' })).toBeNull())
    const panel = await screen.findByRole('dialog', { name: 'New access key' })
    expect(await within(panel).findByText('Enter your password again to go on.')).toBeVisible()
    expect(within(panel).getByRole('textbox', { name: 'Name' })).toHaveValue('Roster sync')
    expect(calls.of('POST /auth/confirm')).toHaveLength(0)
  })
})
