import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'

const can = { can: ['ViewAccounts', 'EditAccounts', 'ReadSecrets'] } as const
const row = {
  Id: 5,
  ApiServiceId: 3,
  ApiServiceName: 'Main books',
  AccessTokenExpiration: '2026-11-23T15:30:00.000Z',
  RefreshTokenExpiration: null,
  LastRefresh: null,
  IsUsed: true,
  Version: 2,
}
const lists = {
  'GET /api-services/tokens/search': page([row]),
  'GET /api-services': page([{ Id: 3, Name: 'Main books' }]),
  'GET /api-services/tokens/5': valid({ ...row, AccessToken: 'acc-1', RefreshToken: 'ref-1' }),
}

it('lists tokens by number, with when they end and none of their texts', async () => {
  stubCalls(lists)
  await renderRoute('/settings/api-tokens', can)
  const found = await screen.findByRole('row', { name: /Token 5/ })
  expect(within(found).getByText(/11\/23\/2026/)).toBeVisible()
  expect(within(found).getByText('Main books')).toBeVisible()
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual(['Name', 'Access Token Expires', 'Refresh Token Expires', 'Last Refresh', 'Actions'])
})

it('tokens that a later one has replaced are marked', async () => {
  stubCalls({
    ...lists,
    'GET /api-services/tokens/search': page([
      { ...row, IsUsed: false },
      { ...row, Id: 6 },
    ]),
  })
  await renderRoute('/settings/api-tokens', can)
  const earlier = await screen.findByRole('row', { name: /Token 5/ })
  expect(within(earlier).getByText('Not used: a later token is')).toBeVisible()
  expect(screen.getAllByText('Not used: a later token is')).toHaveLength(1)
})

it('an update closes the panel and says so, without reading the list again', async () => {
  const calls = stubCalls({ ...lists, 'PUT /api-services/tokens/5': valid({ ...row, Version: 3 }) })
  const { user } = await renderRoute('/settings/api-tokens', can)
  await user.click(await screen.findByRole('button', { name: 'Token 5' }))
  const panel = within(await screen.findByRole('dialog', { name: 'API Token' }))
  const access = await panel.findByRole('textbox', { name: 'Access Token' })
  await waitFor(() => expect(access).toHaveValue('acc-1'))
  await user.clear(access)
  await user.type(access, 'acc-2')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The api token has been updated.')).toBeVisible()
  expect(calls.last('PUT /api-services/tokens/5').body).toEqual({
    ApiServiceId: 3,
    AccessToken: 'acc-2',
    RefreshToken: 'ref-1',
    Version: 2,
  })
  expect(calls.of('GET /api-services/tokens/search')).toHaveLength(1)
})

it('tokens about to expire are told in the list and in the editor', async () => {
  const Expiry = { At: '2026-11-30T15:00:00.000Z', Days: 0, IsOver: true, Text: 'Token has expired' }
  stubCalls({
    ...lists,
    'GET /api-services/tokens/search': page([{ ...row, RefreshTokenExpiration: Expiry.At, Expiry }]),
    'GET /api-services/tokens/5': valid({ ...row, Expiry, AccessToken: 'acc-1', RefreshToken: 'ref-1' }),
  })
  const { user } = await renderRoute('/settings/api-tokens', can)
  const found = await screen.findByRole('row', { name: /Token 5/ })
  expect(within(found).getByText('Token has expired')).toBeVisible()
  await user.click(within(found).getByRole('button', { name: 'Token 5' }))
  const panel = within(await screen.findByRole('dialog', { name: 'API Token' }))
  expect(await panel.findByText(/It ended on 11\/30\/2026, 10:00/)).toBeVisible()
})
