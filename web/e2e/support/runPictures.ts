/** The pictures of billing runs. */
import type { Page } from 'playwright-core'
import type { Picture } from './pictures'
import { runStubs } from './runStubs'
import type { Stubs } from './served'

const nothing = { Value: { Data: [], TotalRecords: 0, TotalPages: 0 } }
const shows = (text: string) => async (page: Page) => {
  await page.getByText(text).first().waitFor()
}

export function runPictures(signedIn: Stubs): Picture[] {
  const stubs = { ...signedIn, ...runStubs }
  const choose = async (page: Page) => {
    for (const name of ['Bluefern Dental Partners', 'Harborline Logistics', 'Foxglove Home Health'])
      await page
        .getByRole('checkbox', { name: new RegExp(name) })
        .first()
        .check()
  }
  return [
    { name: 'runs', path: '/billing-runs', stubs, act: shows('November 2026') },
    {
      name: 'runs-empty',
      path: '/billing-runs',
      stubs: { ...stubs, 'GET /billing-runs': nothing },
      act: shows('No billing run'),
    },
    { name: 'runs-new', path: '/billing-runs?panel=billing-run', stubs, act: shows('Billing month') },
    { name: 'runs-settings', path: '/billing-runs?panel=billing-settings', stubs, act: shows('by itself') },
    { name: 'run-drafting', path: '/billing-runs/15', stubs, act: shows('Harborline Logistics') },
    { name: 'run-drafted', path: '/billing-runs/14', stubs, act: shows('Harborline Logistics') },
    { name: 'run-drafted-dark', dark: true, path: '/billing-runs/14?row=101', stubs, act: shows('44.1 % more') },
    { name: 'run-expanded', path: '/billing-runs/14?row=102', stubs, act: shows('are on no line') },
    { name: 'run-taking-up', path: '/billing-runs/16?row=101', stubs, act: shows('only its invoice is created') },
    {
      name: 'run-chosen',
      path: '/billing-runs/14',
      stubs,
      act: async (page, isNarrow) => {
        await shows('Harborline Logistics')(page)
        if (!isNarrow) await choose(page)
      },
    },
    {
      name: 'run-create',
      path: '/billing-runs/14',
      stubs,
      act: async (page, isNarrow) => {
        await shows('Harborline Logistics')(page)
        if (!isNarrow) await choose(page)
        await page.getByRole('button', { name: isNarrow ? 'Create 12 snapshots' : 'Approve and create 14' }).click()
        await page.getByText('What happens next').waitFor()
      },
    },
    {
      name: 'run-cancel',
      path: '/billing-runs/14',
      stubs,
      act: async (page, isNarrow) => {
        if (isNarrow) await page.getByRole('button', { name: /^More for/ }).click()
        await page.getByRole(isNarrow ? 'menuitem' : 'button', { name: 'Cancel Run' }).click()
        await page.getByText('What happens next').waitFor()
      },
    },
    { name: 'run-done', path: '/billing-runs/13', stubs, act: shows('The amount has changed') },
  ]
}
