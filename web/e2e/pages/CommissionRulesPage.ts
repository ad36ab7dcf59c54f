/** The commission rules: their editor, the plan lines they pay on, and the payout rates. */
import type { Locator } from 'playwright-core'
import { Panel } from './Panel'
import { Screen } from './Screen'

export interface NewRule {
  name: string
  payee: string
  broker: string
  suffix?: string
  /** The ERP account, what is typed to find the vendor there, and its name. */
  erp?: { account: string; term: string; vendor: string }
}

const editor = 'Commission Rule'

export class CommissionRulesPage extends Screen {
  async open(): Promise<void> {
    await this.entry('Commission').click()
    await this.heading('Commission Rules').waitFor()
  }

  /** Creates a rule; its editor goes on with the rule that was made. */
  async create({ name, payee, broker, suffix = '', erp }: NewRule): Promise<Panel> {
    const panel = await this.openPanel('New Rule', editor)
    await panel.fill({ Name: name, Payee: payee, 'Bill number suffix': suffix })
    await panel.choose('Broker', broker)
    if (erp) {
      await panel.choose('ERP account', erp.account)
      await panel.find('ERP vendor', erp.term, erp.vendor)
    }
    await this.visitor.look('new rule')
    await panel.press('Create rule')
    await this.noticed('The commission rule has been created.')
    await panel.root.getByRole('tab', { name: 'Billing Plans' }).waitFor()
    return panel
  }

  /** Chooses all lines that are offered. */
  async chooseAllPlans(panel: Panel): Promise<void> {
    await panel.tab('Billing Plans')
    await panel.press('Select Billing Plans')
    const picker = new Panel(this.page, 'Select Billing Plans')
    const boxes = picker.root.getByRole('checkbox')
    await boxes.first().waitFor()
    for (const box of await boxes.all()) if (!(await box.isChecked())) await box.check()
    await this.visitor.look('select billing plans')
    await picker.press('Confirm')
    await picker.closed()
    await this.noticed('The plans for this commission rule have been updated.')
  }

  /** Adds an adjustment to the rule, or takes an amount off; it counts from this month on. */
  async adjust(panel: Panel, sign: 'Adds' | 'Takes off', amount: string, reason: string, month: string): Promise<void> {
    await panel.tab('Adjustments')
    await panel.press('Add Adjustment')
    const adding = new Panel(this.page, 'Add Adjustment')
    await adding.pick('What it does to the payout', sign)
    await adding.fill({ Amount: amount, Reason: reason })
    await adding.root.getByRole('button', { name: 'Counts from' }).click()
    await this.page.getByRole('button', { name: month.slice(0, 3), exact: true }).click()
    await this.visitor.look('add adjustment')
    await adding.press('Add Adjustment')
    await adding.closed()
    await this.noticed('The adjustment has been added.')
    await panel.root.getByRole('row', { name: reason }).getByText('In no statement yet').waitFor()
  }

  /** Deletes an adjustment that no statement has. */
  async deleteAdjustment(panel: Panel, reason: string): Promise<void> {
    await panel.root.getByRole('button', { name: `Actions for ${reason}` }).click()
    await this.page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = new Panel(this.page, 'Delete Adjustment')
    await this.visitor.look('delete adjustment')
    await question.press('Delete Adjustment')
    await question.closed()
    await this.noticed('The adjustment has been deleted.')
    await panel.root.getByRole('row', { name: reason }).waitFor({ state: 'detached' })
  }

  payout(panel: Panel, line: string | RegExp): Locator {
    return panel.root.getByRole('textbox', { name: line })
  }

  /** Types a payout and saves it with Enter. */
  async payWithEnter(panel: Panel, line: RegExp, amount: string): Promise<void> {
    await this.payout(panel, line).fill(amount)
    await this.payout(panel, line).press('Enter')
    await this.noticed('The payout rate has been updated')
  }
}
