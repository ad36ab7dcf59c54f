/** The employer groups and their editor. */
import { Screen } from './Screen'

export interface NewGroup {
  name: string
  /** Its Group ID, when the one that is proposed could be another journey's too: both would be told the next free number. */
  code?: string
  broker: string
  /** MM/DD/YYYY. */
  effective: string
  /** In dollars. */
  rate: string
}

export class GroupsPage extends Screen {
  async open(): Promise<void> {
    await this.go('Employer Groups')
    await this.listed(/groups$/)
  }

  /** Creates a group, which then opens, and goes back to the list. */
  async create({ name, code, broker, effective, rate }: NewGroup): Promise<void> {
    const panel = await this.openPanel('New Group', 'Create Group')
    await panel.fill({ Name: name, ...(code && { 'Group ID': code }) })
    await panel.choose('Broker', broker)
    await panel.fillDay('Effective date', effective)
    await panel.fill({
      'Default pricing group rate': rate,
      'Billing address': '12 Quarry Ln',
      City: 'Tampa',
      'ZIP code': '33605',
    })
    await panel.find('State', 'Florida', /Florida/)
    await panel.switchOn('Process dependents in census')
    await this.visitor.look('create group')
    await panel.press('Create group')
    await panel.closed()
    await this.noticed('The group was created successfully!')
    await this.heading(name).waitFor()
    await this.open()
  }

  /** Finds a group by its name and opens its page. */
  async openGroup(name: string): Promise<void> {
    await this.search('Search name, group ID or broker', name)
    await this.listed('1–1 of 1 group')
    await this.page.getByRole('link', { name, exact: true }).click()
    await this.heading(name).waitFor()
  }

  /** The addresses of all groups one sees, by their names. */
  async addresses(): Promise<Record<string, string>> {
    const links = this.page.getByRole('main').getByRole('row').getByRole('link')
    await links.first().waitFor()
    const found = await Promise.all(
      (await links.all()).map(async (link) => [await link.textContent(), await link.getAttribute('href')]),
    )
    return Object.fromEntries(found.map(([name, address]) => [name ?? '', address ?? '']))
  }
}
