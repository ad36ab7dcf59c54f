/** What a group is billed: its snapshots, and its invoices as they are looked at and downloaded. */
import { readFile } from 'node:fs/promises'
import type { Panel } from './Panel'
import { Screen } from './Screen'

export class SnapshotsPage extends Screen {
  /** Makes the snapshot of this month, which the panel offers by itself. */
  async create(plan: string): Promise<void> {
    const panel = await this.openPanel('New Snapshot', 'Create Snapshot')
    await panel.choose('Billing Plan', plan)
    await this.visitor.look('create snapshot')
    await panel.press('Create Snapshot')
    await panel.closed()
    await this.noticed('The snapshot has been created successfully!')
  }
}

export class InvoicesPage extends Screen {
  /** Opens the newest invoice in the viewer. */
  async view(): Promise<Panel> {
    await this.page.getByRole('button', { name: /^Actions for invoice/ }).first().click()
    await this.page.getByRole('menuitem', { name: 'View', exact: true }).click()
    return this.panel('View Invoice')
  }

  /** The first bytes of the PDF that the viewer downloads. */
  async download(viewer: Panel): Promise<string> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), viewer.root.getByRole('link', { name: 'Download', exact: true }).click()])
    return (await readFile(await download.path())).subarray(0, 5).toString('latin1')
  }
}
