/** ERP accounts of both systems from nothing: made, configured, given tokens, tested over there, and refreshed. */
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { SettingsPage } from '../pages/SettingsPage'
import { journey } from '../support/journey'
import { connectQuickBooks, idOf, sandboxAddress, sandboxOf } from '../support/sandbox'

const refreshed = 'The api token has been refreshed.'
const notRefreshed = 'There was an error refreshing this api token. See the logs for more details.'

journey('a QuickBooks account is set up, tested and refreshed', async ({ program, visitor }) => {
  const { QuickBooks: company } = await sandboxOf(program)
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const settings = new SettingsPage(visitor)
  await settings.openServices()
  await visitor.look('services')
  const name = 'Northern Books'
  await settings.createService(name, 'QuickBooks', sandboxAddress(program))

  let panel = await settings.configuration(name)
  await panel.fill({
    'Realm ID': company.RealmId,
    'Client ID': company.ClientId,
    'PEPM Product ID': idOf(company.Ids, 'Item', 'PEPM'),
    'PEPM Class ID': idOf(company.Ids, 'Class', 'Memberships'),
    'AP Account ID': idOf(company.Ids, 'Account', 'Accounts Payable'),
    'Location ID': '9999',
  })
  await panel.root.getByLabel('Client Secret', { exact: true }).fill(company.ClientSecret)
  await visitor.look('accounting configuration')
  await settings.saved(panel, 'The api config has been created.')

  await (await settings.refresh(name)).root.getByText(/has no refresh token/).waitFor()
  const notices = visitor.page.getByRole('region', { name: 'Notices' })
  await notices.getByText(notRefreshed).waitFor()
  await visitor.look('refresh failed')
  await notices.getByRole('button', { name: 'Close notice' }).click()
  await (await settings.panel('Refresh API Token')).press('Cancel')

  await settings.openTokens()
  const pair = await connectQuickBooks(program)
  await settings.createToken(name, pair.access_token, pair.refresh_token)
  await visitor.look('tokens')
  await settings.openServices()
  await (await settings.refresh(name)).closed()
  await settings.noticed(refreshed)

  panel = await settings.configuration(name)
  await settings.test(panel)
  await panel.root.getByText('Connected. 1 setting needs attention.').waitFor()
  await panel.root.getByText('QuickBooks has no location with the ID 9999.').waitFor()
  for (const found of ['Sandbox Company', 'PEPM', 'Memberships', 'Accounts Payable']) {
    await panel.root.getByText(found, { exact: true }).waitFor()
  }
  await visitor.look('tested, one setting wrong')
  await panel.fill({ 'Location ID': idOf(company.Ids, 'Department', 'Head Office') })
  await settings.saved(panel, 'The api config has been updated.')
  panel = await settings.configuration(name)
  await expect
    .poll(() => panel.root.getByLabel('Client Secret', { exact: true }).inputValue())
    .toBe(company.ClientSecret)
  await settings.test(panel)
  await panel.root.getByText('Head Office', { exact: true }).waitFor()
  await panel.root.getByText('Connected.', { exact: true }).waitFor()
  await visitor.look('tested, all right')
})

journey('a NetSuite account is set up, tested and refreshed', async ({ program, visitor }) => {
  const { NetSuite: account } = await sandboxOf(program)
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const settings = new SettingsPage(visitor)
  await settings.openServices()
  const name = 'Western Suite'
  await settings.createService(name, 'NetSuite', sandboxAddress(program))

  let panel = await settings.configuration(name)
  await panel.fill({
    'Account ID': account.AccountId,
    'Client ID (Integration Key)': account.ClientId,
    'Certificate ID': 'another-certificate',
    'Client Secret': 'no private key',
    'PEPM Item ID': idOf(account.Ids, 'item', 'PEPM'),
    'Subsidiary ID': idOf(account.Ids, 'subsidiary', 'Sandbox Company'),
    'Invoice Custom Form ID': idOf(account.Ids, 'customForm', 'Invoice'),
    'Invoice AR Account ID': idOf(account.Ids, 'account', 'Accounts Receivable'),
  })
  await panel.press('Save')
  await panel.root.getByText('This is no private key in PEM (PKCS#8).').waitFor()
  await visitor.look('private key that is none')
  await panel.fill({ 'Client Secret': account.PrivateKey })
  await settings.saved(panel, 'The NetSuite configuration has been created.')

  panel = await settings.configuration(name)
  await settings.test(panel)
  await panel.root.getByText('Not connected.').waitFor()
  await panel.root.getByText(/the certificate ID, the private key/).waitFor()
  await visitor.look('tested, not connected')
  await panel.fill({ 'Certificate ID': account.CertificateId })
  await settings.saved(panel, 'The NetSuite configuration has been updated.')
  await (await settings.refresh(name)).closed()
  await settings.noticed(refreshed)
  panel = await settings.configuration(name)
  await settings.test(panel)
  await panel.root.getByText('Connected.', { exact: true }).waitFor()
  for (const found of ['PEPM', 'Sandbox Company', 'Invoice', 'Accounts Receivable']) {
    await panel.root.getByText(found, { exact: true }).first().waitFor()
  }
  await visitor.look('NetSuite configuration tested')
})
