/** The utilization report of a group, and its card on the overview. */
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { GroupPage } from './GroupPage'

export class ReportPage extends GroupPage {
  get months(): Locator {
    return this.card('Utilization Reports')
  }

  /** Opens the report of a month from the card, the first of which is the current one. */
  async view(index: number): Promise<string> {
    const link = this.months.getByRole('link', { name: /^View / }).nth(index)
    const name = (await link.textContent()) ?? ''
    await link.click()
    await this.settings.waitFor()
    return name
  }

  get settings(): Locator {
    return this.button('Settings')
  }

  /** The days and all else that the address says the report is about. */
  wanted(): URLSearchParams {
    return new URL(this.page.url()).searchParams
  }

  /** The number on one of the cards. */
  async figure(label: string): Promise<string> {
    const card = this.page.locator('dl > div').filter({ has: this.page.getByText(label, { exact: true }) })
    return ((await card.getByRole('definition').textContent()) ?? '').trim()
  }

  /** The same as a number, of which the page writes `1,204`. */
  async count(label: string): Promise<number> {
    const [digits = ''] = /^[\d,]+/.exec(await this.figure(label)) ?? []
    return Number(digits.replaceAll(',', '') || Number.NaN)
  }

  /** The file that a button downloads. */
  async downloaded(button: Locator): Promise<{ name: string; content: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), button.click()])
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
  }
}
