/** Month end in bulk: what was not sent is chosen on Invoices and created in the accounting system, with a result for each. */
import { expect } from 'vitest'
import { SnapshotsPage } from '../pages/BillsPages'
import { Gate } from '../pages/Gate'
import { ListScreen } from '../pages/ListScreen'
import { PlansPage } from '../pages/PlansPage'
import { journey } from '../support/journey'
import { addInsured, openOffice, roleIds } from '../support/office'

const plans = ['Dental Plan', 'Vision Plan']
/** One member on each plan. */
const total = '$21.00'
const both = '$42.00'

journey('what was not sent is created in the accounting system at once', async ({ program, visitor }) => {
  const office = await openOffice(program, 'Turnstone', roleIds.accountManager)
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  await addInsured(program, office)
  const erp = { account: 'Demonstration Books', term: 'harbor', customer: 'Harborline Logistics', terms: 'Net 30' }
  for (const plan of plans) {
    await visitor.page.goto(`${office.at}/billing/plans`)
    await new PlansPage(visitor).create(plan, { name: `${plan} PEPM`, pricingOption: /Standard Pricing/ }, erp)
    await visitor.page.goto(`${office.at}/billing/snapshots`)
    await new SnapshotsPage(visitor).create(plan)
  }

  const { page } = visitor
  const list = new ListScreen(visitor)
  await page.goto(`${office.at}/invoices`)
  const notSent = page.getByRole('group', { name: 'Show invoices' }).getByRole('button', { name: /^Not sent/ })
  await notSent.filter({ hasText: both }).filter({ hasText: '2 invoices' }).click()
  const rows = list.rows.filter({ hasText: total })
  await rows.getByText('Not sent', { exact: true }).nth(1).waitFor()
  for (const row of await rows.all()) await row.getByRole('checkbox').check()
  await visitor.look('invoices that were not sent, chosen')
  await page.getByRole('button', { name: 'Create in ERP', exact: true }).click()
  const asked = await list.panel('Create in ERP')
  await asked.root.getByText('Create 2 invoices in the ERP?').waitFor()
  await asked.root.getByText(both).waitFor()
  await visitor.look('what is asked before a bulk action')
  await asked.press('Create in ERP')
  await page.getByText('All 2 invoices went through.').waitFor()
  await visitor.look('results of a bulk action')
  const results = await list.panel('Create in ERP')
  expect(await results.root.getByText('Done', { exact: true }).count()).toBe(plans.length)
  await results.close()

  // None is left to send; both stand in the accounting system.
  await page.getByText('No results to display.').waitFor()
  await notSent.filter({ hasText: '$0.00' }).click()
  await rows.getByRole('link', { name: 'View in ERP »' }).nth(1).waitFor()
  await visitor.look('invoices that were sent')
})
