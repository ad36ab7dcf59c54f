import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { renderRoute } from '../../testing/renderRoute'

const can = { can: ['ViewAccounts', 'EditAccounts', 'ReadSecrets'] } as const
const books = { Id: 3, Name: 'Main books', ServiceType: 'quickbooks', ApiBaseUrl: 'https://books.example', Version: 2 }
const suite = { Id: 4, Name: 'Suite', ServiceType: 'netsuite', ApiBaseUrl: 'https://suite.example', Version: 1 }
const config = { Id: 7, ApiServiceId: 3, HasClientSecret: true, RealmId: '123', PEPMClassId: '5', Version: 6 }
const lists = {
  'GET /api-services/search': page([books, suite]),
  'GET /api-services': page([books, suite]),
  'GET /api-services/types': valid([
    { Name: 'QuickBooks', Value: 'quickbooks' },
    { Name: 'NetSuite', Value: 'netsuite' },
  ]),
  'GET /api-services/3': valid({ ...books, QuickbooksConfigs: [config], NetSuiteConfigs: [] }),
  'GET /api-services/4': valid({ ...suite, QuickbooksConfigs: [], NetSuiteConfigs: [] }),
}

it('lists the services with the names of their systems, 24 to a page by Id', async () => {
  const calls = stubCalls(lists)
  await renderRoute('/settings/api-services', can)
  const row = await screen.findByRole('row', { name: /Main books/ })
  expect(within(row).getByText('QuickBooks')).toBeVisible()
  expect(within(row).getByText('https://books.example')).toBeVisible()
  expect(Object.fromEntries(calls.last('GET /api-services/search').url.searchParams)).toMatchObject({
    PerPage: '24',
    OrderBy: 'Id',
    OrderDesc: 'false',
  })
})

it('the settings start with the services', async () => {
  stubCalls(lists)
  const { router } = await renderRoute('/settings', can)
  expect(await screen.findByRole('heading', { name: 'API Services' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/settings/api-services')
})

it('a new service has no configuration yet, and the messages of the server stand under its fields', async () => {
  const calls = stubCalls({
    ...lists,
    'POST /api-services': refused([{ Key: 'ApiBaseUrl', Message: 'Base URL is required.' }]),
  })
  const { user } = await renderRoute('/settings/api-services', can)
  await user.click(await screen.findByRole('button', { name: 'New Service' }))
  const panel = within(await screen.findByRole('dialog', { name: 'API Service' }))
  expect(panel.queryByRole('tab', { name: 'Config' })).toBeNull()
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'Other books')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('Base URL is required.')).toBeVisible()
  expect(calls.last('POST /api-services').body).toMatchObject({ Name: 'Other books', ServiceType: null })
})

it('the secret of a configuration is read when its editor opens, and saved with it', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /api-services/configs/7/secret': valid('s3cret'),
    'PUT /api-services/configs/7': valid({ ...config, Version: 7 }),
  })
  const { user } = await renderRoute('/settings/api-services?panel=service.3', can)
  await user.click(await screen.findByRole('tab', { name: 'Config' }))
  const secret = await screen.findByLabelText('Client Secret')
  const panel = within(screen.getByRole('dialog', { name: 'API Service' }))
  await waitFor(() => expect(secret).toHaveValue('s3cret'))
  expect(secret).toHaveAttribute('type', 'password')
  expect(panel.getByRole('combobox', { name: 'ERP Account' })).toBeDisabled()
  const realm = panel.getByRole('textbox', { name: 'Realm ID' })
  expect(realm).toHaveValue('123')
  await user.clear(realm)
  await user.type(realm, '124')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The api config has been updated.')).toBeVisible()
  expect(calls.last('PUT /api-services/configs/7').body).toMatchObject({
    RealmId: '124',
    ClientSecret: 's3cret',
    PEPMClassId: '5',
    Version: 6,
  })
  // Each reading stands in the audit trail.
  expect(calls.of('GET /api-services/configs/7/secret')).toHaveLength(1)
})

