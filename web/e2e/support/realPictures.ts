/**
 * Pictures of the real program with demonstration data. Without a folder, those of the README are made anew in docs/pictures;
 * with one, all of them, wide and narrow: npm run pictures -- [FOLDER]. LEDGERWELL_AT names the address of a demonstration that
 * is served already.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { narrow, openBrowser, wide } from './browser'
import { demoPassword, startProgram } from './program'
import { updatesOf } from './recentUpdates'

interface RealPicture {
  name: string
  path: string
  act?: (page: Page) => Promise<void>
  /** Whether the README shows it. */
  readme?: boolean
}

const group = 'Harborline Logistics'
/** Smaller than the screens of most readers: a README shows its pictures scaled down. */
const forReadme = { width: 1280, height: 800 }
const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click()

/** The first file of the list, on its own page. */
async function openFile(page: Page): Promise<void> {
  await page.locator('main a[href^="/census-files/"]').first().click()
  await page.getByRole('list', { name: /^Tasks of/ }).waitFor()
}

/** The screens of the main job, in its order; `{group}` is the address of the group. */
const pictures: readonly RealPicture[] = [
  { name: 'brokers', path: '/brokers' },
  { name: 'users', path: '/users' },
  { name: 'account', path: '/account' },
  { name: 'groups', path: '/employers' },
  { name: 'group', path: '{group}', readme: true },
  { name: 'pricing-options', path: '{group}/billing/pricing' },
  { name: 'pricing-groups', path: '{group}/billing/pricing-groups' },
  { name: 'plans', path: '{group}/billing/plans' },
  { name: 'plan', path: '{group}/billing/plans', act: press(/PEPM/) },
  { name: 'census-files', path: '/census-files' },
  { name: 'census-file', path: '/census-files?q=bluefern', act: openFile, readme: true },
  { name: 'census-upload', path: '{group}/census-files', act: press('Upload') },
  { name: 'members', path: '{group}/members?sort=LastName', act: press(/^Details of/) },
  { name: 'snapshots', path: '{group}/billing/snapshots', act: press(/^Details of/), readme: true },
  { name: 'invoices', path: '/invoices' },
  {
    name: 'invoice',
    path: '{group}/invoices',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for invoice/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'View' }).click()
      await page.getByRole('dialog').getByRole('button', { name: /PEPM/ }).first().click()
    },
    readme: true,
  },
]

export default async function take([folder]: string[]): Promise<void> {
  const chosen = folder === undefined ? pictures.filter(({ readme }) => readme) : pictures
  const into = folder ?? join('..', 'docs', 'pictures')
  await mkdir(into, { recursive: true })
  const running = process.env.LEDGERWELL_AT
    ? { address: process.env.LEDGERWELL_AT, stop: async () => {} }
    : await started()
  const browser = await openBrowser()
  try {
    for (const size of folder === undefined ? [forReadme] : [wide, narrow]) {
      const context = await browser.newContext({
        viewport: size,
        reducedMotion: 'reduce',
        timezoneId: 'America/New_York',
        locale: 'en-US',
        baseURL: running.address,
      })
      const address = await signIn(context)
      for (const picture of chosen)
        await takeOne(
          context,
          picture,
          address,
          join(into, folder === undefined ? `${picture.name}.png` : `${picture.name}-${size.width}.png`),
        )
      await context.close()
    }
  } finally {
    await browser.close()
    await running.stop()
  }
}

async function started(): Promise<{ address: string; stop: () => Promise<void> }> {
  const { program, stop } = await startProgram({ members: 3000 })
  return { address: program.address, stop }
}

/** Signs in as the administrator of the demonstration; gives back the address of the group. */
async function signIn(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await page.goto('/employers')
  await page.getByLabel('Email address').fill('dana.reyes@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  const closeUpdates = updatesOf(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await closeUpdates()
  const address = await page.getByRole('link', { name: group }).getAttribute('href')
  await page.close()
  return address ?? ''
}

async function takeOne(
  context: BrowserContext,
  { path, act }: RealPicture,
  address: string,
  file: string,
): Promise<void> {
  const page = await context.newPage()
  await page.goto(path.replace('{group}', address))
  await page.waitForLoadState('networkidle')
  await act?.(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  // Colours and borders take 120 ms.
  await page.waitForTimeout(250)
  await page.screenshot({ path: file })
  await page.close()
}
