/** Everything about one employer group: the tabs of its header, and the second level below Billing. */
import type { Locator } from 'playwright-core'
import { Screen } from './Screen'

export class GroupPage extends Screen {
  /** The tabs, without the counts beside their labels. */
  async tabs(group: string): Promise<string[]> {
    const tabs = this.page.getByRole('navigation', { name: group }).getByRole('link')
    await tabs.first().waitFor()
    return (await tabs.allTextContents()).map((text) => text.replace(/[\d,]+$/, '').trim())
  }

  async openTab(group: string, tab: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: group })
      .getByRole('link', { name: new RegExp(`^${tab}`) })
      .click()
  }

  async openBilling(
    group: string,
    part: 'Billing Plans' | 'Billing Snapshots' | 'Pricing Options' | 'Pricing Groups',
  ): Promise<void> {
    await this.openTab(group, 'Billing')
    await this.page.getByRole('link', { name: part, exact: true }).click()
  }

  /** Switches a setting off in the editor of the header. */
  async switchOff(group: string, setting: string): Promise<void> {
    // The head's; the card below has one too.
    await this.button('Edit').first().click()
    const panel = await this.panel('Edit Group')
    await panel.field(setting).uncheck()
    await panel.press('Save group')
    await panel.closed()
    await this.noticed('The group has been updated successfully!')
    await this.heading(group).waitFor()
  }

  /** A card of the overview. */
  card(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true })
  }

  /** The titles of all cards of the overview, sorted. */
  async cards(): Promise<string[]> {
    const titles = await this.page
      .getByRole('main')
      .getByRole('region')
      .evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? ''))
    return titles.sort()
  }

  /** Chooses from the menu of the head. */
  async choose(group: string, action: string): Promise<void> {
    await this.button(`More for ${group}`).click()
    await this.page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  /** Chooses from the menu of a note in its card. */
  async noteAction(text: string, action: string): Promise<void> {
    await this.button(`Actions for the note ${text}`).click()
    await this.page.getByRole('menuitem', { name: action, exact: true }).click()
  }
}
