/** A bill in the accounting system: the plan leads there, its snapshot becomes an invoice once, is updated, and its payment is asked for. */
import { expect } from 'vitest'
import { InvoicesPage, SnapshotsPage } from '../pages/BillsPages'
import { Gate } from '../pages/Gate'
import { PlansPage } from '../pages/PlansPage'
import { journey } from '../support/journey'
import { thisMonth } from '../support/months'
import { addInsured, openOffice, roleIds } from '../support/office'
import { textOfPdf } from '../support/pdf'

const plan = 'Dental Plan'
const total = '$21.00'

journey('a snapshot becomes an invoice in the accounting system', async ({ program, visitor }) => {
  const office = await openOffice(program, 'Skerryvore', roleIds.accountManager)
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  await addInsured(program, office)
  await visitor.page.goto(`${office.at}/billing/plans`)
  const erp = { account: 'Demonstration Books', term: 'harbor', customer: 'Harborline Logistics', terms: 'Net 30' }
  await new PlansPage(visitor).create(plan, { name: 'Dental PEPM', pricingOption: /Standard Pricing/ }, erp)

  await visitor.page.goto(`${office.at}/billing/snapshots`)
  const snapshots = new SnapshotsPage(visitor)
  await snapshots.create(plan)
  const name = `${thisMonth()}, ${plan}`
  const row = snapshots.row(thisMonth()).filter({ hasText: total })
  await row.getByText('-', { exact: true }).waitFor()
  await snapshots.confirm(name, 'Create Invoice in ERP', 'Create Invoice', 'The invoice has been created successfully!')
  const link = row.getByRole('link', { name: 'View in ERP »' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/invoice\?txnId=\d+$/)
  await row.getByText('Open', { exact: true }).waitFor()
  await visitor.look('invoice in the ERP')

  await snapshots.confirm(
    name,
    'Regenerate Snapshot',
    'Regenerate Snapshot',
    'The snapshot has been regenerated successfully!',
  )
  await row.getByText('Out of date').waitFor()
  await snapshots.confirm(name, 'Update Invoice in ERP', 'Update Invoice', 'The invoice has been updated successfully!')
  await row.getByText('Out of date').waitFor({ state: 'detached' })
  await snapshots.rowAction(name, 'Sync Payment Status')
  await snapshots.noticed('The payment status has been synced.')
  await row.getByText('Open', { exact: true }).waitFor()

  await visitor.page.goto(`${office.at}/billing/plans`)
  const ofPlan = await new PlansPage(visitor).snapshotsOf(plan)
  await ofPlan.root.getByRole('row').filter({ hasText: total }).getByText('Open', { exact: true }).waitFor()
  await visitor.look('snapshots of the plan')
  await ofPlan.press(thisMonth())
  await ofPlan.press('See members')
  await ofPlan.root.getByText('Brandt, Ottilie').waitFor()
  await visitor.look('members of a snapshot')
  await ofPlan.press('Back')

  await visitor.page.goto(`${office.at}/invoices`)
  const invoices = new InvoicesPage(visitor)
  const number = await invoices.markCommissionPaid()
  await invoices.row(number).getByText('Commission: Paid').waitFor()
  const viewer = await invoices.view()
  await viewer.root.getByRole('link', { name: 'Pay Invoice' }).waitFor()
  await viewer.root.getByRole('link', { name: 'View in ERP »' }).waitFor()
  await visitor.look('invoice in the ERP, viewed')
  const pdf = textOfPdf(await invoices.download(viewer))
  for (const text of ['Net 30', `Total due\n${total}`]) expect(pdf).toContain(text)
})
