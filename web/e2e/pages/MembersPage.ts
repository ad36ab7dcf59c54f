/** The members of a group, or of all groups: the list, their editor, their status, the welcome emails and the census. */
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Panel } from './Panel'
import { Screen } from './Screen'

/** A person as one types it; days as MM/DD/YYYY. */
export interface Person {
  firstName: string
  lastName: string
  born: string
  /** Since when, where it is not today. */
  since?: string
  email?: string
}

export const created = 'The member has been created successfully!'
export const updated = 'The member has been updated successfully!'
const changed = "The member's status has been updated successfully!"

export class MembersPage extends Screen {
  /** The cells of the names, sorted: a name, the status of who is not simply active, and of a dependent whose it is. */
  async names(): Promise<string[]> {
    const names = await this.page.getByRole('main').locator('tbody td[data-kind="name"]').allTextContents()
    return names.sort()
  }

  /** Opens the editor for a new member and fills it in; what is saved is the caller's matter. */
  async compose({ firstName, lastName, born, since, email = '' }: Person): Promise<Panel> {
    const panel = await this.openPanel('New Member', 'Create Member')
    await panel.fill({ 'First name': firstName, 'Last name': lastName, 'Email address': email })
    await panel.fillDay('Date of birth', born)
    if (since) {
      await this.overrideDay(panel, since)
    }
    return panel
  }

  async save(panel: Panel, notice: string): Promise<void> {
    await panel.press('Save member')
    await panel.closed()
    await this.noticed(notice)
  }

  async edit(name: string): Promise<Panel> {
    await this.rowAction(name, 'Edit Member')
    const panel = await this.panel('Edit Member')
    await panel.field('First name').waitFor()
    return panel
  }

  /** Changes the status of a member, from a day of one's own if there is one; the panel says beforehand what will happen. */
  async change(name: string, action: string, says: string | RegExp, day?: string): Promise<void> {
    await this.rowAction(name, action)
    const panel = await this.panel('Change Status')
    if (day) await this.overrideDay(panel, day)
    await panel.root.getByText(says).waitFor()
    await panel.press(action)
    await panel.closed()
    await this.noticed(changed)
  }

  /** Waits until the row of a member shows a status. */
  async shows(name: string, status: string): Promise<void> {
    await this.row(name).filter({ hasText: status }).waitFor()
  }

  async openAction(action: string): Promise<Panel> {
    await this.button('Actions for members').click()
    await this.page.getByRole('menuitem', { name: action, exact: true }).click()
    return this.panel(action)
  }

  /** The lines of the census as it is set up in its panel. */
  async census(panel: Panel): Promise<string[]> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), panel.press('Download')])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    return (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  }

  box(panel: Panel, name: string | RegExp): Locator {
    return panel.root.getByRole('checkbox', { name })
  }

  private async overrideDay(panel: Panel, day: string): Promise<void> {
    await this.box(panel, 'Override effective date').check()
    await panel.fillDay('Effective date', day)
  }
}
