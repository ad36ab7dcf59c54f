/** The main job from end to end: a broker, a group, a plan; a census file in, its people on the bill, and the invoice as a PDF. */
import { expect } from 'vitest'
import { InvoicesPage, SnapshotsPage } from '../pages/BillsPages'
import { BrokersPage } from '../pages/BrokersPage'
import { CensusPage } from '../pages/CensusPage'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { MembersPage } from '../pages/MembersPage'
import { PlansPage } from '../pages/PlansPage'
import { census } from '../support/census'
import { journey } from '../support/journey'
import { firstOfThisMonth, thisMonth } from '../support/months'
import { textOfPdf } from '../support/pdf'

const broker = 'Saltmarsh Benefit Partners'
const group = 'Pelican Point Shipwrights'
const plan = 'Medical Plan'
const line = 'Virtual Care PEPM'
const file = 'pelican-point.csv'

/** Three employees at $12.35; the spouse of one of them is a member and is not billed. */
const people = census([
  ['E-101', 'Primary', 'Ansel', 'Bright', '02/11/1979', 'F-1'],
  ['E-101-S', 'Dependent', 'Imke', 'Bright', '07/30/1981', 'F-1'],
  ['E-102', 'Primary', 'Rosalind', 'Okafor', '09/03/1990', 'F-2'],
  ['E-103', 'Primary', 'Teodor', 'Vance', '12/24/1966', 'F-3'],
])
const total = '$37.05'

journey('a census file in, an invoice PDF out', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const brokers = new BrokersPage(visitor)
  await brokers.open()
  await brokers.create(broker)

  const groups = new GroupsPage(visitor)
  await groups.open()
  await groups.create({ name: group, broker, effective: firstOfThisMonth(), rate: '12.35' })
  await groups.openGroup(group)
  await visitor.look('new group')
  const page = new GroupPage(visitor)
  await page.openBilling(group, 'Pricing Options')
  await page.row(`${group} Standard Pricing`).filter({ hasText: '$12.35' }).waitFor()
  await visitor.look('pricing options')
  await page.openBilling(group, 'Pricing Groups')
  await page.row(`${group} Standard Pricing`).filter({ hasText: 'Default' }).filter({ hasText: '$12.35' }).waitFor()
  await visitor.look('pricing groups')
  await page.openBilling(group, 'Billing Plans')
  await new PlansPage(visitor).create(plan, { name: line, pricingOption: new RegExp(`${group} Standard Pricing`) })
  await visitor.look('billing plans')

  await page.openTab(group, 'Census Files')
  const files = new CensusPage(visitor)
  await files.upload({ name: file, content: people }, firstOfThisMonth())
  await files.openFile(file)
  await files.isDone('Map Data', 'Columns are mapped')
  await visitor.look('file is mapped')
  await files.runTask('Validate Data', '4 valid, 0 invalid')
  await files.runTask('Match Employees', '0 matched, 4 new')
  await files.runTask('Inspect Data', '4 rows looked at')
  await visitor.look('file is inspected')
  await files.process(file, '4 rows processed')
  await visitor.look('file is processed')

  await groups.open()
  await groups.openGroup(group)
  await page.openTab(group, 'Members')
  const members = new MembersPage(visitor)
  await members.listed('1–4 of 4 members')
  await expect
    .poll(() => members.names())
    .toEqual(['Bright, Ansel', 'Bright, ImkeDependent of Ansel', 'Okafor, Rosalind', 'Vance, Teodor'])
  await members.expand('Rosalind Okafor')
  await visitor.look('members')

  await page.openBilling(group, 'Billing Snapshots')
  const snapshots = new SnapshotsPage(visitor)
  await snapshots.create(plan)
  await snapshots.row(thisMonth()).filter({ hasText: plan }).filter({ hasText: total }).waitFor()
  await snapshots.expand(`${thisMonth()}, ${plan}`)
  await visitor.look('billing snapshots')

  await page.openTab(group, 'Invoices')
  const invoices = new InvoicesPage(visitor)
  await invoices.row(thisMonth()).filter({ hasText: total }).waitFor()
  await visitor.look('invoices')
  const viewer = await invoices.view()
  await invoices.members(viewer, line, ['Bright, Ansel', 'Okafor, Rosalind', 'Vance, Teodor'])
  await visitor.look('invoice')
  const pdf = textOfPdf(await invoices.download(viewer))
  for (const text of [
    group,
    `${thisMonth()}\n${line}`,
    `3\n$12.35\n${total}`,
    `Draft total, not to be paid yet\n${total}`,
  ])
    expect(pdf).toContain(text)
})
