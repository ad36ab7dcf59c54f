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
  await row.getByText('-', { exact: true }).first().waitFor()
  await row.getByText('Not sent', { exact: true }).waitFor()
  await snapshots.confirm(name, 'Create Invoice in ERP', 'Create Invoice', 'The invoice has been created successfully!')
  const link = row.getByRole('link', { name: 'View in ERP »' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/app\/invoice\?txnId=\d+$/)
  await row.getByText('Open', { exact: true }).waitFor()
  await row.getByText('Sent', { exact: true }).waitFor()
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

journey(
  'what fails or happens in the accounting system is shown, and nothing is replaced unasked',
  async ({ program, visitor }) => {
    const office = await openOffice(program, 'Gannet', roleIds.accountManager)
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
    const shows = (state: string) => row.getByText(state, { exact: true }).waitFor()
    await snapshots.confirm(
      name,
      'Create Invoice in ERP',
      'Create Invoice',
      'The invoice has been created successfully!',
    )
    await shows('Sent')
    const books = new Books(await row.getByRole('link', { name: 'View in ERP »' }).getAttribute('href'))

    // A failure, its reason, and another try: nothing was written.
    await snapshots.confirm(
      name,
      'Regenerate Snapshot',
      'Regenerate Snapshot',
      'The snapshot has been regenerated successfully!',
    )
    await shows('Out of date')
    await books.fail()
    await snapshots.rowAction(name, 'Update Invoice in ERP')
    const refused = await snapshots.panel('Update Invoice')
    await refused.press('Update Invoice')
    await refused.root.getByRole('alert').waitFor()
    await refused.press('Cancel')
    await visitor.page.reload()
    await shows('Failed')
    await books.recover()
    await snapshots.rowAction(name, 'Update Invoice in ERP')
    const again = await snapshots.panel('Update Invoice')
    await again.press('Update Invoice')
    await snapshots.noticed('The invoice has been updated successfully!')
    await shows('Sent')

    // Somebody edits it over there.
    await books.act('edit', { Memo: 'Purchase order 2291' })
    await snapshots.rowAction(name, 'Sync Payment Status')
    await shows('Changed in the ERP')
    await snapshots.rowAction(name, 'Update Invoice in ERP')
    const update = await snapshots.panel('Update Invoice')
    await update.press('Update Invoice')
    const question = await snapshots.panel('Changed in the ERP')
    await question.root.getByText(/^Purchase order 2291 in the ERP, becomes /).waitFor()
    await visitor.look('changed in the ERP')
    await question.press('Replace It')
    await snapshots.noticed('The invoice has been updated successfully!')
    await shows('Sent')

    // Somebody deletes it over there.
    await books.act('delete')
    await snapshots.rowAction(name, 'Sync Payment Status')
    await shows('Deleted in the ERP')
    await visitor.look('deleted in the ERP')
    await snapshots.rowAction(name, 'Create Invoice in ERP')
    const anew = await snapshots.panel('Create Invoice')
    await anew.root.getByText(/was deleted in the ERP. A new one is created/).waitFor()
    await anew.press('Create Invoice')
    await shows('Sent')
  },
)

/** The sandbox behind the account, as its own users and its control page act on it. */
class Books {
  private readonly origin: string
  private readonly id: string | null

  constructor(address: string | null) {
    const page = new URL(address ?? '')
    this.origin = page.origin
    this.id = page.searchParams.get('txnId')
  }

  async fail(): Promise<void> {
    const fault = { System: 'quickbooks', Effect: { Kind: 'status', Status: 500 } }
    await this.post('faults', fault)
  }

  async recover(): Promise<void> {
    await fetch(`${this.origin}/control/faults`, { method: 'DELETE' })
  }

  async act(Action: string, facts: object = {}): Promise<void> {
    await this.post('documents', { System: 'quickbooks', Kind: 'invoice', Id: this.id, Action, ...facts })
  }

  private async post(what: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.origin}/control/${what}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(204)
  }
}
