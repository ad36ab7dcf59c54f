import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, counts, drafted, medical } from '../../testing/billingRuns'
import { page, refused, stubCalls, valid } from '../../testing/calls'
import { attached, watchFiles } from '../../testing/files'
import { lists } from '../../testing/invoices'
import { renderRoute } from '../../testing/renderRoute'

const prepares = 'The file of 2 invoices is being prepared. You can go on working meanwhile.'

/** Chooses both invoices and asks for their file, which is there once it is let go. */
async function downloadBoth(answer: (request: Request) => Response | Promise<Response>) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  stubCalls({ ...lists, 'GET /invoices/archive': (request) => held.then(() => answer(request)) })
  const { user } = await renderRoute('/invoices')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Download' }))
  return letGo
}

it('says at once that the file of the chosen invoices is being prepared, and when it is there', async () => {
  const kept = watchFiles()
  const letGo = await downloadBoth(attached('PK', 'invoices.zip', 'application/zip'))
  expect(await screen.findByText(prepares, undefined, { timeout: 150 })).toBeVisible()
  letGo()
  expect(await screen.findByText('The file of 2 invoices has been downloaded.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(prepares)).toBeNull())
  expect(kept.map(({ name }) => name)).toEqual(['invoices.zip'])
})

it('says that it failed', async () => {
  const letGo = await downloadBoth(refused([{ Key: '', Message: 'These are too many.' }]))
  letGo()
  expect(await screen.findByText('These are too many.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(prepares)).toBeNull())
  expect(screen.queryByText(/has been downloaded/)).toBeNull()
})

it('a billing run that is over offers it too, also to who may only look', async () => {
  watchFiles()
  const done = { ...drafted, State: 'Done', StateText: 'Done', Created: 1, Counts: { ...counts, Draft: 0, Created: 1 } }
  const created = { ...medical, State: 'Created', StateText: 'Created', SnapshotId: 71 }
  const calls = stubCalls({
    'GET /billing-runs/4': valid(done),
    'GET /billing-runs/4/items': page([created]),
    'GET /invoices/archive': attached('PK', 'invoices.zip', 'application/zip'),
  })
  const { user } = await renderRoute(address, { can: ['ViewBilling', 'ViewInvoices'] })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Medical PEPM, Harborline Logistics' }))
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText('The file of 1 invoice has been downloaded.')).toBeVisible()
  expect(calls.last('GET /invoices/archive').url.searchParams.get('InvoiceIds')).toBe('71')
  expect(screen.queryByRole('button', { name: /ERP|chosen invoices/ })).toBeNull()
})
