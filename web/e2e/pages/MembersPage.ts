/** The members of a group, or of all groups. */
import { Screen } from './Screen'

export class MembersPage extends Screen {
  /** The cells of the names, sorted: a name, and after it the status of who is not simply active. */
  async names(): Promise<string[]> {
    const names = await this.page.getByRole('main').locator('tbody td[data-kind="name"]').allTextContents()
    return names.sort()
  }
}
