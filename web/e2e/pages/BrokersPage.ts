/** The brokers and their editor. */
import { Screen } from './Screen'

export class BrokersPage extends Screen {
  async open(): Promise<void> {
    await this.go('Brokers')
    await this.listed(/brokers$/)
  }

  async create(name: string): Promise<void> {
    const panel = await this.openPanel('New Broker', 'Create Broker')
    await panel.fill({ Name: name })
    await this.visitor.look('create broker')
    await panel.press('Save broker')
    await panel.closed()
    await this.noticed('The broker has been created successfully!')
  }
}