it('a NetSuite service has the editor of its system, and its private key keeps its lines', async () => {
  const calls = stubCalls({
    ...lists,
    'POST /api-services/netsuite-configs': valid({ Id: 1, ApiServiceId: 4, HasClientSecret: true, Version: 1 }),
  })
  const { user } = await renderRoute('/settings/api-services?panel=service.4', can)
  await user.click(await screen.findByRole('tab', { name: 'Config' }))
  expect(await screen.findByRole('heading', { name: 'Product/Service Items' })).toBeVisible()
  const panel = within(screen.getByRole('dialog', { name: 'API Service' }))
  expect(panel.getByPlaceholderText('Certificate ID from NetSuite')).toBeVisible()
  // The account stands above the first title, and the secret before the certificate.
  const order = [
    panel.getByRole('combobox', { name: 'NetSuite Account' }),
    panel.getByRole('heading', { name: 'Authentication Settings' }),
    panel.getByRole('textbox', { name: 'Account ID' }),
    panel.getByRole('textbox', { name: 'Client ID (Integration Key)' }),
    panel.getByRole('textbox', { name: 'Client Secret' }),
    panel.getByRole('textbox', { name: 'Certificate ID' }),
  ]
  for (const [at, element] of order.slice(1).entries()) {
    expect(order[at]?.compareDocumentPosition(element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
  await user.click(panel.getByRole('textbox', { name: 'Client Secret' }))
  await user.paste('-----BEGIN\nAAAA\nEND-----')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The NetSuite configuration has been created.')).toBeVisible()
  expect(calls.last('POST /api-services/netsuite-configs').body).toMatchObject({
    ApiServiceId: 4,
    ClientSecret: '-----BEGIN\nAAAA\nEND-----',
  })
})

it('another tab asks before it loses what was typed', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/settings/api-services?panel=service.4', can)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(name).toHaveValue('Suite'))
  await user.type(name, ' 2')
  await user.click(screen.getByRole('tab', { name: 'Config' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Suite 2')
  await user.click(screen.getByRole('tab', { name: 'Config' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByRole('heading', { name: 'Product/Service Items' })).toBeVisible()
})

const soon = { At: '2026-11-30T15:00:00.000Z', Days: 3, IsOver: false, Text: 'Token expires in 3 days' }

it('tokens about to expire are told in the list and in both tabs of the panel', async () => {
  stubCalls({
    ...lists,
    'GET /api-services/search': page([{ ...books, TokenExpiry: soon }, suite]),
    'GET /api-services/3': valid({ ...books, TokenExpiry: soon, QuickbooksConfigs: [config], NetSuiteConfigs: [] }),
    'GET /api-services/configs/7/secret': valid('s3cret'),
  })
  const { user } = await renderRoute('/settings/api-services', can)
  const row = await screen.findByRole('row', { name: /Main books/ })
  expect(within(row).getByText('Token expires in 3 days')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Suite/ })).queryByText(/expires/)).toBeNull()
  await user.click(within(row).getByRole('button', { name: 'Main books' }))
  const panel = within(await screen.findByRole('dialog', { name: 'API Service' }))
  expect(await panel.findByText(/It ends on 11\/30\/2026, 10:00/)).toBeVisible()
  await user.click(panel.getByRole('tab', { name: 'Config' }))
  expect(await screen.findByText(/It ends on 11\/30\/2026, 10:00/)).toBeVisible()
})

async function askToRefresh(user: Awaited<ReturnType<typeof renderRoute>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Main books' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Refresh Token' }))
  return within(await screen.findByRole('dialog', { name: 'Refresh API Token' }))
}

it('a token is refreshed once that is confirmed, and the list is read again', async () => {
  const calls = stubCalls({ ...lists, 'POST /api-services/3/refresh-token': valid(null) })
  const { user } = await renderRoute('/settings/api-services', can)
  const panel = await askToRefresh(user)
  expect(calls.of('POST /api-services/3/refresh-token')).toHaveLength(0)
  await user.click(panel.getByRole('button', { name: 'Refresh Token' }))
  expect(await screen.findByText('The api token has been refreshed.')).toBeVisible()
  expect(screen.getByText('Success')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refresh API Token' })).toBeNull())
  expect(calls.of('POST /api-services/3/refresh-token')).toHaveLength(1)
  expect(calls.of('GET /api-services/search').length).toBeGreaterThan(1)
})

it('a refresh that fails raises its notice, and the panel says why', async () => {
  stubCalls({
    ...lists,
    'POST /api-services/3/refresh-token': refused([{ Key: '', Message: 'The refresh token is not good any more.' }]),
  })
  const { user } = await renderRoute('/settings/api-services', can)
  const panel = await askToRefresh(user)
  await user.click(panel.getByRole('button', { name: 'Refresh Token' }))
  const said = 'There was an error refreshing this api token. See the logs for more details.'
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
  expect(panel.getByText('The refresh token is not good any more.')).toBeVisible()
})

const tested =
  (wrong: readonly { Key: string; Message: string }[], IsSignedIn = true) =>
  () =>
    new Response(
      JSON.stringify({
        IsValid: wrong.length === 0,
        Errors: wrong,
        FirstErrorMessage: wrong[0]?.Message ?? null,
        Value: { IsSignedIn, Named: IsSignedIn ? [{ Key: 'RealmId', Text: 'Harbor Books, Inc.' }] : [], Unknown: [] },
      }),
      { headers: { 'content-type': 'application/json' } },
    )

async function openConfig(answer: () => Response) {
  const calls = stubCalls({
    ...lists,
    'GET /api-services/configs/7/secret': valid('s3cret'),
    'POST /api-services/3/test': answer,
  })
  const { user } = await renderRoute('/settings/api-services?panel=service.3', can)
  await user.click(await screen.findByRole('tab', { name: 'Config' }))
  const realm = await screen.findByRole('textbox', { name: 'Realm ID' })
  await waitFor(() => expect(realm).toHaveValue('123'))
  return { calls, user, panel: within(screen.getByRole('dialog', { name: 'API Service' })) }
}

it('a test of the connection names what the settings name, and what is wrong below its field', async () => {
  const { user, panel } = await openConfig(
    tested([{ Key: 'PEPMClassId', Message: 'QuickBooks has no class with the ID 5.' }]),
  )
  await user.click(panel.getByRole('button', { name: 'Test Connection' }))
  expect(await panel.findByText('QuickBooks has no class with the ID 5.')).toBeVisible()
  expect(panel.getByRole('textbox', { name: /PEPM Class ID/ })).toBeInvalid()
  expect(panel.getByText('Harbor Books, Inc.')).toBeVisible()
  expect(panel.getByText('Connected. 1 setting needs attention.')).toBeVisible()
})

it('a test that does not get in says so at the field, or above the form', async () => {
  const { user, panel } = await openConfig(
    tested([{ Key: 'ApiBaseUrl', Message: 'The accounting system cannot be reached.' }], false),
  )
  await user.click(panel.getByRole('button', { name: 'Test Connection' }))
  expect(await panel.findByText('Base URL: The accounting system cannot be reached.')).toBeVisible()
  expect(panel.getByText('Not connected.')).toBeVisible()
})

it('what is not saved is not tested', async () => {
  const { calls, user, panel } = await openConfig(tested([]))
  await user.click(panel.getByRole('button', { name: 'Test Connection' }))
  expect(await panel.findByText('Connected.')).toBeVisible()
  await user.type(panel.getByRole('textbox', { name: 'Realm ID' }), '4')
  expect(panel.getByRole('button', { name: 'Test Connection' })).toBeDisabled()
  expect(panel.getByText(/Save your changes before you test/)).toBeVisible()
  expect(panel.queryByText('Harbor Books, Inc.')).toBeNull()
  expect(calls.of('POST /api-services/3/test')).toHaveLength(1)
})
