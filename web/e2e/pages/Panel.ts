/** A side panel: its fields by their labels, and the buttons of its footer. */
import type { Locator, Page } from 'playwright-core'

export class Panel {
  readonly root: Locator

  constructor(
    readonly page: Page,
    title: string,
  ) {
    this.root = page.getByRole('dialog', { name: title, exact: true })
  }

  /** The field with a label; `optional` may stand behind it. */
  field(label: string): Locator {
    const name = new RegExp(`^${escaped(label)}( · optional)?$`)
    return this.root
      .getByRole('textbox', { name })
      .or(this.root.getByRole('combobox', { name }))
      .or(this.root.getByRole('switch', { name }))
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value)
  }

  /** Types a day key by key, as its mask wants it. */
  async fillDay(label: string, day: string): Promise<void> {
    await this.field(label).fill('')
    await this.field(label).pressSequentially(day)
  }

  async choose(label: string, option: string | RegExp): Promise<void> {
    await this.field(label).click()
    await this.page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
  }

  /** Chooses by the arrow keys, without the mouse. */
  async chooseByKeys(label: string, option: string | RegExp): Promise<void> {
    await this.field(label).focus()
    await this.page.keyboard.press('ArrowDown')
    const wanted = this.page.getByRole('option', { name: option, exact: typeof option === 'string' })
    await wanted.waitFor()
    const others = await this.page.getByRole('option').count()
    for (let tried = 0; tried <= others; tried += 1) {
      if ((await wanted.getAttribute('data-combobox-selected')) !== null) break
      await this.page.keyboard.press('ArrowDown')
    }
    await this.page.keyboard.press('Enter')
  }

  /** Types into a field that asks the server, and takes the suggestion. */
  async find(label: string, term: string, suggestion: string | RegExp): Promise<void> {
    await this.field(label).fill(term)
    await this.page.getByRole('option', { name: suggestion }).click()
  }

  /** Chooses by typing: the first match is taken on the way to the next field. */
  async type(label: string, text: string): Promise<void> {
    await this.field(label).fill(text)
    await this.page.getByRole('option').first().waitFor()
    await this.page.keyboard.press('Tab')
  }

  /** One of a few in view. */
  async pick(label: string, choice: string): Promise<void> {
    await this.root.getByRole('radiogroup', { name: label }).getByText(choice, { exact: true }).click()
  }

  async switchOn(label: string): Promise<void> {
    await this.field(label).check()
  }

  async tab(name: string): Promise<void> {
    await this.root.getByRole('tab', { name }).click()
  }

  async press(button: string): Promise<void> {
    await this.root.getByRole('button', { name: button, exact: true }).click()
  }

  /** Closes it by the button of its footer; the cross is called the same. */
  async close(): Promise<void> {
    await this.root.getByRole('button', { name: 'Close', exact: true }).first().click()
    await this.closed()
  }

  async closed(): Promise<void> {
    await this.root.waitFor({ state: 'detached' })
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
