/** The pictures of "Why this amount?". */
import type { Page } from 'playwright-core'
import type { Picture } from './pictures'
import type { Stubs } from './served'
import { firstWhyStubs, whyStubs } from './whyStubs'

const path = '/employers/10/billing/snapshots?row=71&panel=why.10-71'

async function openCauses(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

export function whyPictures(signedIn: Stubs): Picture[] {
  const stubs = { ...signedIn, ...whyStubs }
  const opened = async (page: Page) => {
    await openCauses(page, 'Left', 'Credits')
    await page.getByText('Zielke, Wilhelmina').waitFor()
    await page.getByText('ended by the file of 10/30/2026').waitFor()
  }
  return [
    { name: 'why', path, stubs, act: opened },
    { name: 'why-dark', dark: true, path, stubs, act: opened },
    {
      name: 'why-moved',
      path,
      stubs,
      act: async (page) => {
        await openCauses(page, 'Debts', 'After-hours consults')
        await page.getByText('Okafor, Bram').waitFor()
        await page.getByText('7 consults').last().waitFor()
      },
    },
    {
      name: 'why-lines',
      path,
      stubs,
      act: async (page) => {
        await page.getByRole('tab', { name: /Lines/ }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Virtual Care PEPM', exact: true }).first().click()
        await page
          .getByRole('region', { name: 'Virtual Care PEPM, Nov 2026' })
          .getByText('Abernathy, Dov')
          .first()
          .waitFor()
      },
    },
    {
      name: 'why-members',
      path,
      stubs,
      act: async (page) => {
        await page.getByRole('tab', { name: /Members/ }).click()
        await page.getByText('Abernathy, Dov').first().waitFor()
      },
    },
    {
      name: 'why-first',
      path,
      stubs: { ...signedIn, ...firstWhyStubs },
      act: async (page) => page.getByText('the first bill').waitFor(),
    },
    {
      name: 'why-loading',
      path,
      stubs: { ...stubs, 'GET /billing/10/snapshots/71/why': 'never' },
      act: async (page) => page.getByRole('status', { name: 'Loading the comparison' }).waitFor(),
    },
    {
      name: 'why-failed',
      path,
      stubs: {
        ...stubs,
        'GET /billing/10/snapshots/71/why': {
          status: 500,
          Errors: [{ Key: '', Message: 'An unknown error has occurred.' }],
        },
      },
      act: async (page) => page.getByText('The comparison did not load').waitFor(),
      allowed: /500/,
    },
  ]
}
