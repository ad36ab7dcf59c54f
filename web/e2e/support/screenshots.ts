/** Pictures of the screens, wide and narrow, with an accessibility check of each: npm run screenshots -- FOLDER [name …] */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { narrow, openBrowser, wide } from './browser'
import { pictures, type Picture } from './pictures'
import { serveBuilt, stubApi, withPolicy } from './served'

export default async function take([folder = 'screenshots', ...names]: string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { address, close } = await serveBuilt()
  const browser = await openBrowser()
  let problems = 0
  for (const picture of pictures.filter(({ name }) => names.length === 0 || names.includes(name))) {
    for (const size of [wide, narrow]) {
      problems += await takeOne(browser, address, picture, size, join(folder, `${picture.name}-${size.width}.png`))
    }
  }
  await browser.close()
  await close()
  if (problems > 0) process.exitCode = 1
}

async function takeOne(
  browser: Browser,
  address: string,
  picture: Picture,
  size: typeof wide,
  file: string,
): Promise<number> {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: picture.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  await withPolicy(context, address)
  await stubApi(context, picture.stubs)
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  await page.goto(address + picture.path)
  await picture.act?.(page, size.width < 900)
  // Colours and borders take 120 ms.
  await page.waitForTimeout(250)
  await page.screenshot({ path: file })
  const problems = [...said.filter((text) => !picture.allowed?.test(text)), ...(await axeProblems(page))]
  for (const problem of problems) console.error(`${picture.name} ${size.width}: ${problem}`)
  await context.close()
  return problems.length
}

async function axeProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(
    ({ id, impact, nodes }) => `axe ${impact} ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )
}
