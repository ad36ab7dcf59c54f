import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { sampleFile, sampleTask } from '../samples'
import { sampleLayout } from './sampleLayout'

const file = sampleFile()

async function reading() {
  return within(await screen.findByRole('region', { name: 'Reading' }))
}

it('shows the first people beside their lines, and each decision with why', async () => {
  stubCalls({ 'GET /census/files/7': valid(file), 'GET /census/files/7/layout': valid(sampleLayout()) })
  await renderRoute('/census-files/7')
  const shown = await reading()
  const people = within(await shown.findByRole('region', { name: 'The first people as they will be read' }))
  const [, ann, karl] = people.getAllByRole('row')
  expect(ann).toHaveTextContent('3Moss, Ann | 5/17/1984 | EE | - | LMoss, AnnGender Female05/17/1984Employee')
  expect(karl).toHaveTextContent('Date of Birth is not a date.')
  expect(karl).toHaveTextContent('Dependent of line 3')
  expect(shown.getByText('UTF-8, comma · heading on line 2 · 1,860 rows')).toBeVisible()
  const columns = within(shown.getByRole('region', { name: 'Columns of the file' }))
  expect(columns.getByRole('row', { name: /Emp Name Full Name/ })).toHaveTextContent(
    'The heading is known. Of the employee.',
  )
  expect(columns.getByRole('row', { name: /Column 2 Left out/ })).toHaveTextContent('looks like Date of Birth')
  for (const told of [
    '412 of 500 dates can only be read with the month first.',
    'A comma stands behind the last name.',
    'Lines 901 to 912, 12 rows: read as Active until a person says that they have left.',
    '30 as on line 4: They have the Family ID of their employee. 1 wait for a person to say whose they are, as on line 77.',
    'Line 1: Roster of Harborline',
  ])
    expect(shown.getByText(told)).toBeVisible()
  expect(shown.queryByRole('button', { name: 'Lines Left Out' })).toBeNull()
})

it('asks first, with the way to answer', async () => {
  const columns = {
    About: 'Columns',
    Line: 2,
    Column: 'Born',
    Text: "'Born' is not read, and its values look like Date of Birth.",
    By: 'Mapping',
  }
  const section = { About: 'Section', Line: 9, Column: null, Text: 'Have these people left?', By: 'Answer' }
  const asked = sampleLayout({ Questions: [columns, section] })
  stubCalls({
    'GET /census/files/7': valid(file),
    'GET /census/files/7/layout': valid(asked),
    'GET /census/files/7/tasks/70/mapping': refused([{ Key: '', Message: 'Not now.' }]),
  })
  const { user } = await renderRoute('/census-files/7')
  const shown = await reading()
  expect(await shown.findByText(columns.Text)).toBeVisible()
  expect(shown.getByText('It is asked before anything comes of the file.')).toBeVisible()
  expect(shown.getByRole('button', { name: 'Re-Upload File' })).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Map Columns' }))
  expect(await screen.findByRole('dialog', { name: /Map Data/ })).toBeVisible()
})

it('asks which order the values have, and reads the file by the answer', async () => {
  const names = {
    About: 'Names',
    Line: 2,
    Column: 'Name',
    Text: "The file does not tell for sure which name comes first in 'Name'. Which does?",
    By: 'Order',
  }
  const stub = stubCalls({
    'GET /census/files/7': valid(file),
    'GET /census/files/7/layout': valid(sampleLayout({ Questions: [names] })),
    'PUT /census/files/7/tasks/70/mapping': valid(file),
  })
  const { user } = await renderRoute('/census-files/7')
  const shown = await reading()
  expect(await shown.findByText(names.Text)).toBeVisible()
  expect(shown.getByRole('button', { name: 'Day first' })).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Last name first' }))
  expect(await screen.findByText('Last name first: the file is read again.')).toBeVisible()
  const saved = stub.of('PUT /census/files/7/tasks/70/mapping')
  expect(saved.map(({ body }) => body)).toEqual([
    { Sheet: null, HeadingLine: null, Columns: null, Orders: ['LastFirst'], Remember: true },
  ])
})

it('asks which sheet is the census, and reads the one that is chosen', async () => {
  const sheet = {
    About: 'Sheet',
    Line: 1,
    Column: null,
    Text: "The workbook has people on several sheets: 'Ohio' (12 rows), 'Texas' (1 row). Which sheet is this group's census?",
    By: 'Sheet',
  }
  const people = (Name: string, Rows: number) => ({ Name, Rows, Heading: ['First Name'] })
  const stub = stubCalls({
    'GET /census/files/7': valid(file),
    'GET /census/files/7/layout': valid(sampleLayout({ Questions: [sheet] })),
    'GET /census/files/7/tasks/70/mapping': valid({
      HeadingLine: 1,
      AskedHeadingLine: null,
      Encoding: 'XLSX',
      Delimiter: '',
      Sheet: 'Ohio',
      OtherSheets: ['Texas'],
      Sheets: [people('Ohio', 12), people('Texas', 1)],
      Columns: [],
      Fields: [],
      Missing: [],
    }),
    'PUT /census/files/7/tasks/70/mapping': valid(file),
  })
  const { user } = await renderRoute('/census-files/7')
  const shown = await reading()
  expect(await shown.findByText(sheet.Text)).toBeVisible()
  expect(await shown.findByRole('button', { name: 'Ohio, 12 rows' })).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Texas, 1 row' }))
  expect(await screen.findByText('Sheet Texas: the file is read again.')).toBeVisible()
  const saved = stub.of('PUT /census/files/7/tasks/70/mapping')
  expect(saved.map(({ body }) => body)).toEqual([
    { Sheet: 'Texas', HeadingLine: null, Columns: null, Orders: [], Remember: true },
  ])
})

it('stands with the mapping once the rows are validated', async () => {
  const validated = sampleFile({
    Tasks: file.Tasks.map((task) => (task.Task === 1 ? { ...task, State: 'Done' } : task)),
  })
  const stub = stubCalls({
    'GET /census/files/7': valid(validated),
    'GET /census/files/7/layout': valid(sampleLayout()),
  })
  const { user } = await renderRoute('/census-files/7')
  await user.click(await screen.findByRole('button', { name: /Map Data/ }))
  expect(await (await reading()).findByRole('button', { name: 'Lines Left Out' })).toBeVisible()
  expect(stub.of('GET /census/files/7/layout')).not.toHaveLength(0)
})

it('says what is missing before the columns are mapped, and in older files', async () => {
  const stub = stubCalls({
    'GET /census/files/7': valid(sampleFile({ Tasks: [0, 1, 2, 3, 4].map((task) => sampleTask(task)) })),
  })
  await renderRoute('/census-files/7')
  await screen.findByText('This task has not been run.')
  expect(stub.of('GET /census/files/7/layout')).toHaveLength(0)
  stubCalls({
    'GET /census/files/7': valid(file),
    'GET /census/files/7/layout': valid({ MadeOn: null, Layout: null }),
  })
  await renderRoute('/census-files/7')
  expect(await screen.findByText(/Run Map Data again to see how this file is read/)).toBeVisible()
})

it('says when it did not load', async () => {
  stubCalls({
    'GET /census/files/7': valid(file),
    'GET /census/files/7/layout': refused([{ Key: '', Message: 'The database does not answer.' }]),
  })
  await renderRoute('/census-files/7')
  expect(await (await reading()).findByRole('alert')).toHaveTextContent('The database does not answer.')
})
