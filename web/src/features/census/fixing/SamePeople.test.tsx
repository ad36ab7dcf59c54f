import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { fileToFix as file, sampleRow } from './samples'

const twice = {
  Key: '',
  Message: 'The same person is in row 4, line 5 of the file as well.',
  Severity: 'Error',
  Task: 1,
}
const person = { FirstName: 'Gary', LastName: 'Patel', DateOfBirth: '1959-12-13', UniqueId: 'A3' }
const ended = sampleRow(3, { ...person, Status: 1, Relationship: 'EE', Errors: [{ ...twice, Value: null }] })
const active = sampleRow(4, { ...person, Status: 0, Relationship: 'SP', RowState: 0 })
const found = {
  Kind: 'duplicate_person',
  Field: null,
  Label: null,
  Severity: 'Error',
  Records: 1,
  Values: [],
  CanBeRemembered: false,
}
const calls = {
  'GET /census/files/7': valid(file),
  'GET /census/files/7/tasks/71/findings': valid([found]),
  'GET /census/files/7/tasks/71/same-person': page([{ Records: [ended, active] }], 1, 20),
  'PUT /census/files/7/tasks/71/same-person': valid(file),
}

it('shows the rows of a person side by side, and the one that is chosen counts', async () => {
  const stub = stubCalls(calls)
  const { user } = await renderRoute('/census-files/7/fix')
  const rows = await screen.findByRole('region', { name: 'Rows of Gary Patel' })
  const cells = (name: string) =>
    within(within(rows).getByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(
    within(rows)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Row 3', 'Row 4'])
  expect(cells('Status')).toEqual(['In-Active', 'Active'])
  expect(cells('Relationship')).toEqual(['Employee', 'Spouse'])
  expect(cells('Unique ID')).toEqual(['A3', 'A3'])
  expect(screen.getByText('One row says In-Active. Only where that row counts may the member end.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Row 4 counts for Gary Patel' }))
  await waitFor(() => expect(stub.last('PUT /census/files/7/tasks/71/same-person').body).toEqual({ RecordNumber: 4 }))
  expect(await screen.findByText('Row 4 counts for Gary Patel. The other is skipped.')).toBeVisible()
})
