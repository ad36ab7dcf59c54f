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
