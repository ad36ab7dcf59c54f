/** Month end in bulk: what was not sent is chosen on Invoices and created in the accounting system, with a result for each. */
import { SnapshotsPage } from '../pages/BillsPages'
import { Gate } from '../pages/Gate'
import { PlansPage } from '../pages/PlansPage'
import { journey } from '../support/journey'
import { addInsured, openOffice, roleIds } from '../support/office'

const plan = 'Dental Plan'
const total = '$21.00'

journey('what was not sent is created in the accounting system at once', async ({ program, visitor }) => {
  const office = await openOffice(program, 'Turnstone', roleIds.accountManager)
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  await addInsured(program, office)
  await visitor.page.goto(`${office.at}/billing/plans`)
  const erp = { account: 'Demonstration Books', term: 'harbor', customer: 'Harborline Logistics', terms: 'Net 30' }
  await new PlansPage(visitor).create(plan, { name: 'Dental PEPM', pricingOption: /Standard Pricing/ }, erp)
  await visitor.page.goto(`${office.at}/billing/snapshots`)
  await new SnapshotsPage(visitor).create(plan)

  const { page } = visitor
  await page.goto(`${office.at}/invoices`)
  await page
    .getByRole('group', { name: 'Show invoices' })
    .getByRole('button', { name: /^Not sent/ })
    .click()
  const row = page.getByRole('row').filter({ hasText: total })
  await row.getByText('Not sent', { exact: true }).waitFor()
  await row.getByRole('checkbox').check()
  await visitor.look('invoices that were not sent, one chosen')
  await page.getByRole('button', { name: 'Create in ERP', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Create in ERP' })
  await asked.getByText('Create 1 invoice in the ERP?').waitFor()
  await asked.getByRole('button', { name: 'Create in ERP', exact: true }).click()
  await page.getByText('All 1 invoice went through.').waitFor()
  await visitor.look('results of a bulk action')
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No results match').or(page.getByText('No results to display.')).first().waitFor()
})
