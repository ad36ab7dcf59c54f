/** Billing runs: a month of all plans, from drafts to snapshots. */
import { Screen } from './Screen'

export class RunsPage extends Screen {
  /** Starts a run of this month, which the panel offers by itself, and waits for its drafts. */
  async start(): Promise<void> {
    const panel = await this.openPanel('New Billing Run', 'New Billing Run')
    await this.visitor.look('new billing run')
    await panel.press('Compute drafts')
    await panel.closed()
    await this.page.getByText('Waiting for approval').first().waitFor()
  }

  /** Looks for a plan among those of the run. */
  async findPlan(plan: string): Promise<void> {
    await this.find('Search plans and groups', plan)
    await this.row(plan).waitFor()
  }

  /** Chooses a plan by keyboard, and has it approved and created after looking at what is asked. */
  async approveAndCreate(rowName: string, says: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: `Select ${rowName}` }).focus()
    await this.page.keyboard.press('Space')
    await this.visitor.look('a chosen draft')
    await this.page.getByRole('button', { name: 'Approve and create 1' }).click()
    const panel = await this.panel('Approve and Create')
    await panel.root.getByText(says).waitFor()
    await this.visitor.look('approve and create')
    await panel.press('Create 1 snapshot')
    await panel.closed()
  }
}
