/** What is no census file is refused in words at its field, and leaves nothing behind. */
import { expect } from 'vitest'
import { CensusPage, type Upload } from '../pages/CensusPage'
import { Gate } from '../pages/Gate'
import { GroupPage } from '../pages/GroupPage'
import { GroupsPage } from '../pages/GroupsPage'
import { journey } from '../support/journey'

const group = 'Bluefern Dental Partners'
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])

const refused: [Upload, string][] = [
  [{ name: 'people.xls', content: 'a,b' }, 'Only .csv and .xlsx files can be uploaded.'],
  [{ name: 'people.csv', content: '' }, 'The file is empty.'],
  [{ name: 'picture.csv', content: picture }, 'The file has no usable heading line'],
  [
    { name: 'letter.csv', content: 'Dear all,\nplease find the list enclosed.\n' },
    'The file has no usable heading line',
  ],
  [
    { name: 'nobody.csv', content: 'First Name,Last Name,Date of Birth\n' },
    'The file has a heading line but no records.',
  ],
]

journey('a file that is no census is refused and changes nothing', async ({ visitor }) => {
  await new Gate(visitor).signIn('dana.reyes@demo.example')
  const groups = new GroupsPage(visitor)
  await groups.open()
  await groups.openGroup(group)
  await new GroupPage(visitor).openTab(group, 'Members')
  const roster = await groups.total('members')
  await new GroupPage(visitor).openTab(group, 'Census Files')
  const files = new CensusPage(visitor)
  const before = await files.total('files')
  const panel = await files.openPanel('Upload', 'Upload Census File')
  for (const [upload, reason] of refused) await files.tryUpload(panel, upload, reason)
  await visitor.look('refused upload')
  await files.discard(panel)
  await visitor.page.reload()
  expect(await files.total('files')).toBe(before)
  await new GroupPage(visitor).openTab(group, 'Members')
  expect(await groups.total('members')).toBe(roster)
})
