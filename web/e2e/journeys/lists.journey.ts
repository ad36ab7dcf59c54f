/** What all lists share: rows that open, columns that have room, files, and saved views. */
import { expect } from 'vitest'
import { Gate } from '../pages/Gate'
import { ListScreen } from '../pages/ListScreen'
import { journey } from '../support/journey'

const lists = [
  '/employers',
  '/members',
  '/users',
  '/brokers',
  '/census-files',
  '/audit',
  '/invoices',
  '/billing-runs',
  '/settings/api-services',
  '/settings/api-tokens',
  '/commission/rules',
  '/commission/snapshots',
]
const listsOfGroup = [
  'members',
  'census-files',
  'invoices',
  'billing/plans',
  'billing/snapshots',
  'billing/pricing',
  'billing/pricing-groups',
]

/** At most so many of the cells of a list may be cut at 1440 pixels. */
const cutAtMost = 0.1

journey('each list shows its cells whole and gives what it shows as a file', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const screen = new ListScreen(visitor)
  await screen.open('/employers')
  const group = (await screen.page.getByRole('link', { name: 'Harborline Logistics' }).getAttribute('href')) ?? ''
  for (const address of [...lists, ...listsOfGroup.map((list) => `${group}/${list}`)]) {
    await screen.open(address)
    const { all, cut } = await screen.cells()
    expect(cut.length, `${address} cuts ${cut.slice(0, 5).join(' | ')}`).toBeLessThanOrEqual(all * cutAtMost)
    if (all === 0) continue
    const [heads = ''] = await screen.csv()
    expect(heads.split(','), address).toEqual(await screen.heads())
  }
})

journey('a view of a list is saved by name, opened again and deleted', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const screen = new ListScreen(visitor)
  const { page } = screen
  await screen.open('/employers')
  await screen.button('Columns').click()
  await page.getByRole('checkbox', { name: 'Termination Date' }).click()
  await visitor.look('columns')
  await page.keyboard.press('Escape')
  await screen.open('/employers?q=juniper&sort=Name&desc=1')
  expect(await screen.heads()).not.toContain('Termination Date')
  const [, first] = await screen.csv()
  await screen.button('Views').click()
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('Juniper')
  await screen.button('Save View').click()
  await page.getByRole('button', { name: 'Juniper', exact: true }).waitFor()
  await visitor.look('views')

  await screen.open('/employers')
  await screen.button('Columns').click()
  await screen.button('Reset columns, order and size').click()
  await screen.button('Views').click()
  await page.getByRole('button', { name: 'Juniper', exact: true }).click()
  await page.getByRole('searchbox').and(page.locator('[value="juniper"]')).waitFor()
  await expect.poll(() => screen.heads()).not.toContain('Termination Date')
  expect((await screen.csv())[1]).toBe(first)
  await screen.button('Views').click()
  await screen.button('Delete view Juniper').click()
  await page.getByText('No views are saved yet.').waitFor()
  await page.keyboard.press('Escape')

  // A click beside the name opens the row.
  await page
    .getByRole('row', { name: /^Copperline/ })
    .getByText('Juniper Benefit Advisors')
    .click()
  await screen.heading('Copperline Electric Co-op').waitFor()
})
