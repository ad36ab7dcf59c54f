/** The month of all plans at once: drafts, approval, and from there to the snapshot, its explanation, the invoice and its PDF. */
import { expect } from 'vitest'
import { InvoicesPage, SnapshotsPage, WhyPanel } from '../pages/BillsPages'
import { Gate } from '../pages/Gate'
import { PlansPage } from '../pages/PlansPage'
import { RunsPage } from '../pages/RunsPage'
import { journey } from '../support/journey'
import { thisMonth } from '../support/months'
import { addInsured, openOffice, roleIds } from '../support/office'
import { textOfPdf } from '../support/pdf'

const plan = 'Ravenscar Medical'
const total = '$21.00'

journey('a billing run leads from drafts to invoices', async ({ program, visitor }) => {
  const office = await openOffice(program, 'Ravenscar', roleIds.accountManager)
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  await addInsured(program, office)
  await visitor.page.goto(`${office.at}/billing/plans`)
  const erp = { account: 'Demonstration Books', term: 'harbor', customer: 'Harborline Logistics', terms: 'Net 30' }
  await new PlansPage(visitor).create(plan, { name: 'Medical PEPM', pricingOption: /Standard Pricing/ }, erp)

  const runs = new RunsPage(visitor)
  await runs.go('Billing Runs')
  await visitor.look('billing runs')
  await runs.start()
  await visitor.look('drafts of a month')
  await runs.findPlan(plan)
  const row = runs.row(plan)
  await row.filter({ hasText: total }).filter({ hasText: 'Draft' }).waitFor()
  await runs.expand(`${plan}, ${office.group}`)
  await visitor.look('a draft')
  await runs.approveAndCreate(`${plan}, ${office.group}`, `Create 1 snapshot of ${total} for ${thisMonth()}?`)
  await row.filter({ hasText: /Sent/ }).waitFor()
  await runs.page.getByText('Done', { exact: true }).first().waitFor()
  await visitor.look('what a run has created')

  await row.getByRole('link', { name: plan }).click()
  const snapshots = new SnapshotsPage(visitor)
  await snapshots.row(thisMonth()).filter({ hasText: total }).getByRole('link', { name: 'View in ERP »' }).waitFor()
  const explained = new WhyPanel(visitor)
  const why = await explained.open()
  await why.tab('Members')
  await why.root.getByText('Brandt, Ottilie').waitFor()
  await why.close()

  await visitor.page.goto(`${office.at}/invoices`)
  const invoices = new InvoicesPage(visitor)
  const viewer = await invoices.view()
  await viewer.root.getByRole('link', { name: 'Pay Invoice' }).waitFor()
  const pdf = textOfPdf(await invoices.download(viewer))
  for (const text of ['Net 30', `Total due\n${total}`]) expect(pdf).toContain(text)
})
