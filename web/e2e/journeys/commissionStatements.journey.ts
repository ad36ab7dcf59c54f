/** What a broker is paid: from a rule to a statement, why it comes to its amount, its files, its bill in the ERP, and what the broker sees of it. */
import { expect } from 'vitest'
import { SnapshotsPage } from '../pages/BillsPages'
import { CommissionRunPage, StatementsPage } from '../pages/CommissionPages'
import { CommissionRulesPage } from '../pages/CommissionRulesPage'
import { Gate } from '../pages/Gate'
import { PlansPage } from '../pages/PlansPage'
import { Screen } from '../pages/Screen'
import { journey } from '../support/journey'
import { thisMonth } from '../support/months'
import { addInsured, openOffice, roleIds } from '../support/office'
import { textOfPdf } from '../support/pdf'

const plan = 'Perranporth Medical'
const line = 'Medical PEPM'
const rule = 'Perranporth Rule'
const statement = `${rule} - ${thisMonth()}`
/** The payee has the name of the broker, so that the broker reads its statements. */
const payee = 'Perranporth Advisors'
/** One member at a payout of 1.50, and what is added by hand. */
const paid = '$1.50'
const reason = 'Bonus for a first member'
const amount = '$4.00'
const [month = '', year = ''] = thisMonth().split(' ')

