/** Any list: its heads and cells, its file, its views. */
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { Screen } from './Screen'

/** How many cells a list shows, and the texts of those that do not fit. */
export interface Cells {
  all: number
  cut: readonly string[]
}

export class ListScreen extends Screen {
  /** The rows of records, without what is known of them below. */
  get rows(): Locator {
    return this.page.locator('main table > tbody > tr[data-id]')
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address)
    await this.page.waitForLoadState('networkidle')
    await this.page.evaluate(() => document.fonts.ready)
  }

  /** The titles of the columns, without those of checkboxes and actions. */
  async heads(): Promise<string[]> {
    const heads = await this.page.locator('main table > thead th:not(:has(input))').allInnerTexts()
    return heads.map((head) => head.trim()).filter((head) => head !== '' && head !== 'Actions')
  }

  /** Measures whether the text of each cell, and of each box in it, has room. */
  cells(): Promise<Cells> {
    return this.page.evaluate(() => {
      const cells = [...document.querySelectorAll('main table > tbody > tr[data-id] > td[data-kind]')]
      const hides = (box: Element) =>
        getComputedStyle(box).overflowX !== 'visible' && !box.matches('svg, .visually-hidden')
      const isCut = (cell: Element) =>
        [cell, ...cell.querySelectorAll('*')].some((box) => hides(box) && box.scrollWidth > box.clientWidth + 1)
      return { all: cells.length, cut: cells.filter(isCut).map((cell) => cell.textContent ?? '') }
    })
  }

  /** How high each row is, in pixels. */
  heights(): Promise<number[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  }

  /** The lines of the file of the list. */
  async csv(): Promise<string[]> {
    const started = this.page.waitForEvent('download')
    await this.button('Download CSV').click()
    const text = await readFile(await (await started).path(), 'utf8')
    return text.replace('\u{feff}', '').trimEnd().split('\r\n')
  }
}
