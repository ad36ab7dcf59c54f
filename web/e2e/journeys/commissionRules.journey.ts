/** A commission rule from its making to its rates: plans picked, payouts by Enter, by the All button and in bulk, and what they leave. */
import { expect } from 'vitest'
import { CommissionRulesPage } from '../pages/CommissionRulesPage'
import { Gate } from '../pages/Gate'
import { PlansPage } from '../pages/PlansPage'
import { Panel } from '../pages/Panel'
import { journey } from '../support/journey'
import { openOffice, roleIds } from '../support/office'

const saved = 'The plans for this commission rule have been updated.'

journey('an administrator pays two payees on the lines of a broker', async ({ program, visitor }) => {
  const office = await openOffice(program, 'Wrenfield', roleIds.accountManager)
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  for (const [plan, line] of [
    ['Dental Plan', 'Dental PEPM'],
    ['Vision Plan', 'Vision PEPM'],
  ] as const) {
    await visitor.page.goto(`${office.at}/billing/plans`)
    await new PlansPage(visitor).create(plan, { name: line, pricingOption: /Standard Pricing/ })
  }

  const rules = new CommissionRulesPage(visitor)
  await rules.open()
  await rules.row('Redwood Brokerage').first().waitFor()
  await visitor.look('rules')
  const panel = await rules.create({
    name: 'Wrenfield Rule',
    payee: 'Wrenfield Brokerage',
    broker: office.broker,
    suffix: 'WRN',
    erp: { account: 'Demonstration Books', term: 'redwood', vendor: 'Redwood Brokerage' },
  })
  await visitor.look('details of the rule')
  await rules.chooseAllPlans(panel)

  const dental = /^Payout rate of Dental PEPM/
  const vision = /^Payout rate of Vision PEPM/
  await rules.payWithEnter(panel, dental, '2.25')
  await expect.poll(() => rules.payout(panel, dental).inputValue()).toBe('$2.25')

  await rules.payout(panel, /^Payout rate of all lines/).fill('1')
  await panel.root.getByRole('button', { name: /^All lines of/ }).click()
  await rules.noticed(saved)
  await expect.poll(() => rules.payout(panel, vision).inputValue()).toBe('$1.00')

  await rules.payout(panel, dental).fill('1.50')
  await rules.payout(panel, vision).fill('99')
  await panel.root.getByText('1 line pays more than it bills').waitFor()
  await visitor.look('payouts above the rate')
  await panel.press('Save 2 rates')
  await rules.noticed(saved)
  await expect.poll(() => rules.payout(panel, vision).inputValue()).toBe('$99.00')

  await panel.root.getByRole('button', { name: /^Rates of Dental PEPM/ }).click()
  const history = new Panel(visitor.page, 'Payout Rates')
  await history.root.getByText('$2.25').waitFor()
  await history.root.getByText('In force', { exact: true }).waitFor()
  await visitor.look('history of a rate')
  await history.close()
  await panel.close()

  await rules.search('Search rules', 'wrenfield')
  await rules.listed('1–1 of 1 rule')
  await rules.expand('Wrenfield Rule')
  await rules.page.getByRole('region', { name: 'Line-Item Rules' }).getByText('Vision PEPM').waitFor()
  await visitor.look('line-item rules')

  const second = await rules.create({ name: 'Wrenfield Share', payee: 'Keystone', broker: office.broker })
  await rules.chooseAllPlans(second)
  await second.root.getByText('1 payee · $99.00').waitFor()
  await rules.payWithEnter(second, dental, '0.25')
  await second.close()
  await rules.rowAction('Wrenfield Rule', 'Manage Plans')
  await panel.root.getByText('1 payee · $0.25').waitFor()
  await visitor.look('two payees on a line')
  await panel.close()
})
