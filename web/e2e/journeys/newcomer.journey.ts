/**
 * The main job as somebody does it who sees the portal for the first time, from a broker to the billing run: the clicks are counted. Each
 * page is reached by what the page before offers, and by no address; fields are filled by typing.
 */
import { expect } from 'vitest'
import { InvoicesPage, SnapshotsPage, WhyPanel } from '../pages/BillsPages'
import { BrokersPage } from '../pages/BrokersPage'
import { CensusPage } from '../pages/CensusPage'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { MembersPage } from '../pages/MembersPage'
import { RunsPage } from '../pages/RunsPage'
import { census } from '../support/census'
import { journey } from '../support/journey'
import { firstOfThisMonth, thisMonth } from '../support/months'
import type { Visitor } from '../support/visitor'

/** What the whole job may take. */
const allowed = 45
/** Choosing a file in the dialog of the browser: the field, the file, Open. */
const choosingAFile = 3

const broker = 'Kestrel Benefit Partners'
const group = 'Kittiwake Boatyard'
const plan = 'Kittiwake Medical'
const line = 'Virtual Care PEPM'
const file = 'kittiwake.csv'
const total = '$300.00'

const surnames = ['Abbott', 'Brandt', 'Castillo', 'Dvorak', 'Ellison', 'Farrow', 'Greaves', 'Holm', 'Ibarra', 'Jessop']
const givenNames = ['Marta', 'Owen', 'Priya']
/** Thirty employees at $10.00. */
const people = census(
  surnames.flatMap((surname, at) =>
    givenNames.map((name, of) => {
      const number = String(100 + at * givenNames.length + of)
      return [`K-${number}`, 'Primary', name, surname, `0${1 + of}/1${at % 10}/19${60 + at}`, `KF-${number}`]
    }),
  ),
)

journey('the main job takes a newcomer at most 45 clicks', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const steps: Record<string, number> = {}
  const done = (step: string) => (steps[step] = visitor.clicks)
  await makeBroker(visitor)
  done('broker')
  await makeGroup(visitor)
  done('group')
  await makePlan(visitor)
  done('plan')
  await importPeople(visitor)
  done('census')
  const page = new GroupPage(visitor)
  await page.openTab(group, 'Members')
  await new MembersPage(visitor).listed('1–24 of 30 members')
  done('members')
  await makeBill(visitor, page)
  done('bill and why')
  await sendAndDownload(visitor, page)
  done('invoice and PDF')
  const runs = new RunsPage(visitor)
  await runs.go('Billing Runs')
  const panel = await runs.openPanel('New Billing Run', 'New Billing Run')
  // The month has one run, which is another journey's: its press is counted and not done.
  await panel.root.getByRole('button', { name: 'Compute drafts', exact: true }).waitFor()
  visitor.pressed()
  done('billing run')
  console.info('Clicks so far after each step:', steps)
  expect(visitor.clicks, JSON.stringify(steps)).toBeLessThanOrEqual(allowed)
})

async function makeBroker(visitor: Visitor): Promise<void> {
  const brokers = new BrokersPage(visitor)
  await brokers.open()
  const panel = await brokers.openPanel('New Broker', 'Create Broker')
  await panel.fill({ Name: broker })
  await panel.press('Save broker')
  await panel.closed()
}

/** The new group opens by itself. */
async function makeGroup(visitor: Visitor): Promise<void> {
  const groups = new GroupsPage(visitor)
  await groups.open()
  const panel = await groups.openPanel('New Group', 'Create Group')
  await panel.fill({ Name: group })
  await panel.type('Broker', broker)
  await panel.fillDay('Effective date', firstOfThisMonth())
  await panel.fill({ 'Default pricing group rate': '10.00' })
  await panel.press('Create group')
  await panel.closed()
  await groups.heading(group).waitFor()
}

/** By the list of steps on the page of the new group; the group becomes a customer of the ERP account. */
async function makePlan(visitor: Visitor): Promise<void> {
  const page = new GroupPage(visitor)
  await page.card('Until the first bill').getByRole('link', { name: 'Set up the plan' }).click()
  const panel = await page.panel('Create Plan')
  await panel.fill({ Name: plan })
  await panel.chooseByKeys('Billing type', 'PEPM')
  await panel.chooseByKeys('ERP account', 'Demonstration Books')
  await panel.press(`Use or create the customer ${group}`)
  await panel.root.getByRole('button', { name: /^Use or create the customer/ }).waitFor({ state: 'detached' })
  await panel.press('Create plan')
  const edited = await page.panel('Edit Plan')
  await edited.tab('Line Items')
  await edited.press('New Line Item')
  const item = await page.panel('New Line Item')
  await item.fill({ Name: line })
  await item.chooseByKeys('Billing type', 'PEPM')
  await item.chooseByKeys('Pricing option', new RegExp(`${group} Standard Pricing`))
  await item.press('Save line item')
  await item.closed()
  await edited.root.getByRole('row').filter({ hasText: line }).waitFor()
  await edited.close()
}

async function importPeople(visitor: Visitor): Promise<void> {
  const page = new GroupPage(visitor)
  await page.openTab(group, 'Overview')
  await page.card('Until the first bill').getByRole('link', { name: 'Upload census' }).click()
  const panel = await page.panel('Upload Census File')
  visitor.pressed(choosingAFile)
  await panel.root
    .getByLabel('Census file', { exact: true })
    .setInputFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(people) })
  await panel.fillDay('Global effective date', firstOfThisMonth())
  await panel.press('Upload File')
  await panel.closed()
  const files = new CensusPage(visitor)
  await files.openFile(file)
  await files.isDone('Map Data', 'Columns are mapped')
  await files.button('Process File').first().click()
  await (await files.panel('Process File')).press('Process File')
  await files.heading('What this file will change').waitFor()
  const process = await files.openPanel('Process', 'Process File')
  await process.press('Process File')
  await process.closed()
  await files.back(file)
  await files.isDone('Process Data', '30 rows processed')
  await page.page.getByRole('main').getByText('30 joined: 30 employees').waitFor()
  await page.page.getByRole('link', { name: group, exact: true }).first().click()
  await page.heading(group).waitFor()
}

async function makeBill(visitor: Visitor, page: GroupPage): Promise<void> {
  await page.openTab(group, 'Overview')
  await page.card('Until the first bill').getByRole('link', { name: 'Create the bill' }).click()
  const panel = await page.panel('Create Snapshot')
  await panel.type('Billing Plan', plan)
  await panel.press('Create Snapshot')
  await panel.closed()
  const snapshots = new SnapshotsPage(visitor)
  await snapshots.row(thisMonth()).filter({ hasText: total }).waitFor()
  await snapshots.expand(`${thisMonth()}, ${plan}`)
  const why = await new WhyPanel(visitor).open()
  await why.close()
}

async function sendAndDownload(visitor: Visitor, page: GroupPage): Promise<void> {
  const snapshots = new SnapshotsPage(visitor)
  await snapshots.rowAction(`${thisMonth()}, ${plan}`, 'Create Invoice in ERP')
  const panel = await snapshots.panel('Create Invoice')
  await panel.press('Create Invoice')
  await panel.closed()
  await snapshots.row(thisMonth()).getByText('Sent', { exact: true }).waitFor()
  await page.openTab(group, 'Invoices')
  const invoices = new InvoicesPage(visitor)
  await invoices.row(thisMonth()).filter({ hasText: total }).waitFor()
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    (async () => {
      await visitor.page
        .getByRole('button', { name: /^Actions for invoice/ })
        .first()
        .click()
      await visitor.page.getByRole('menuitem', { name: 'Download', exact: true }).click()
    })(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
}
