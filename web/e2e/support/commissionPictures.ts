/** The pictures of commission statements, of the page that prints one, and of the commission run. */
import type { Page } from 'playwright-core'
import { commissionStubs } from './commissionStubs'
import type { Picture } from './pictures'
import type { Stubs } from './served'

const nothing = { Value: { Data: [], TotalRecords: 0, TotalPages: 0 } }
const shows = (text: string) => async (page: Page) => {
  await page.getByText(text).first().waitFor()
}
const listed = shows('Redwood Rule - October 2026')

export function commissionPictures(signedIn: Stubs): Picture[] {
  const stubs = { ...signedIn, ...commissionStubs }
  const list = '/commission/snapshots'
  const run = '/commission/runs?period=2026-10'
  const print = '/commission/statements/317/pdf/render'
  const openLine = async (page: Page) => {
    await page.getByRole('button', { name: 'Individual Plan membership' }).first().click()
    await page.getByText('Who is billed on it').first().waitFor()
  }
  const menu = async (page: Page, action: string) => {
    await listed(page)
    await page.getByRole('button', { name: 'Actions for Redwood Rule - October 2026' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
    await page.getByText('What happens next').waitFor()
  }
  return [
    { name: 'statements', path: list, stubs, act: listed },
    { name: 'statements-dark', path: list, stubs, act: listed, dark: true },
    {
      name: 'statements-empty',
      path: list,
      stubs: { ...stubs, 'GET /commission/snapshots': nothing },
      act: shows('No results'),
    },
    { name: 'statement-expanded', path: `${list}?row=317`, stubs, act: shows('Calder') },
    { name: 'statement', path: `${list}?panel=statement.317`, stubs, act: shows('Calder') },
    { name: 'statement-dark', path: `${list}?panel=statement.317`, stubs, act: shows('Calder'), dark: true },
    { name: 'statement-why', path: `${list}?panel=statement.317`, stubs, act: openLine },
    { name: 'statement-compare', path: `${list}?panel=statement-compare.317`, stubs, act: shows('Reconciled') },
    {
      name: 'statement-compare-open',
      path: `${list}?panel=statement-compare.317`,
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: 'Quantity' }).click()
        await page.getByText('Bluestem').first().waitFor()
      },
      dark: true,
    },
    { name: 'statement-new', path: `${list}?panel=statement-new`, stubs, act: shows('Commission Rule') },
    { name: 'statements-csv', path: `${list}?panel=statements-csv`, stubs, act: shows('Billing month') },
    { name: 'statement-bill', path: list, stubs, act: (page) => menu(page, 'Create Bill in ERP') },
    { name: 'statement-delete', path: list, stubs, act: (page) => menu(page, 'Delete') },
    { name: 'statement-print', path: print, stubs, act: shows('Payable now to') },
    { name: 'statement-print-dark', path: print, stubs, act: shows('Payable now to'), dark: true },
    { name: 'commission-run', path: run, stubs, act: shows('Coastal Rule') },
    { name: 'commission-run-dark', path: `${run}&row=6`, stubs, act: shows('more than 20 % away'), dark: true },
    {
      name: 'commission-run-chosen',
      path: run,
      stubs,
      act: async (page, isNarrow) => {
        await shows('Coastal Rule')(page)
        if (isNarrow) return
        for (const name of ['Redwood Rule', 'Northline Rule'])
          await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      },
    },
    {
      name: 'commission-run-results',
      path: run,
      stubs,
      act: async (page) => {
        await page.getByRole('button', { name: /^Create 2 statements/ }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Create 2 statements' }).click()
        await page.getByText('1 statement created, 1 not.').waitFor()
      },
    },
  ]
}
