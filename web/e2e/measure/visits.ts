/**
 * How quickly the pages come: the first list cold and warm, on this machine and over a line of 9 Mbit/s, and each page of the navigation
 * by a click. Prints a table beside the limits and fails when one is passed: `make measure`, with nothing else at work on the machine.
 */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { Gate } from '../pages/Gate'
import { openBrowser } from '../support/browser'
import { startProgram, type Program } from '../support/program'
import { Visitor } from '../support/visitor'

/** The first list that somebody opens, and how its rows are known. */
const firstList = '/employers'
const limits = { requests: 25, scriptKilobytes: 300, clickMilliseconds: 150 }
/** A line as a branch office has it. */
const line = { downloadThroughput: 9_000_000 / 8, uploadThroughput: 3_000_000 / 8, latency: 30, offline: false }
/** Each page is opened so often; the middle one counts. */
const times = 5
const patience = 60_000

interface Visit {
  milliseconds: number
  requests: number
  /** Of scripts, as they came over the line. */
  scriptKilobytes: number
  kilobytes: number
}

export default async function measure(): Promise<void> {
  const { program, stop } = await startProgram({ members: 2000 })
  const browser = await openBrowser()
  try {
    const signedIn = await stateOf(browser, program)
    const cold = await visits(browser, program, signedIn)
    const slow = await visits(browser, program, signedIn, line)
    print('the first list, cold', cold.cold)
    print('the first list, warm', cold.warm)
    print('the first list, cold, 9 Mbit/s', slow.cold)
    print('the first list, warm, 9 Mbit/s', slow.warm)
    const first = await clicks(browser, program, signedIn, 'first')
    const again = await clicks(browser, program, signedIn, 'again')
    const passed = [
      cold.cold.requests > limits.requests && `${cold.cold.requests} requests, ${limits.requests} allowed`,
      cold.cold.scriptKilobytes > limits.scriptKilobytes &&
        `${Math.round(cold.cold.scriptKilobytes)} KB of scripts, ${limits.scriptKilobytes} allowed`,
      ...first.map(([page, took]) => took > limits.clickMilliseconds && `${page} after ${took} ms, first visit`),
      ...again.map(([page, took]) => took > limits.clickMilliseconds && `${page} after ${took} ms, again`),
    ].filter(Boolean)
    for (const text of passed) console.info(`over the limit: ${text}`)
    if (passed.length > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await stop()
  }
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in once, so that the visits measure pages and not the sign-in. */
async function stateOf(browser: Browser, program: Program): Promise<State> {
  const visitor = await Visitor.enter(browser, program, 'measure')
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const state = await visitor.context.storageState()
  await visitor.context.close()
  return state
}

async function visits(
  browser: Browser,
  program: Program,
  storageState: State,
  over?: typeof line,
): Promise<{ cold: Visit; warm: Visit }> {
  const found: { cold: Visit[]; warm: Visit[] } = { cold: [], warm: [] }
  for (let round = 0; round < times; round += 1) {
    const context = await browser.newContext({ storageState, baseURL: program.address })
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    if (over) await network.send('Network.emulateNetworkConditions', over)
    found.cold.push(await visit(page, network))
    await page.goto('about:blank')
    found.warm.push(await visit(page, network))
    await context.close()
  }
  return { cold: middle(found.cold), warm: middle(found.warm) }
}

async function visit(page: Page, network: CDPSession): Promise<Visit> {
  const scripts = new Set<string>()
  let [requests, bytes, scriptBytes] = [0, 0, 0]
  const begun = ({ requestId, type }: { requestId: string; type?: string }) => {
    requests += 1
    if (type === 'Script') scripts.add(requestId)
  }
  const ended = ({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }) => {
    bytes += encodedDataLength
    if (scripts.has(requestId)) scriptBytes += encodedDataLength
  }
  network.on('Network.requestWillBeSent', begun)
  network.on('Network.loadingFinished', ended)
  const start = performance.now()
  await page.goto(firstList)
  await rowsOf(page).waitFor({ timeout: patience })
  const milliseconds = Math.round(performance.now() - start)
  await page.waitForLoadState('networkidle')
  network.off('Network.requestWillBeSent', begun)
  network.off('Network.loadingFinished', ended)
  return { milliseconds, requests, scriptKilobytes: scriptBytes / 1024, kilobytes: bytes / 1024 }
}

/** A row below the headings of a list. */
function rowsOf(page: Page) {
  return page.getByRole('main').locator('tbody tr').first()
}

/**
 * How long each page of the navigation takes from the click to its heading, in a window that has shown the start page only; `again`
 * goes once through all of them before.
 */
async function clicks(
  browser: Browser,
  program: Program,
  storageState: State,
  visited: 'first' | 'again',
): Promise<[string, number][]> {
  const took = new Map<string, number[]>()
  for (let round = 0; round < times; round += 1) {
    const context = await browser.newContext({ storageState, baseURL: program.address })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: patience })
    await page.waitForLoadState('networkidle')
    if (visited === 'again') await throughAll(page)
    for (const [name, milliseconds] of await throughAll(page)) {
      took.set(name, [...(took.get(name) ?? []), milliseconds])
    }
    await context.close()
  }
  const middles = [...took].map(([name, all]): [string, number] => [name, sorted(all)[Math.floor(all.length / 2)] ?? 0])
  for (const [name, milliseconds] of middles)
    console.info(`${String(milliseconds).padStart(6)} ms  ${name}, ${visited}`)
  return middles
}

async function throughAll(page: Page): Promise<[string, number][]> {
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('listitem').getByRole('link').all()
  const found: [string, number][] = []
  // The first entry is the start page, on which one stands.
  for (const link of [...links.slice(1), ...links.slice(0, 1)]) {
    const name = ((await link.locator('span').first().textContent()) ?? '').trim()
    found.push([name, await settled(page, await link.getAttribute('href'))])
    await page.waitForLoadState('networkidle')
  }
  return found
}

/** Clicks in the page itself and waits there for its heading and its rows, so that no time between two processes is counted. */
async function settled(page: Page, address: string | null): Promise<number> {
  return page.evaluate(async (href) => {
    const link = document.querySelector<HTMLElement>(`nav a[href="${href}"]`)
    const heading = () => document.querySelector('main h1')?.textContent
    // The page that one leaves stays until the next one can be drawn, and the address changes before.
    const before = heading()
    const start = performance.now()
    link?.click()
    // An entry may lead on to the first page of its area.
    const isThere = () =>
      (location.pathname === href || location.pathname.startsWith(`${href}/`)) &&
      heading() !== undefined &&
      heading() !== before &&
      document.querySelector('main [aria-busy="true"]') === null
    while (!isThere()) {
      if (performance.now() - start > 20_000) throw new Error(`${href} did not settle.`)
      await new Promise(requestAnimationFrame)
    }
    return Math.round(performance.now() - start)
  }, address)
}

function middle(visits: readonly Visit[]): Visit {
  const ordered = [...visits].sort((one, other) => one.milliseconds - other.milliseconds)
  const found = ordered[Math.floor(ordered.length / 2)]
  if (!found) throw new Error('Nothing was visited.')
  return found
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((one, other) => one - other)
}

function print(what: string, { milliseconds, requests, scriptKilobytes, kilobytes }: Visit): void {
  console.info(
    `${String(milliseconds).padStart(6)} ms  ${what}: ${requests} requests, ` +
      `${scriptKilobytes.toFixed(0)} KB of scripts, ${kilobytes.toFixed(0)} KB in all`,
  )
}
