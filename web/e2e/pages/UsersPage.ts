/** The users, their editor, and acting as one of them. */
import { Screen } from './Screen'
import type { Panel } from './Panel'

export interface NewUser {
  first: string
  last: string
  email: string
  role: string
  broker: string
  group: RegExp
}

export class UsersPage extends Screen {
  async open(): Promise<void> {
    await this.go('Users')
    await this.listed(/users?$/)
  }

  async create({ first, last, email, role, broker, group }: NewUser): Promise<void> {
    const panel = await this.openPanel('New User', 'Create User')
    await panel.fill({ 'First name': first, 'Last name': last, 'Email address': email })
    await panel.choose('Role', role)
    await panel.choose('Broker', broker)
    await panel.choose('Employer groups', group)
    await this.page.keyboard.press('Tab')
    await this.visitor.look('create user')
    await panel.press('Create user')
    await panel.closed()
    await this.noticed('The user was created successfully!')
  }

  async edit(name: string): Promise<Panel> {
    await this.rowAction(name, 'Edit User')
    const panel = await this.panel('Edit User')
    await panel.field('First name').waitFor()
    return panel
  }

  /** What the menu of a row offers; it is closed again. */
  async offered(name: string): Promise<string[]> {
    await this.button(`Actions for ${name}`).click()
    const entries = this.page.getByRole('menuitem')
    await entries.first().waitFor()
    const offered = await entries.allTextContents()
    await this.page.keyboard.press('Escape')
    await entries.first().waitFor({ state: 'detached' })
    return offered
  }

  /** Opens the list of roles one may give to a new user, and closes it again. */
  async rolesOffered(): Promise<{ panel: Panel; roles: string[] }> {
    const panel = await this.openPanel('New User', 'Create User')
    await panel.field('Role').click()
    await this.page.getByRole('option').first().waitFor()
    const roles = await this.page.getByRole('option').allTextContents()
    await this.page.keyboard.press('Escape')
    return { panel, roles: roles.map((text) => text.trim()) }
  }

  /** Goes on as a user of the list. */
  async impersonate(name: string): Promise<void> {
    await this.rowAction(name, 'Impersonate User')
    const panel = await this.panel('Impersonate User')
    await this.visitor.look('before acting as somebody')
    await panel.press('Impersonate User')
    await this.page.getByText('You act as').waitFor()
  }

  async stop(): Promise<void> {
    await this.button('Stop').click()
    await this.heading('Users').waitFor()
  }
}
