import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { processedFile, sampleFile, sampleTask } from '../samples'

const kestrel = sampleFile({ Id: 8, Name: '41b7d9e2-x', OriginalFileName: 'kestrel.csv' })

it('leads on to the next file of the list that it was opened from, and back', async () => {
  stubCalls({
    'GET /census/files': page([sampleFile(), kestrel]),
    'GET /census/files/7': valid(sampleFile()),
    'GET /census/files/8': valid(kestrel),
  })
  const { user, router } = await renderRoute('/census-files')
  await user.click(await screen.findByRole('link', { name: 'harborline.csv' }))
  await screen.findByRole('heading', { level: 1, name: 'harborline.csv' })
  await user.keyboard('j')
  expect(await screen.findByRole('heading', { level: 1, name: 'kestrel.csv' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Next record' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Previous record' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/census-files/7'))
})

it('says of a file that is not there that it is not, and leads back to the others', async () => {
  stubCalls({ 'GET /census/files/7': refused([{ Key: '', Message: 'Not found.' }], 404) })
  await renderRoute('/census-files/7')
  expect(await screen.findByText('There is no such census file')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Census Files' })).toHaveAttribute('href', '/census-files')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('says in the result how many dependents were left out', async () => {
  const file = processedFile()
  const summaries: Record<number, string> = { 1: '{"SkippedByRule":8}', 4: '{"Created":22}' }
  const Tasks = file.Tasks.map((task) => {
    const Summary = JSON.parse(summaries[task.Task] ?? '{}')
    return { ...task, Data: { ...task.Data, Summary } }
  })
  const joined = { Total: 22, Employees: 22, Dependents: 0 }
  stubCalls({
    'GET /census/files/7': valid({ ...file, Tasks }),
    'GET /census/files/7/result': valid({
      Joined: joined,
      Left: { Total: 0, Employees: 0, Dependents: 0 },
      Changed: 0,
      NextBill: null,
    }),
    'GET /census/files/7/tasks/74/changes': page([]),
  })
  await renderRoute('/census-files/7')
  expect(
    await screen.findByText('22 joined: 22 employees; 8 dependents left out, as the group takes none.'),
  ).toBeVisible()
})

it('says before the import how the dependents come in that were left out', async () => {
  const Summary = JSON.parse('{"SkippedByRule":8}')
  const Tasks = [0, 1, 2, 3, 4].map((kind) => {
    const task = sampleTask(kind, { State: kind < 2 ? 'Done' : 'NotRun' })
    return kind === 1 ? { ...task, Data: { ...task.Data, Summary } } : task
  })
  stubCalls({ 'GET /census/files/7': valid(sampleFile({ Tasks })) })
  await renderRoute('/census-files/7')
  const note = await screen.findByText('8 dependents of this file are left out: the group takes none.')
  expect(note.parentElement).toHaveTextContent(
    /in the settings of Harborline Logistics, then run Validate Data of this file again\.$/,
  )
})
