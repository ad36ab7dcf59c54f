import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { sampleFile, sampleTask } from '../samples'
import { unknownGroupIds, whichRows } from './groupIds'

const summary = {
  UnknownGroupIds: [
    { GroupId: 'B-77', Rows: 2, Line: 3 },
    { GroupId: '', Rows: 1, Line: 5 },
  ],
}
const split = sampleTask(5, {
  State: 'Errors',
  Data: { ...sampleTask(5).Data, RecordsWithErrorsCount: 3, Summary: JSON.parse(JSON.stringify(summary)) },
})
const clinics = sampleFile({ IsMultiGroup: true, EmployerGroup: null, Tasks: [split], HasErrors: true, ErrorCount: 3 })

it('reads the Group IDs that no group has', () => {
  expect(unknownGroupIds(split).map(whichRows)).toEqual(['2 rows, the first on line 3', '1 row, line 5'])
  expect(unknownGroupIds(sampleTask(5))).toEqual([])
})

it('gives the rows of an unknown Group ID to a group, or leaves them out', async () => {
  const stub = stubCalls({
    'GET /census/files/7': valid(clinics),
    'GET /employers/search': page([{ Id: 12, Name: 'Birch Clinic', GroupId: '10553', ExplicitImport: false }]),
    'PUT /census/files/7/tasks/75/group-ids': valid(clinics),
  })
  const { user } = await renderRoute('/census-files/7')
  await user.click(await screen.findByRole('button', { name: 'Assign Group IDs' }))
  const panel = await screen.findByRole('dialog', { name: 'Unknown Group IDs' })
  await user.click(within(panel).getByRole('button', { name: 'Split Again' }))
  expect(await within(panel).findAllByText('Choose a group, or leave the rows out.')).not.toHaveLength(0)
  const choose = async (label: string, term: string, option: RegExp) => {
    await user.type(within(panel).getByRole('combobox', { name: label }), `${term}{Enter}`)
    await user.click(await screen.findByRole('option', { name: option }))
  }
  await choose('B-77', 'Birch', /Birch Clinic/)
  await choose('No Group ID', 'Leave', /Leave these rows out/)
  await user.click(within(panel).getByRole('button', { name: 'Split Again' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unknown Group IDs' })).toBeNull())
  expect(stub.last('PUT /census/files/7/tasks/75/group-ids').body).toEqual({
    GroupIds: [
      { GroupId: 'B-77', EmployerId: 12 },
      { GroupId: '', EmployerId: 0 },
    ],
  })
})
