/** The pages before the sign-in. */
import { demoPassword } from '../support/program'
import { updatesOf } from '../support/recentUpdates'
import { Screen } from './Screen'

export class Gate extends Screen {
  /** Opens a page, which leads to the sign-in, signs in, and is led back. */
  async signIn(email: string, password = demoPassword, at = '/'): Promise<void> {
    await this.page.goto(at)
    await this.enter(email, password)
    await this.navigation.waitFor()
  }

  /** Fills in the sign-in that is shown, and sends it. Whoever it lets in is told what is new the first time, and closes that. */
  async enter(email: string, password: string): Promise<void> {
    await this.heading('Sign in').waitFor()
    await this.page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(password)
    await this.#send()
  }

  /** Answers the question for a code of the second factor. */
  async enterCode(code: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Code' }).fill(code)
    await this.#send()
  }

  async #send(): Promise<void> {
    const closeUpdates = updatesOf(this.page)
    const [answer] = await Promise.all([
      this.page.waitForResponse('**/api/v1/auth/login'),
      this.button('Sign in').click(),
    ])
    const { IsValid } = (await answer.json()) as { IsValid: boolean }
    if (IsValid) await closeUpdates()
  }

  async signOut(): Promise<void> {
    await this.navigation.getByRole('button', { name: /account menu/ }).click()
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await this.page.getByText('You are signed out.').waitFor()
  }

  async askForReset(email: string): Promise<void> {
    await this.page.getByRole('link', { name: 'Forgot password?' }).click()
    await this.heading('Reset your password').waitFor()
    await this.page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await this.button('Send the link').click()
    await this.page.getByText(`If ${email} has an account`).waitFor()
  }

  async setPassword(password: string): Promise<void> {
    await this.heading('Choose a new password').waitFor()
    await this.page.getByLabel('New password', { exact: true }).fill(password)
    await this.page.getByLabel('New password again', { exact: true }).fill(password)
    await this.button('Save password').click()
    await this.page.getByText('Your new password is set.').waitFor()
  }

  /** The answer to the last try. */
  async isRefused(message: string): Promise<void> {
    await this.page.getByRole('alert').filter({ hasText: message }).waitFor()
    await this.button('Sign in').waitFor()
  }
}