journey(
  'a commission statement is made, explained, billed once and shown to its broker',
  async ({ program, visitor, another }) => {
    const office = await openOffice(program, 'Perranporth', roleIds.brokerAdministrator)
    await new Gate(visitor).signIn('dana.reyes@demo.example')
    await addInsured(program, office)
    await visitor.page.goto(`${office.at}/billing/plans`)
    const erp = { account: 'Demonstration Books', term: 'harbor', customer: 'Harborline Logistics', terms: 'Net 30' }
    await new PlansPage(visitor).create(plan, { name: line, pricingOption: /Standard Pricing/ }, erp)
    await visitor.page.goto(`${office.at}/billing/snapshots`)
    const snapshots = new SnapshotsPage(visitor)
    await snapshots.create(plan)
    const rules = new CommissionRulesPage(visitor)
    await rules.open()
    const vendor = { account: 'Demonstration Books', term: 'redwood', vendor: 'Redwood Brokerage' }
    const editor = await rules.create({ name: rule, payee, broker: office.broker, suffix: 'PRP', erp: vendor })
    await rules.chooseAllPlans(editor)
    await rules.payWithEnter(editor, /^Payout rate of Medical PEPM/, '1.50')
    await rules.adjust(editor, 'Takes off', '7.00', 'Typed by mistake', month)
    await visitor.look('adjustments of a rule')
    await rules.deleteAdjustment(editor, 'Typed by mistake')
    await rules.adjust(editor, 'Adds', '2.50', reason, month)
    await editor.close()

    const statements = new StatementsPage(visitor)
    await statements.open()
    await statements.create('Perranporth', month, year)
    await statements.row(statement).filter({ hasText: payee }).filter({ hasText: amount }).waitFor()
    await visitor.look('commission snapshots')
    await statements.expand(statement)
    await statements.page.getByRole('table', { name: 'Lines of the statement' }).waitFor()
    await visitor.look('an expanded statement')

    const panel = await statements.view(statement)
    await panel.root.getByRole('button', { name: line, exact: true }).click()
    await panel.root.getByText('Billed for the month').waitFor()
    await visitor.look('why this payout')
    await panel.root.getByRole('button', { name: reason, exact: true }).click()
    await panel.root.getByText(/^Added on .* by Dana Reyes\./).waitFor()
    await panel.root.getByRole('button', { name: /^View the invoice of/ }).click()
    const invoice = await statements.panel('View Invoice')
    await invoice.root.getByText('$21.00').first().waitFor()
    await visitor.look('the invoice of a payout')
    await invoice.close()
    await panel.tab('Compare with last month')
    expect(await statements.causes(panel)).toEqual([
      'Before | nothing was paid | $0.00',
      `New line | 1 line | +${paid}`,
      'Adjustments | 1 line | +$2.50',
      `${statement} | ${amount}`,
    ])
    await panel.press('New line')
    await visitor.look('compared with last month')
    await panel.close()

    const rows = await statements.csv(statement)
    expect(rows[0]).toContain('Statement,Payee,Rule,Billing Period,Employer,Plan,Reference,Billable Month,Quantity')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toContain('1.50')
    expect(rows[2]).toContain(`,,,${reason},${thisMonth()},,,,2.50,No,`)
    const bulk = await statements.bulkCsv(month)
    expect(bulk.some((row) => row.includes(statement))).toBe(true)
    const pdf = textOfPdf(await statements.pdf(statement))
    expect(pdf).toContain(payee)
    expect(pdf).toContain(reason)
    const paper = await statements.printed(statement)
    await paper.getByText(`Payable now to ${payee}`).waitFor()
    expect(await paper.locator('tr[data-row]').count()).toBe(2)
    await paper.getByRole('region', { name: 'Adjustments' }).getByText(reason).waitFor()
    await paper.close()

    // The snapshot names it, and leads here.
    await visitor.page.goto(`${office.at}/billing/snapshots`)
    await snapshots.expand(`${thisMonth()}, ${plan}`)
    await visitor.page.getByRole('link', { name: statement }).click()
    await (await statements.panel('Commission Statement')).close()
    await statements.confirm(
      statement,
      'Delete',
      'Delete Statement',
      'Delete Statement',
      'The commission statement has been deleted.',
    )
    await statements.row(statement).waitFor({ state: 'detached' })

    const run = new CommissionRunPage(visitor)
    await run.open()
    await run.find('Search rules and payees', 'Perranporth')
    await run.row(rule).filter({ hasText: 'Ready' }).filter({ hasText: amount }).waitFor()
    await visitor.look('a commission run')
    await run.act(rule, 'Create 1 statement', 'Create Statements')
    await run.row(rule).filter({ hasText: 'Statement made' }).waitFor()
    await visitor.look('what the run has made')
    await run.act(rule, 'Create 1 bill', 'Create Bills in ERP')
    await run.row(rule).filter({ hasText: 'Billed' }).waitFor()
    await visitor.look('what the run has billed')

    await statements.open()
    await statements.row(statement).getByText('Billed', { exact: true }).waitFor()
    await statements.button(`Actions for ${statement}`).click()
    await visitor.page.getByText('A bill exists in the ERP for this statement.').first().waitFor()
    await visitor.page.keyboard.press('Escape')

    const broker = await another()
    await new Gate(broker).signIn(office.email, office.password)
    await seesItsOwnAlone(broker)
  },
)

/** The broker's administrator reads and downloads the one that is billed, and has nothing else of the area. */
async function seesItsOwnAlone(broker: Screen['visitor']): Promise<void> {
  const own = new StatementsPage(broker)
  await own.open()
  await own.listed('1–1 of 1 statement')
  await own.row(statement).waitFor()
  await broker.look('statements of a broker')
  expect(await own.button('New Statement').count()).toBe(0)
  await own.button(`Actions for ${statement}`).click()
  expect(await broker.page.getByRole('menuitem').allTextContents()).toEqual([
    'Download CSV',
    'Download PDF',
    'Download PDF File',
  ])
  await broker.page.keyboard.press('Escape')
  expect(await own.csv(statement)).toHaveLength(3)
  const panel = await own.view(statement)
  await panel.root.getByText(plan).waitFor()
  await panel.root.getByText(reason).waitFor()
  expect(await panel.root.getByRole('button', { name: reason }).count()).toBe(0)
  expect(await panel.root.getByRole('button', { name: /View Invoice/ }).count()).toBe(0)
  await broker.look('a statement as its broker sees it')
  await panel.close()
  for (const page of ['/commission/rules', '/commission/runs']) {
    await broker.page.goto(page)
    await own.isMissing()
  }
}
