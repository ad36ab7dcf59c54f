/** Two months of a plan: people come and go, one of them back-dated, and the bill says to the cent why it is another. */
import { expect } from 'vitest'
import { InvoicesPage, SnapshotsPage, WhyPanel } from '../pages/BillsPages'
import { CensusPage } from '../pages/CensusPage'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { MembersPage } from '../pages/MembersPage'
import { PlansPage } from '../pages/PlansPage'
import { census } from '../support/census'
import { journey } from '../support/journey'
import { firstOfLastMonth, firstOfThisMonth, nameOfLastMonth, thisMonth, today } from '../support/months'

const group = 'Tern Hollow Boatyard'
const plan = 'Tern Medical'
const line = 'Virtual Care PEPM'

const odile = ['TH-1', 'Primary', 'Odile', 'Farrant', '02/11/1979', 'F-1']
const bertram = ['TH-2', 'Primary', 'Bertram', 'Yardley', '09/03/1990', 'F-2']
const solveig = ['TH-3', 'Primary', 'Solveig', 'Amory', '12/24/1966', 'F-3']
const evander = ['TH-4', 'Primary', 'Evander', 'Quill', '05/05/1985', 'F-4']

journey('a bill says why it is another than last month', async ({ visitor }) => {
  const { month, year } = nameOfLastMonth()
  const before = `${month} ${year}`
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const groups = new GroupsPage(visitor)
  await groups.open()
  await groups.create({
    name: group,
    code: 'TERN-HOLLOW',
    broker: 'Juniper Benefit Advisors',
    effective: firstOfLastMonth(),
    rate: '10.00',
  })
  await groups.openGroup(group)
  const page = new GroupPage(visitor)
  await page.openBilling(group, 'Billing Plans')
  await new PlansPage(visitor).create(plan, { name: line, pricingOption: new RegExp(`${group} Standard Pricing`) })
  const files = new CensusPage(visitor)
  await page.openTab(group, 'Census Files')
  await files.import(
    { name: 'tern-first.csv', content: census([odile, bertram, solveig]) },
    firstOfLastMonth(),
    '3 rows processed',
  )
  const snapshots = new SnapshotsPage(visitor)
  await groups.open()
  await groups.openGroup(group)
  await page.openBilling(group, 'Billing Snapshots')
  await snapshots.create(plan, { month, year })
  await snapshots.row(before).filter({ hasText: '$30.00' }).waitFor()

  // Bertram is ended by hand back to last month, Solveig is not in the new file, Evander is new in it.
  await page.openTab(group, 'Members')
  await new MembersPage(visitor).change(
    'Bertram Yardley',
    'Terminate Member',
    `Bertram Yardley becomes In-Active immediately, as of ${firstOfLastMonth()}.`,
    firstOfLastMonth(),
  )
  await page.openTab(group, 'Census Files')
  // One of two active members ends, so the guard of small groups waits for a yes.
  await files.import(
    { name: 'tern-second.csv', content: census([odile, evander]) },
    firstOfThisMonth(),
    '1 row processed, 1 stood already, 1 absent',
    1,
  )
  await groups.open()
  await groups.openGroup(group)
  await page.openBilling(group, 'Billing Snapshots')
  await snapshots.create(plan)
  await snapshots.row(thisMonth()).filter({ hasText: '$10.00' }).waitFor()
  await snapshots.expand(`${thisMonth()}, ${plan}`)

  const explained = new WhyPanel(visitor)
  const why = await explained.open()
  const inBefore = thisMonth().endsWith(year) ? month : before
  expect(await explained.causes(why)).toEqual([
    `${before} | 3 members | $30.00`,
    'Joined | 1 member × $10.00 | +$10.00',
    'Left | 2 members × $10.00 | −$20.00',
    'Rate changes | none | $0.00',
    `Credits | 1 now, 0 in ${inBefore} | −$10.00`,
    `${thisMonth()} | 2 members | $10.00`,
  ])
  await why.press('Left')
  const left = why.root.getByRole('region', { name: /^Left/ })
  await left
    .getByRole('row')
    .filter({ hasText: 'Yardley, Bertram' })
    .filter({ hasText: 'Dana Reyes, by hand' })
    .waitFor()
  await left
    .getByRole('row')
    .filter({ hasText: 'Amory, Solveig' })
    .filter({ hasText: /File .{8}, absent/ })
    .waitFor()
  await why.press('Credits')
  await why.root.getByText(`was billed, then ended back-dated on ${today()}`).waitFor()
  await visitor.look('why this amount')
  await why.press('Joined')
  await why.root
    .getByRole('region', { name: /^Joined/ })
    .getByRole('row')
    .filter({ hasText: 'Quill, Evander' })
    .filter({ hasText: /File .{8}, row 2/ })
    .waitFor()
  await why.tab('Members')
  await why.root.getByRole('region', { name: 'Everybody on the bill' }).getByRole('row').nth(3).waitFor()
  await visitor.look('everybody on the bill')
  const rows = await explained.export(why)
  expect(rows.map((row) => row.split(',')[0]?.replace('\u{feff}', ''))).toEqual([
    'Cause',
    'Earlier total',
    'Joined',
    'Left',
    'Left',
    'Credits',
    'This total',
  ])
  await why.tab('Lines')
  await why.press(line)
  await why.root.getByText('Farrant, Odile').waitFor()
  await visitor.look('lines of the bill')
  await why.close()

  await page.openTab(group, 'Invoices')
  const invoices = new InvoicesPage(visitor)
  await invoices.row(thisMonth()).filter({ hasText: '$10.00' }).waitFor()
  await invoices.view()
  const again = await explained.open()
  expect(await explained.causes(again)).toHaveLength(6)
  await visitor.look('why this invoice')
})
