/** What a group is billed: its snapshots, and its invoices as they are looked at and downloaded. */
import { readFile } from 'node:fs/promises'
import type { Panel } from './Panel'
import { Screen } from './Screen'

export class SnapshotsPage extends Screen {
  /** Makes the snapshot of a month, or of this one, which the panel offers by itself. */
  async create(plan: string, period?: { month: string; year: string }): Promise<void> {
    const panel = await this.openPanel('New Snapshot', 'Create Snapshot')
    await panel.choose('Billing Plan', plan)
    if (period) {
      await panel.choose('Month', period.month)
      await panel.choose('Year', period.year)
    }
    await this.visitor.look('create snapshot')
    await panel.press('Create Snapshot')
    await panel.closed()
    await this.noticed('The snapshot has been created successfully!')
  }

  /** Chooses from the menu of a snapshot, and confirms what is asked. */
  async confirm(rowName: string, action: string, title: string, notice: string): Promise<void> {
    await this.rowAction(rowName, action)
    const panel = await this.panel(title)
    await this.visitor.look(title)
    await panel.press(title)
    await panel.closed()
    await this.noticed(notice)
  }
}

/** "Why this amount?", opened from the total line of a snapshot or of an invoice. */
export class WhyPanel extends Screen {
  async open(): Promise<Panel> {
    await this.button('Why this amount?').last().click()
    const panel = await this.panel('Why this amount?')
    await panel.root.getByText('Reconciled to the cent').waitFor()
    return panel
  }

  /** The causes with how many and the amount, between the two totals. */
  async causes(panel: Panel): Promise<string[]> {
    const rows = await panel.root
      .getByRole('table', { name: 'From the earlier total to this one' })
      .getByRole('row')
      .allInnerTexts()
    return rows.slice(1).map((row) =>
      row
        .split(/\s*\t\s*/)
        .filter(Boolean)
        .join(' | ')
        .trim(),
    )
  }

  /** The lines of the downloaded comparison. */
  async export(panel: Panel): Promise<string[]> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), panel.press('Export comparison')])
    return (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  }
}

export class InvoicesPage extends Screen {
  /** Opens the newest invoice in the viewer. */
  async view(): Promise<Panel> {
    await this.page
      .getByRole('button', { name: /^Actions for invoice/ })
      .first()
      .click()
    await this.page.getByRole('menuitem', { name: 'View', exact: true }).click()
    return this.panel('View Invoice')
  }

  /** Marks the commission on the only invoice as paid; gives its number. */
  async markCommissionPaid(): Promise<string> {
    const actions = this.page.getByRole('button', { name: /^Actions for invoice/ })
    const number = (await actions.getAttribute('aria-label'))?.replace('Actions for invoice ', '') ?? ''
    await this.rowAction(`invoice ${number}`, 'Mark as Commission Paid')
    const panel = await this.panel('Mark as Commission Paid')
    await this.visitor.look('mark commission')
    await panel.press('Mark as Commission Paid')
    await panel.closed()
    await this.noticed('The commission payment status has been updated.')
    return number
  }

  /** Opens the members of a line, who are these and nobody else. */
  async members(viewer: Panel, line: string, names: readonly string[]): Promise<void> {
    await viewer.root.getByRole('button', { name: line, exact: true }).click()
    await viewer.root.getByText(names.length === 1 ? '1 member' : `${names.length} members`, { exact: true }).waitFor()
    for (const name of names) await viewer.root.getByRole('row').filter({ hasText: name }).waitFor()
  }

  /** The PDF that the viewer downloads. */
  async download(viewer: Panel): Promise<Buffer> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      viewer.root.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    return readFile(await download.path())
  }
}
