/** The billing plans of a group, their editor, and their line items. */
import type { Panel } from './Panel'
import { Screen } from './Screen'

export interface NewLine {
  name: string
  /** As the group has named it. */
  pricingOption: RegExp
}

/** Where the invoices of a plan go. */
export interface ErpChoice {
  account: string
  /** What is typed to find the customer, and his name. */
  term: string
  customer: string
  terms: string
}

export class PlansPage extends Screen {
  /** Creates a plan; its editor reopens on it, so that it can be given a line item. */
  async create(name: string, line: NewLine, erp?: ErpChoice): Promise<void> {
    const panel = await this.openPanel('New Plan', 'Create Plan')
    await panel.fill({ Name: name })
    await panel.choose('Billing type', 'PEPM')
    if (erp) {
      await panel.choose('ERP account', erp.account)
      await panel.find('ERP customer', erp.term, erp.customer)
      await panel.choose('Default invoice terms', erp.terms)
    }
    await this.visitor.look('create plan')
    await panel.press('Create plan')
    await this.noticed('The billing plan has been created.')
    await this.addLine(line)
    const edited = await this.panel('Edit Plan')
    await edited.press('Close')
    await edited.closed()
  }

  /** Opens the snapshots of a plan. */
  async snapshotsOf(plan: string): Promise<Panel> {
    await this.rowAction(plan, 'View Snapshots')
    return this.panel('Invoice Snapshots')
  }

  private async addLine({ name, pricingOption }: NewLine): Promise<void> {
    const plan = await this.panel('Edit Plan')
    await plan.tab('Line Items')
    await plan.root.getByText('No line items to show.').waitFor()
    await plan.press('New Line Item')
    const line = await this.panel('New Line Item')
    await line.fill({ Name: name })
    await line.choose('Billing type', 'PEPM')
    await line.choose('Pricing option', pricingOption)
    await this.visitor.look('new line item')
    await line.press('Save line item')
    await line.closed()
    await this.noticed('The line item has been created.')
    await plan.root.getByRole('row').filter({ hasText: name }).waitFor()
    await this.visitor.look('line items of the plan')
  }
}
