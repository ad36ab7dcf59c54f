/** One's own account. */
import { expect } from 'vitest'
import { codeOf } from '../support/totp'
import { Screen } from './Screen'

export interface SecondFactor {
  secret: string
  recoveryCodes: string[]
}

export class AccountPage extends Screen {
  /** Chooses from the menu of one's own name. */
  async choose(entry: string): Promise<void> {
    await this.navigation.getByRole('button', { name: /account menu/ }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  async open(): Promise<void> {
    await this.choose('Your account')
    await this.heading('Your account').waitFor()
  }

  /** Sets up a second factor as somebody without a camera would. */
  async setUpSecondFactor(password: string): Promise<SecondFactor> {
    await this.button('Set up').click()
    const title = 'Set up a second factor'
    await this.panel(title)
    await this.page.getByLabel('Your password', { exact: true }).fill(password)
    await (await this.panel(title)).press('Continue')
    await this.page.getByRole('img', { name: /QR code/ }).waitFor()
    await this.visitor.look('scan the picture')
    const [secret = ''] = await this.secretTexts('Key for the authenticator app')
    await (await this.panel(title)).fill({ Code: codeOf(secret) })
    await (await this.panel(title)).press('Turn on')
    await this.page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await this.visitor.look('recovery codes')
    const recoveryCodes = await this.secretTexts('Recovery codes')
    expect(recoveryCodes).toHaveLength(10)
    await (await this.panel(title)).press('I have kept them')
    await this.button('Turn off').waitFor()
    return { secret, recoveryCodes }
  }

  /** The lines of what is shown once. */
  async secretTexts(label: string): Promise<string[]> {
    const lines = this.page.getByRole('list', { name: label }).getByRole('listitem')
    await lines.first().waitFor()
    return lines.allTextContents()
  }

  /** Makes an access key; gives its text. */
  async makeKey(name: string): Promise<string> {
    const panel = await this.openPanel('New key', 'New access key')
    await panel.fill({ Name: name })
    await panel.press('Make key')
    const [key = ''] = await this.secretTexts('Access key')
    await this.visitor.look('access key')
    await panel.press('I have kept it')
    await panel.closed()
    return key
  }
}
