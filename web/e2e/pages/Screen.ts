/** What all screens share: the navigation, the notices, lists, and side panels. Found by roles and labels only. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from '../support/visitor'
import { Panel } from './Panel'

export class Screen {
  readonly page: Page

  constructor(readonly visitor: Visitor) {
    this.page = visitor.page
  }

  get navigation(): Locator {
    return this.page.getByRole('navigation', { name: 'Main' })
  }

  /** The entries of the navigation, from top to bottom, without what waits beside them. */
  async entries(): Promise<string[]> {
    await this.navigation.getByRole('list').first().waitFor()
    const links = this.navigation.getByRole('listitem').getByRole('link')
    return (await links.locator('span:first-of-type').allTextContents()).map((text) => text.trim())
  }

  /** An entry of the navigation; what waits there is a part of its name. */
  entry(name: string): Locator {
    return this.navigation.getByRole('link', { name: new RegExp(`^${name}(, \\d+ needs? you)?$`) })
  }

  /** Goes to a page by the navigation. */
  async go(entry: string): Promise<void> {
    await this.entry(entry).click()
    await this.heading(entry).waitFor()
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Waits for a notice, then takes it away so that it covers nothing. */
  async noticed(message: string): Promise<void> {
    const notice = this.page.getByRole('region', { name: 'Notices' }).getByRole('status').filter({ hasText: message })
    await notice.waitFor()
    await notice.getByRole('button', { name: 'Close notice' }).click()
    await notice.waitFor({ state: 'detached' })
  }

  async openPanel(button: string, title: string): Promise<Panel> {
    await this.button(button).click()
    return this.panel(title)
  }

  async panel(title: string): Promise<Panel> {
    const panel = new Panel(this.page, title)
    await panel.root.waitFor()
    return panel
  }

  /** The rows of the list that hold a text. */
  row(text: string | RegExp): Locator {
    return this.page.getByRole('main').getByRole('row').filter({ hasText: text })
  }

  /** Opens what is known of a row, below it. */
  async expand(rowName: string): Promise<void> {
    await this.button(`Details of ${rowName}`).click()
  }

  async search(label: string, term: string): Promise<void> {
    await this.page.getByRole('searchbox', { name: label }).fill(term)
  }

  /** Searches, and waits until the list was asked: a search may leave as many rows as there were before. */
  async find(label: string, term: string): Promise<void> {
    await this.search(label, term)
    await this.page.waitForURL(({ searchParams }) => searchParams.get('q') === term)
  }

  /** Chooses an action from the menu of a row. */
  async rowAction(rowName: string, action: string): Promise<void> {
    await this.button(`Actions for ${rowName}`).click()
    await this.page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  /** The names in the Group column of a list of all groups; the names of members lead below the address of their group. */
  async groupsShown(): Promise<string[]> {
    const rows = this.page.getByRole('main').getByRole('row')
    await rows.nth(1).waitFor()
    const links = await rows.locator('a[href^="/employers/"]:not([href*="/members/"])').allTextContents()
    return [...new Set(links)].sort()
  }

  /** What the pager says, such as `1–24 of 300 members`. */
  async listed(says: string | RegExp): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Pages' }).getByText(says).waitFor()
  }

  /** How many records the list shown has, by its pager. */
  async total(noun: string): Promise<number> {
    const says = this.page
      .getByRole('navigation', { name: 'Pages' })
      .getByText(new RegExp(` of [\\d,]+ ${noun.replace(/s$/, 's?')}$`))
    return Number((await says.textContent())?.match(/of ([\d,]+)/)?.[1]?.replaceAll(',', ''))
  }

  /** Closes an editor without saving what was changed in it. */
  async discard(panel: Panel): Promise<void> {
    await panel.press('Cancel')
    await (await this.panel('Unsaved changes')).press('Discard changes')
    await panel.closed()
  }

  /** The state of an address that does not exist or is not one's own to see. */
  async isMissing(): Promise<void> {
    await this.page.getByText('There is no such page').waitFor()
    expect(await this.page.getByRole('dialog').count()).toBe(0)
  }
}
