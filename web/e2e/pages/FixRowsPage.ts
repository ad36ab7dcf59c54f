/** The fix grid: kinds of errors, cells, and what is done with many rows at once. */
import { readFile } from 'node:fs/promises'
import { Screen } from './Screen'

export class FixRowsPage extends Screen {
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: /^Fix ([\d,]+ )?Rows?$/ }).click()
    await this.heading('Fix rows').waitFor()
    await this.page.getByRole('grid').waitFor()
  }

  async show(kind: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Kinds of errors' }).getByRole('button', { name: kind }).click()
    await this.page.getByRole('grid', { name: kind }).waitFor()
  }

  /** Edits the cell with a text by keyboard. */
  async type(before: string, after: string): Promise<void> {
    const cell = this.page.getByRole('gridcell', { name: before }).first()
    await cell.focus()
    await this.page.keyboard.press('Enter')
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(after)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('gridcell', { name: after }).waitFor()
  }

  /** Chooses for a cell of a closed list by the first letters and the keyboard. */
  async choose(before: string, after: string): Promise<void> {
    await this.page.getByRole('gridcell', { name: before }).first().focus()
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('option').nth(1).waitFor()
    await this.page.keyboard.press('ArrowDown')
    await this.visitor.look('closed list of a cell')
    await this.page.keyboard.type(after)
    await this.page.keyboard.press('Enter')
    await this.page.getByRole('gridcell', { name: after }).waitFor()
  }

  async save(rows: number): Promise<void> {
    await this.button('Save and check again').click()
    await this.noticed(`${rows} ${rows === 1 ? 'row' : 'rows'} saved and checked.`)
  }

  async skipAll(rows: number): Promise<void> {
    const name = rows === 1 ? 'Skip the only row' : `Skip all ${rows} rows`
    const panel = await this.openPanel(name, 'Skip Rows')
    await panel.press('Skip Rows')
    await panel.closed()
    await this.noticed('left out of the import.')
  }

  /** Replaces the most frequent value of what is shown, here and in the group's next files. */
  async replaceForGood(to: string, rows: number): Promise<void> {
    await this.button('Replace everywhere').click()
    await this.page.getByRole('combobox', { name: 'New value' }).fill(to)
    await this.page.getByRole('option', { name: new RegExp(`^${to} · `) }).click()
    await this.page.getByRole('checkbox', { name: 'Remember for this group’s next files' }).check()
    await this.visitor.look('replace everywhere')
    await this.button(rows === 1 ? 'Replace in 1 row' : `Replace in all ${rows} rows`).click()
    await this.noticed(`Replaced in ${rows} ${rows === 1 ? 'row' : 'rows'}.`)
    await this.page.getByText('All data is valid!').waitFor()
  }

  /** The text of the downloaded failures. */
  async failures(): Promise<string> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), this.button('Download failures').click()])
    return readFile(await file.path(), 'utf8')
  }
}
