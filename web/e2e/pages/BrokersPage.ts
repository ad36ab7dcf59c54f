/** The brokers and their editor. */
import type { Locator } from 'playwright-core'
import type { Panel } from './Panel'
import { Screen } from './Screen'

export class BrokersPage extends Screen {
  async open(): Promise<void> {
    await this.go('Brokers')
    await this.listed(/brokers?$/)
  }

  async create(name: string): Promise<void> {
    const panel = await this.openPanel('New Broker', 'Create Broker')
    await panel.fill({ Name: name })
    await this.visitor.look('create broker')
    await panel.press('Save broker')
    await panel.closed()
    await this.noticed('The broker has been created successfully!')
  }

  /** Opens the editor of a broker, filled in. */
  async edit(name: string): Promise<Panel> {
    await this.rowAction(name, 'Edit Broker')
    const panel = await this.panel('Edit Broker')
    await panel.field('Grace period').waitFor()
    return panel
  }

  async save(panel: Panel): Promise<void> {
    await panel.press('Save broker')
    await panel.closed()
    await this.noticed('The broker has been updated successfully!')
  }

  /** What the expanded row lists: its groups, or its users. */
  below(list: 'Employer Groups' | 'Users'): Locator {
    return this.page.getByRole('region', { name: list, exact: true }).getByRole('listitem')
  }

  async filter(list: 'Employer Groups' | 'Users', term: string): Promise<void> {
    await this.page.getByRole('textbox', { name: `Filter ${list}` }).fill(term)
  }
}
