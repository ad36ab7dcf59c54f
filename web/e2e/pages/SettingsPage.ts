/** The settings: ERP accounts with their configuration, and their tokens. */
import type { Panel } from './Panel'
import { Screen } from './Screen'

export class SettingsPage extends Screen {
  async openServices(): Promise<void> {
    await this.page.goto('/settings/api-services')
    await this.heading('API Services').waitFor()
  }

  async openTokens(): Promise<void> {
    await this.navigation.getByRole('link', { name: 'API Tokens' }).click()
    await this.heading('API Tokens').waitFor()
  }

  async createService(name: string, type: string, address: string): Promise<void> {
    const panel = await this.openPanel('New Service', 'API Service')
    await panel.fill({ Name: name, 'Base URL': address })
    await panel.field('Service Type').click()
    await this.page.getByRole('option', { name: type, exact: true }).waitFor()
    await this.visitor.look(`service types, ${type}`)
    await this.page.getByRole('option', { name: type, exact: true }).click()
    await panel.press('Save')
    await panel.closed()
    await this.noticed('The api service has been created.')
  }

  /** The configuration of a service, in its editor. */
  async configuration(name: string): Promise<Panel> {
    await this.row(name).getByRole('button', { name, exact: true }).click()
    const panel = await this.panel('API Service')
    await panel.tab('Config')
    await panel.field('Client ID').or(panel.field('Client ID (Integration Key)')).waitFor()
    return panel
  }

  async saved(panel: Panel, message: string): Promise<void> {
    await panel.press('Save')
    await panel.closed()
    await this.noticed(message)
  }

  async createToken(service: string, access: string, refresh: string): Promise<void> {
    const panel = await this.openPanel('New Token', 'API Token')
    await panel.field('ERP Account').click()
    await this.page.getByRole('option', { name: service, exact: true }).waitFor()
    await this.visitor.look('ERP accounts to choose from')
    await this.page.getByRole('option', { name: service, exact: true }).click()
    await panel.fill({ 'Access Token': access, 'Refresh Token': refresh })
    await panel.press('Save')
    await panel.closed()
    await this.noticed('The api token has been created.')
  }

  async test(panel: Panel): Promise<void> {
    await panel.press('Test Connection')
    await panel.root.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  }

  /** Asks for new tokens of a service, and confirms it. */
  async refresh(service: string): Promise<Panel> {
    await this.rowAction(service, 'Refresh Token')
    const panel = await this.panel('Refresh API Token')
    await this.visitor.look(`refresh ${service}`)
    await panel.press('Refresh Token')
    return panel
  }
}
