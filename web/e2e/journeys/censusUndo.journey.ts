/** A census file is processed by mistake and undone: who was changed meanwhile stays, everybody else is what they were before. */
import { expect } from 'vitest'
import { CensusPage } from '../pages/CensusPage'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { MembersPage, updated } from '../pages/MembersPage'
import { census } from '../support/census'
import { journey } from '../support/journey'
import { firstOfThisMonth } from '../support/months'

const group = 'Curlew Sands Potteries'
const right = 'curlew-sands.csv'
const wrong = 'curlew-sands-wrong.csv'

const people = census([
  ['CS-1', 'Primary', 'Odile', 'Farrant', '02/11/1979', 'F-1'],
  ['CS-2', 'Primary', 'Bertram', 'Yardley', '09/03/1990', 'F-2'],
  ['CS-3', 'Primary', 'Solveig', 'Amory', '12/24/1966', 'F-3'],
])
/** Two of them under other names, and somebody of another company. */
const mistaken = census([
  ['CS-1', 'Primary', 'Odile', 'Farrant-Moss', '02/11/1979', 'F-1'],
  ['CS-2', 'Primary', 'Bertram', 'Yardley-Moss', '09/03/1990', 'F-2'],
  ['CS-9', 'Primary', 'Evander', 'Quill', '05/05/1985', 'F-9'],
])

journey('a processed file is undone', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const groups = new GroupsPage(visitor)
  await groups.open()
  await groups.create({
    name: group,
    code: 'CURLEW-1',
    broker: 'Juniper Benefit Advisors',
    effective: firstOfThisMonth(),
    rate: '10.00',
  })
  await groups.openGroup(group)
  const page = new GroupPage(visitor)
  const files = new CensusPage(visitor)
  await page.openTab(group, 'Census Files')
  await files.import({ name: right, content: people }, firstOfThisMonth(), '3 rows processed')

  await groups.open()
  await groups.openGroup(group)
  await page.switchOff(group, 'Explicit import')
  await page.openTab(group, 'Census Files')
  await files.import({ name: wrong, content: mistaken }, firstOfThisMonth(), '3 rows processed')

  await groups.open()
  await groups.openGroup(group)
  await page.openTab(group, 'Members')
  const members = new MembersPage(visitor)
  await members.listed('1–4 of 4 members')
  const panel = await members.edit('Bertram Yardley-Moss')
  await panel.fill({ 'Email address': 'bertram.yardley@example.com' })
  await members.save(panel, updated)

  await page.openTab(group, 'Census Files')
  await files.openFile(wrong)
  const undo = await files.openPanel('Undo File', 'Undo File')
  await undo.root.getByText('Kept as they are: 1').waitFor()
  await undo.root.getByText('The member was changed after the file was processed.').waitFor()
  await visitor.look('undo file')
  await undo.press('Undo File')
  await undo.closed()
  await files.noticed('This file has been queued to be undone.')
  await visitor.page
    .getByRole('region', { name: 'Undo' })
    .getByText('2 of 3 members are what they were before the file')
    .waitFor()
  await visitor.look('file is undone')

  await groups.open()
  await groups.openGroup(group)
  await page.openTab(group, 'Census Files')
  await files.row(wrong).filter({ hasText: 'Undone, 1 kept' }).waitFor()
  await visitor.look('undone file in the list')
  await page.openTab(group, 'Members')
  await members.shows('Quill, Evander', 'In-Active')
  await expect
    .poll(async () => (await members.names()).map((name) => name.split(/(?=In-Active)/)[0]))
    .toEqual(['Amory, Solveig', 'Farrant, Odile', 'Quill, Evander', 'Yardley-Moss, Bertram'])
  const history = await members.edit('Odile Farrant')
  await history.root.getByRole('tab', { name: 'History' }).click()
  await history.root.getByText('Change by a census file undone').waitFor()
  await visitor.look('history of an undone member')
})
