/** Files that reach further than one expects: one of several groups, and one that would end nearly everybody. */
import { expect } from 'vitest'
import { CensusPage } from '../pages/CensusPage'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { MembersPage } from '../pages/MembersPage'
import { census } from '../support/census'
import { journey } from '../support/journey'
import { firstOfThisMonth } from '../support/months'

const broker = 'Juniper Benefit Advisors'

journey('a file of several groups is split, and the part of each is processed', async ({ visitor }) => {
  const [north, south] = ['Heron Weir North', 'Heron Weir South']
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const groups = new GroupsPage(visitor)
  for (const [name, code] of [
    [north, 'HERON-N'],
    [south, 'HERON-S'],
  ] as const) {
    await groups.open()
    await groups.create({ name, code, broker, effective: firstOfThisMonth(), rate: '10.00' })
  }
  const files = new CensusPage(visitor)
  await files.goToAll()
  const content = [
    'GroupId,FirstName,LastName,DateOfBirth',
    'HERON-N,Odile,Farrant,02/11/1979',
    'HERON-S,Bertram,Yardley,09/03/1990',
    'HERON-N,Solveig,Amory,12/24/1966',
  ].join('\r\n')
  await files.uploadMultiGroup({ name: 'heron-weir.csv', content }, firstOfThisMonth())
  await files.openWhole('heron-weir.csv')
  await files.isDone('Map Multi-Group File', 'Split by group')
  await visitor.look('file of several groups')

  await files.openPart(north)
  await files.isDone('Map Data', 'Columns are mapped')
  await files.runTask('Validate Data', '2 valid, 0 invalid')
  await files.runTask('Match Employees', '0 matched, 2 new')
  await files.runTask('Inspect Data', '2 rows looked at')
  await files.process('heron-weir.csv', '2 rows processed')
  await visitor.look('part of a group')
  await groups.open()
  await groups.openGroup(north)
  const page = new GroupPage(visitor)
  await page.openTab(north, 'Members')
  const members = new MembersPage(visitor)
  await expect.poll(() => members.names()).toEqual(['Amory, Solveig', 'Farrant, Odile'])
  // What one group's part did is nothing to the other group.
  await groups.open()
  await groups.openGroup(south)
  await page.openTab(south, 'Members')
  await page.page.getByText('No results to display.').waitFor()
})

journey('a file that would end nearly everybody waits until the number is typed', async ({ visitor }) => {
  const group = 'Sandpiper Ropeworks'
  const people = Array.from({ length: 8 }, (_, at) => [
    `SR-${at}`,
    'Primary',
    'Ida',
    `Rope${'abcdefgh'[at]}`,
    `02/1${at}/1979`,
    `F-${at}`,
  ])
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const groups = new GroupsPage(visitor)
  await groups.open()
  await groups.create({ name: group, code: 'SANDPIPER-1', broker, effective: firstOfThisMonth(), rate: '10.00' })
  await groups.openGroup(group)
  const page = new GroupPage(visitor)
  const files = new CensusPage(visitor)
  await page.openTab(group, 'Census Files')
  await files.import({ name: 'sandpiper.csv', content: census(people) }, firstOfThisMonth(), '8 rows processed')
  await groups.open()
  await groups.openGroup(group)
  await page.openTab(group, 'Census Files')
  await files.upload({ name: 'sandpiper-one.csv', content: census(people.slice(0, 1)) }, firstOfThisMonth())
  await files.openFile('sandpiper-one.csv')
  await files.isDone('Map Data', 'Columns are mapped')
  await files.runTask('Validate Data', '1 valid, 0 invalid')
  await files.runTask('Match Employees', '1 matched, 0 new')
  await files.runTask('Inspect Data', '1 row looked at')
  await files.openChanges()
  await visitor.page.getByText('This file would end 7 of 8 active members (87.5%).').waitFor()
  await visitor.look('change set with the guard')
  const panel = await files.openPanel('Confirm', 'Confirm Endings')
  await panel.fill({ 'Members to end': '8' })
  await panel.press('Confirm')
  await panel.root.getByRole('textbox', { name: 'Members to end', description: /7/ }).waitFor()
  await visitor.look('another number is refused')
  await panel.fill({ 'Members to end': '7' })
  await panel.press('Confirm')
  await panel.closed()
  await files.noticed('The file has been updated successfully!')
  await visitor.page.getByText('7 endings are confirmed.').waitFor()
  await files.back('sandpiper-one.csv')
  await files.processAfterLook('0 rows processed, 1 stood already, 7 absent')
  await groups.open()
  await groups.openGroup(group)
  await page.openTab(group, 'Members')
  await new MembersPage(visitor).shows('Ropeb, Ida', 'In-Active')
})
