/** The commission statements, their explanation and downloads, and the run that makes them for all rules. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { Panel } from './Panel'
import { Screen } from './Screen'

export class StatementsPage extends Screen {
  async open(): Promise<void> {
    await this.entry('Commission').click()
    const pages = this.page.getByRole('navigation', { name: 'Commission' })
    if (await leadsToRules(this.page)) await pages.getByRole('link', { name: 'Commission Snapshots' }).click()
    await this.heading('Commission Snapshots').waitFor()
  }

  /** Makes the statement of a rule found by typing. */
  async create(rule: string, month: string, year: string): Promise<void> {
    const panel = await this.openPanel('New Statement', 'Create Commission Statement')
    await panel.find('Commission Rule', rule, new RegExp(rule))
    await panel.choose('Month', month)
    await panel.choose('Year', year)
    await this.visitor.look('create commission statement')
    await panel.press('Create Statement')
    await panel.closed()
    await this.noticed('The commission statement has been created.')
  }

  async view(name: string): Promise<Panel> {
    await this.row(name).getByRole('button', { name, exact: true }).click()
    return this.panel('Commission Statement')
  }

  /** Chooses from the menu of a statement, and confirms what is asked. */
  async confirm(name: string, action: string, title: string, button: string, notice: string): Promise<void> {
    await this.rowAction(name, action)
    const panel = await this.panel(title)
    await this.visitor.look(title)
    await panel.press(button)
    await panel.closed()
    await this.noticed(notice)
  }

  /** The lines of a downloaded file. */
  async csv(name: string): Promise<string[]> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.rowAction(name, 'Download CSV')])
    return linesOf(await download.path())
  }

  async pdf(name: string): Promise<Buffer> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.rowAction(name, 'Download PDF File'),
    ])
    return readFile(await download.path())
  }

  /** The lines of all statements of this month, as the panel downloads them. */
  async bulkCsv(month: string): Promise<string[]> {
    const panel = await this.openPanel('Download', 'Download Statements')
    await panel.root.getByRole('button', { name: 'Billing month' }).click()
    await this.visitor.look('download statements')
    await this.page.getByRole('button', { name: month.slice(0, 3), exact: true }).click()
    const [download] = await Promise.all([this.page.waitForEvent('download'), panel.press('Download')])
    return linesOf(await download.path())
  }

  /** The page that prints a statement, which opens in a tab of its own. */
  async printed(name: string): Promise<Page> {
    const [page] = await Promise.all([this.page.context().waitForEvent('page'), this.rowAction(name, 'Download PDF')])
    await page.getByRole('heading', { name: 'Commission statement' }).waitFor()
    return page
  }

  /** The causes with how many and the amount, between the two totals. */
  async causes(panel: Panel): Promise<string[]> {
    await panel.root.getByText('Reconciled to the cent').waitFor()
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
}

/** Whether the area begins with its rules; for a broker it is its statements alone. */
async function leadsToRules(page: Page): Promise<boolean> {
  await page.waitForURL(/\/commission\/(rules|snapshots)/)
  return page.url().includes('/commission/rules')
}

async function linesOf(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8')).trim().split(/\r?\n/)
}

export class CommissionRunPage extends Screen {
  /** Opens the run of the month that runs. */
  async open(): Promise<void> {
    const pages = this.page.getByRole('navigation', { name: 'Commission' })
    await pages.getByRole('link', { name: 'Commission Run' }).click()
    await this.heading('Commission Run').waitFor()
    await this.page.getByRole('button', { name: 'Next month' }).click()
  }

  /** Chooses a rule by keyboard, and has something done with it after looking at what is asked. */
  async act(rule: string, action: string, title: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: `Select ${rule}` }).focus()
    await this.page.keyboard.press('Space')
    await this.page.getByRole('region', { name: 'Commission Run' }).waitFor()
    await this.page.getByRole('status').getByRole('button', { name: action, exact: true }).click()
    const panel = await this.panel(title)
    await this.visitor.look(title)
    await panel.press(action)
    await panel.closed()
  }
}
