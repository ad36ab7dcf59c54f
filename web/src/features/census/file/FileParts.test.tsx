import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { sampleFile, sampleTask } from '../samples'

const split = sampleTask(5, {
  State: 'Done',
  Data: {
    TotalRecords: 12,
    RecordsWithErrorsCount: 0,
    RecordsWithMatchesCount: 0,
    RecordsWithoutMatchesCount: 0,
    Summary: JSON.parse('{"Files":1}'),
  },
})
const whole = sampleFile({
  Id: 9,
  Name: 'b3d0c6f5-x',
  OriginalFileName: 'multi.xlsx',
  IsMultiGroup: true,
  EmployerGroup: null,
  ReadyForProcessing: false,
  NextTask: null,
  Tasks: [split],
})
const part = sampleFile({ OriginalFileName: 'multi.csv', ParentFileId: 9 })
const earlier = sampleFile({ Id: 6, Name: '11aa22bb-x', OriginalFileName: 'multi.csv', ParentFileId: 5 })

it('a file of several groups leads to the files of the groups', async () => {
  const calls = stubCalls({ 'GET /census/files/9': valid(whole), 'GET /census/files': page([whole, part, earlier]) })
  await renderRoute('/census-files/9')
  const parts = await screen.findByRole('region', { name: 'Files of the groups' })
  expect(await within(parts).findByRole('link', { name: 'Harborline Logistics' })).toHaveAttribute(
    'href',
    '/census-files/7',
  )
  expect(within(parts).queryByText('11aa22bb')).toBeNull()
  expect(within(parts).getByRole('link', { name: 'All Files' })).toHaveAttribute('href', '/census-files?q=multi')
  expect(calls.last('GET /census/files').url.searchParams.get('Term')).toBe('multi')
})

it('a file of one group that was split off leads to the whole', async () => {
  stubCalls({ 'GET /census/files/7': valid(part), 'GET /census/files/9': valid(whole) })
  await renderRoute('/census-files/7')
  expect(await screen.findByRole('link', { name: 'multi.xlsx' })).toHaveAttribute('href', '/census-files/9')
})

it('the whole is not named to who may not see it', async () => {
  stubCalls({ 'GET /census/files/7': valid(part), 'GET /census/files/9': refused([], 404) })
  await renderRoute('/census-files/7')
  expect(await screen.findByText('1 of 5 tasks completed')).toBeVisible()
  expect(screen.queryByText('Part of')).toBeNull()
})
