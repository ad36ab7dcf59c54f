/** Files that need a person: rows fixed in the grid, matches decided side by side and remembered, and what the bill will be. */
import { expect } from 'vitest'
import { BrokersPage } from '../pages/BrokersPage'
import { CensusPage } from '../pages/CensusPage'
import { FixRowsPage } from '../pages/FixRowsPage'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { PlansPage } from '../pages/PlansPage'
import { ReviewPage } from '../pages/ReviewPage'
import { journey } from '../support/journey'
import { firstOfThisMonth } from '../support/months'

const broker = 'Copperwell Benefit Partners'
const group = 'Driftwood Cartographers'

/** Two people of one name and birth date, whom nothing tells apart. */
const first = [
  'FirstName,LastName,DateOfBirth,State,City',
  'Odile,Marchetti,04/11/1981,FL,Ocala',
  'Ruben,Tamura,09/23/1990,FL,Tampa',
].join('\r\n')
const twins = ['FirstName,LastName,DateOfBirth,Email', 'Odile,Marchetti,04/11/1981,odile@mail.example'].join('\r\n')
const next = ['FirstName,LastName,DateOfBirth,State', 'Wren,Abbot,03/14/1988,Flx.'].join('\r\n')
const wrong = [
  'FirstName,LastName,DateOfBirth,State',
  'Ines,Pellerin,soon,Flx.',
  'Yusuf,Kestler,6-Jun,Flx.',
  'Celia,,12/22/1996,Flx.',
  'Nils,Farrowby,02/28/1962,FL',
].join('\r\n')

journey('rows are fixed in the grid, and the change set says what the bill will be', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const brokers = new BrokersPage(visitor)
  await brokers.open()
  await brokers.create(broker)
  const groups = new GroupsPage(visitor)
  await groups.open()
  await groups.create({ name: group, code: 'DRIFTWOOD-1', broker, effective: firstOfThisMonth(), rate: '10.00' })
  await groups.openGroup(group)
  const page = new GroupPage(visitor)
  await page.openBilling(group, 'Billing Plans')
  await new PlansPage(visitor).create('Medical Plan', {
    name: 'Care PEPM',
    pricingOption: new RegExp(`${group} Standard Pricing`),
  })
  await page.openTab(group, 'Census Files')
  const files = new CensusPage(visitor)
  await files.upload({ name: 'driftwood-wrong.csv', content: wrong }, firstOfThisMonth())
  await files.openFile('driftwood-wrong.csv')
  await files.isDone('Map Data', 'Columns are mapped')
  await files.isReadAs('Pellerin, Ines')
  await visitor.look('census file as it is read')
  await files.startTask('Validate Data')

  const grid = new FixRowsPage(visitor)
  await grid.open()
  await visitor.look('fix grid')
  expect(await grid.failures()).toMatch(/^\uFEFF?Error,FirstName,LastName,DateOfBirth,State\r\n/)
  await grid.show('Date of Birth is not a date')
  await grid.type('soon', '03/04/1988')
  await grid.type('6-Jun', '06/06/1979')
  await grid.save(2)
  await grid.show('Last Name is missing')
  await grid.skipAll(1)
  await grid.show('State is not known')
  await grid.choose('Flx.', 'GA')
  await grid.save(1)
  await grid.replaceForGood('FL', 1)
  await visitor.look('fix grid is empty')

  await files.back('driftwood-wrong.csv')
  await files.runTask('Match Employees', '0 matched, 3 new')
  await files.runTask('Inspect Data', '3 rows looked at')
  const changes = await files.openChanges()
  await changes.getByText('$0.00 → $30.00').waitFor()
  await changes.getByText('3 new').waitFor()
  await visitor.look('change set')

  await groups.open()
  await groups.openGroup(group)
  await page.openTab(group, 'Census Files')
  await files.upload({ name: 'driftwood-next.csv', content: next }, firstOfThisMonth())
  await files.openFile('driftwood-next.csv')
  await files.isDone('Map Data', 'Columns are mapped')
  await files.runTask('Validate Data', '1 valid, 0 invalid')
  await files.showTask('Validate Data')
  await grid.open()
  await grid.show('State was replaced as remembered')
  await visitor.look('remembered value')
})

journey('a row that may be two members is decided once and remembered', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const brokers = new BrokersPage(visitor)
  await brokers.open()
  await brokers.create('Larchmont Benefit Partners')
  const groups = new GroupsPage(visitor)
  await groups.open()
  const own = 'Eastmere Lutherie'
  await groups.create({
    name: own,
    code: 'EASTMERE-1',
    broker: 'Larchmont Benefit Partners',
    effective: firstOfThisMonth(),
    rate: '10.00',
  })
  await groups.openGroup(own)
  const page = new GroupPage(visitor)
  const files = new CensusPage(visitor)
  const review = new ReviewPage(visitor)
  const matched = async (name: string, content: string, says: string | RegExp) => {
    await groups.open()
    await groups.openGroup(own)
    await page.openTab(own, 'Census Files')
    await files.upload({ name, content }, firstOfThisMonth())
    await files.openFile(name)
    await files.isDone('Map Data', 'Columns are mapped')
    await files.runTask('Validate Data', /valid/)
    await files.runTask('Match Employees', says)
  }
  await matched('eastmere-first.csv', first, '0 matched, 2 new')
  await files.runTask('Inspect Data', '2 rows looked at')
  await files.process('eastmere-first.csv', '2 rows processed')

  await matched('eastmere-again.csv', twins, '1 matched, 0 new')
  await review.open('Matched Records')
  await visitor.look('match review')
  await review.deny('Odile Marchetti', 'Row 1')
  await visitor.look('match review denied')

  await matched('eastmere-later.csv', twins, '0 matched, 1 new')
  await review.open('Un-Matched Records')
  await review.forget('Odile Marchetti', 'Row 1')
})
