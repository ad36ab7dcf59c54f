/** The review of matches: rows beside the members they may be. */
import { Screen } from './Screen'

export class ReviewPage extends Screen {
  /** Opens it from the match of the file that is shown, at one of its tabs. */
  async open(tab: string): Promise<void> {
    await this.page.getByRole('listitem').filter({ hasText: 'Match Employees' }).getByRole('button').click()
    await this.page.getByRole('link', { name: /^(Match Review|Review [\d,]+ Rows?)$/ }).click()
    await this.heading('Match review').waitFor()
    await this.button(tab).click()
  }

  async deny(name: string, row: string): Promise<void> {
    await this.button(`Not the same person: ${name} and ${name}, ${row}`).click()
    await this.noticed('Remembered: these are two people.')
  }

  async forget(name: string, row: string): Promise<void> {
    await this.button(`Forget that ${name} is not ${name}, ${row}`).click()
    await this.noticed('Forgotten.')
  }
}
