/** The members of a group, or of all groups. */
import { Screen } from './Screen'

export class MembersPage extends Screen {
  /** The status of each member on the page, by name. */
  async statuses(): Promise<Record<string, string>> {
    const rows = await this.page.getByRole('main').getByRole('row').filter({ has: this.page.getByRole('button', { name: /^Details of/ }) }).all()
    const cells = rows.map(async (row) => row.getByRole('cell').allTextContents())
    return Object.fromEntries((await Promise.all(cells)).map(([, name = '', , status = '']) => [name, status]))
  }
}
