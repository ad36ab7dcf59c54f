/**
 * A person before a screen. `look` takes the pictures of what is shown, wide and narrow, and checks each with axe, once: a screen does
 * not know on which database it runs. Whatever the browser complains about meanwhile fails the journey when the person leaves.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { narrow, wide } from './browser'
import type { Program } from './program'

const database = process.env.JOURNEYS_ON ?? 'sqlite'

/** How long anything may take to appear. */
const patience = 20_000

/** Who comes to the sign-in is not signed in: the answer to the first question of every visit. */
const nobodyYet = /status of 401 .*\/auth\/me$/

const isOfServer = (complaint: string) => /^5\d\d of /.test(complaint)

export class Visitor {
  readonly #complaints: string[] = []
  readonly #expected = [nobodyYet]
  #looks = 0
  #clicks = 0

  private constructor(
    readonly page: Page,
    readonly program: Program,
    readonly folder: string,
    readonly context: BrowserContext,
  ) {
    page.setDefaultTimeout(patience)
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#complaints.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => this.#complaints.push(error.message))
    page.on('response', (response) => {
      if (response.status() >= 500) this.#complaints.push(`${response.status()} of ${response.url()}`)
    })
  }

  static async enter(browser: Browser, program: Program, journey: string): Promise<Visitor> {
    const folder = join('e2e', 'shots', database, fileName(journey))
    await mkdir(folder, { recursive: true })
    const context = await browser.newContext({
      viewport: wide,
      reducedMotion: 'reduce',
      timezoneId: 'America/New_York',
      locale: 'en-US',
      baseURL: program.address,
      acceptDownloads: true,
    })
    const visitor = new Visitor(await context.newPage(), program, folder, context)
    await context.exposeFunction('pressedByVisitor', () => visitor.pressed())
    await context.addInitScript(countPresses)
    return visitor
  }

  /** How often the person has pressed the mouse or the screen so far; keys are none, nor is closing a notice that goes by itself. */
  get clicks(): number {
    return this.#clicks
  }

  /** Counts what a person presses outside the page, such as in the browser's dialog for files. */
  pressed(times = 1): void {
    this.#clicks += times
  }

  /** Complaints of the browser that belong to the journey, such as a refused call. */
  expects(complaint: RegExp): void {
    this.#expected.push(complaint)
  }

  async look(name: string): Promise<void> {
    this.#looks += 1
    const file = join(this.folder, `${String(this.#looks).padStart(2, '0')}-${fileName(name)}`)
    await this.page.waitForLoadState('networkidle')
    if (database !== 'sqlite') return
    // Wide first: a menu that is open closes when the window becomes narrow.
    for (const size of [wide, narrow]) {
      await this.page.setViewportSize(size)
      await this.#settled()
      await this.page.screenshot({ path: `${file}-${size.width}.png` })
      const { violations } = await new AxeBuilder({ page: this.page }).analyze()
      const found = violations.map(
        ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
      )
      expect(found, `axe on ${name}, ${size.width} px wide`).toEqual([])
    }
    await this.page.setViewportSize(wide)
    await this.#settled()
  }

  /** What was there when a journey failed. */
  async lastLook(): Promise<void> {
    await this.page.screenshot({ path: join(this.folder, 'failed.png') }).catch(() => {})
  }

  async leave(): Promise<void> {
    await this.context.close()
    const unexpected = this.#complaints.filter((text) => !this.#expected.some((one) => one.test(text)))
    if (unexpected.some(isOfServer)) unexpected.push(...(await this.#saidByServer()))
    expect(unexpected, 'complaints of the browser').toEqual([])
  }

  /** What the program wrote last: why it could not answer stands there and nowhere else. */
  async #saidByServer(): Promise<string[]> {
    const log = await readFile(this.program.log, 'utf8').catch(() => '')
    return log.trimEnd().split('\n').slice(-20)
  }

  /** Waits for fonts and for fades to end. */
  async #settled(): Promise<void> {
    await this.page.evaluate(async () => {
      await document.fonts.ready
      const ending = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2000)
      await Promise.allSettled(ending.map(({ finished }) => finished))
    })
  }
}

/** Runs in each page before its own code. */
function countPresses(): void {
  const pressed = (event: PointerEvent) => {
    const isNotice = event.target instanceof Element && event.target.closest('[aria-label="Notices"]')
    if (event.isTrusted && !isNotice) (window as unknown as { pressedByVisitor: () => void }).pressedByVisitor()
  }
  addEventListener('pointerdown', pressed, true)
}

function fileName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
