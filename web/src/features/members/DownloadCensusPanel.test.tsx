import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { refused, stubCalls } from '../../testing/calls'
import { attached, watchFiles } from '../../testing/files'
import { renderShape } from '../../testing/renderRoute'
import { Panels } from '../../ui/panel/Panels'
import { DownloadCensusPanel } from './DownloadCensusPanel'

afterEach(() => vi.useRealTimers())

async function opened(answer: Parameters<typeof stubCalls>[0][string] = attached('First Name\nGideon', 'census.csv')) {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls({ 'GET /employers/7/census': answer })
  const files = watchFiles()
  const { user } = await renderShape(
    <Panels kinds={{ census: () => <DownloadCensusPanel employerId={7} /> }} />,
    '/?panel=census',
  )
  const panel = within(await screen.findByRole('dialog', { name: 'Download Member Census' }))
  const asked = () => Object.fromEntries(calls.last('GET /employers/7/census').url.searchParams)
  const press = () => user.click(panel.getByRole('button', { name: 'Download' }))
  return { user, panel, files, asked, press }
}

it('all members of today, unless one says otherwise', async () => {
  const { panel, files, asked, press } = await opened()
  expect(panel.getByRole('button', { name: 'Month' })).toHaveTextContent('Current month')
  expect(panel.getByText('Leave this empty to include all members.')).toBeVisible()
  expect(panel.getByRole('combobox', { name: 'Member status' })).toHaveAttribute('placeholder', 'Select...')
  await press()
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['census.csv']))
  expect(asked()).toEqual({ EndDate: '2026-11-20', EmployerId: '7' })
  expect(panel.getByText('Close')).toBeVisible()
})

it('the end of an earlier month and one status; no later month can be picked', async () => {
  const { user, panel, files, asked, press } = await opened()
  await user.click(panel.getByRole('button', { name: 'Month' }))
  const months = within(await screen.findByRole('dialog', { name: 'Month' }))
  expect(months.getByRole('button', { name: /Dec/ })).toBeDisabled()
  await user.click(months.getByRole('button', { name: /Sep/ }))
  expect(panel.getByRole('button', { name: 'Month' })).toHaveTextContent('September 2026')
  await user.click(panel.getByRole('combobox', { name: 'Member status' }))
  const options = await screen.findAllByRole('option', { hidden: true })
  expect(options.map((option) => option.textContent)).toEqual(['Active', 'In-Active'])
  await user.click(options[1] as HTMLElement)
  expect(panel.getByText('As of 09/30/2026')).toBeVisible()
  await press()
  await waitFor(() => expect(files).toHaveLength(1))
  expect(asked()).toEqual({ EndDate: '2026-09-30', Status: '1', EmployerId: '7' })
})

it('a refusal stands under its field, and starts no file', async () => {
  const { panel, files, press } = await opened(
    refused([{ Key: 'EndDate', Message: 'The end date may not be in the future.' }]),
  )
  await press()
  expect(await panel.findByText('The end date may not be in the future.')).toBeVisible()
  expect(files).toEqual([])
})
