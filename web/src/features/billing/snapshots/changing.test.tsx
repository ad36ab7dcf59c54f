import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { address, erpState, fresh, lists, snapshot } from '../../../testing/snapshots'

it('regenerates after asking', async () => {
  const calls = stubCalls({
    ...lists,
    'GET /billing/5/snapshots': page([fresh, { ...snapshot, PaymentStatusText: 'Partially Paid' }], 58),
    'POST /billing/5/snapshots/71/regenerate': valid(snapshot),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for November 2026, Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Regenerate Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Regenerate Snapshot' })
  expect(panel).toHaveTextContent('Compute the November 2026 snapshot of $5,182.50 anew?')
  expect(panel).toHaveTextContent('marked out of date')
  expect(panel).toHaveTextContent('A part of it is paid.')
  expect(calls.of('POST /billing/5/snapshots/71/regenerate')).toEqual([])
  await user.click(within(panel).getByRole('button', { name: 'Regenerate Snapshot' }))
  expect(await screen.findByText('The snapshot has been regenerated successfully!')).toBeVisible()
})

it('deletes after asking, and says why when it is refused', async () => {
  const reason =
    "Only the plan's latest snapshot can be deleted. Delete the snapshot of December 2026 first, or regenerate this one."
  const answers = [refused([{ Key: '', Message: reason }]), valid(null)]
  const calls = stubCalls({
    ...lists,
    'DELETE /billing/5/snapshots/80': (request) => (answers.shift() ?? valid(null))(request),
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for December 2026, Vision PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Delete Snapshot' })
  expect(panel).toHaveTextContent('Delete the December 2026 snapshot of $824.00?')
  expect(panel).toHaveTextContent('1 line, 412 members × $12.50')
  await user.click(within(panel).getByRole('button', { name: 'Delete Snapshot' }))
  expect(await within(panel).findByText(reason)).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Delete Snapshot' }))
  expect(await screen.findByText('The snapshot has been deleted successfully!')).toBeVisible()
  expect(calls.of('DELETE /billing/5/snapshots/80')).toHaveLength(2)
  const reloads = calls.of('GET /billing/5/snapshots').filter(({ url }) => !url.searchParams.has('PlanIds'))
  expect(reloads).toHaveLength(2)
  expect(calls.of('GET /billing/5/snapshots/80/commission/statements'), 'what is gone is not asked about').toHaveLength(
    1,
  )
})

it.each([
  [{ InErp: true, PaymentStatusText: 'Paid' }, 'Its invoice is paid, so that it cannot be deleted.'],
  [{ InErp: true, PaymentStatusText: 'Open' }, 'It is in the ERP, so that it cannot be deleted.'],
])('says before it is asked why %o cannot be deleted', async (standing, reason) => {
  const calls = stubCalls({ ...lists, 'GET /billing/5/snapshots': page([{ ...snapshot, ...standing }], 1) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for November 2026, Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Delete Snapshot' })
  expect(within(panel).getByText(reason)).toBeVisible()
  expect(calls.of(`DELETE /billing/5/snapshots/${snapshot.Id}`)).toEqual([])
})

it.each([
  ['a later one of the plan', '2026-12-03', true],
  ['itself as the latest', '2026-11-03', false],
])('says before it is asked that %s is in the way of deleting', async (_, latest, isInTheWay) => {
  const unsent = { ...snapshot, InErp: false, PaymentStatusText: 'Unknown' }
  const calls = stubCalls({
    ...lists,
    'GET /billing/5/snapshots': (request) => {
      const ofPlan = new URL(request.url).searchParams.has('PlanIds')
      return page([ofPlan ? { ...unsent, Id: 80, InvoicePeriodEndDate: latest } : unsent], 1)(request)
    },
  })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for November 2026, Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Delete Snapshot' })
  await waitFor(() => expect(calls.of('GET /billing/5/snapshots').length).toBeGreaterThan(1))
  if (isInTheWay) {
    expect(await within(panel).findByText("Only the plan's latest snapshot can be deleted.")).toBeVisible()
    expect(panel).toHaveTextContent('beginning with that of December 2026, or regenerate this one.')
  } else expect(within(panel).queryByText("Only the plan's latest snapshot can be deleted.")).toBeNull()
  expect(calls.of(`DELETE /billing/5/snapshots/${snapshot.Id}`)).toEqual([])
})

it('what is in the ERP is updated there, and what is not is created', async () => {
  stubCalls(lists)
  const { user } = await renderRoute(address)
  const actions = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
    const menu = await screen.findByRole('menu')
    const found = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return found
  }
  expect(await actions('November 2026, Medical PEPM')).toEqual([
    'Sync Payment Status',
    'Regenerate Snapshot',
    'Update Invoice in ERP',
    'View ERP History',
    'Generate Commission Statement',
    'View History',
    'Delete Snapshot',
  ])
  expect(await actions('December 2026, Vision PEPM')).toEqual([
    'Sync Payment Status',
    'Regenerate Snapshot',
    'Create Invoice in ERP',
    'View ERP History',
    'Generate Commission Statement',
    'View History',
    'Delete Snapshot',
  ])
})

it.each([
  [
    'December 2026, Vision PEPM',
    'Create Invoice in ERP',
    'Create Invoice',
    'POST /billing/5/snapshots/80/erp/invoice',
    'The invoice has been created successfully!',
  ],
  [
    'November 2026, Medical PEPM',
    'Update Invoice in ERP',
    'Update Invoice',
    'POST /billing/5/snapshots/71/erp/invoice/line-items',
    'The invoice has been updated successfully!',
  ],
])('%s: %s asks first, says why it is refused, and reloads the list', async (name, action, title, call, notice) => {
  const reason = 'This billing plan has no ERP account or customer.'
  const answers = [refused([{ Key: '', Message: reason }]), valid(snapshot)]
  const calls = stubCalls({ ...lists, [call]: (request) => (answers.shift() ?? valid(null))(request) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  const panel = await screen.findByRole('dialog', { name: title })
  expect(calls.of(call)).toEqual([])
  await user.click(within(panel).getByRole('button', { name: title }))
  expect(await within(panel).findByText(reason)).toBeVisible()
  const before = calls.of('GET /billing/5/snapshots').length
  await user.click(within(panel).getByRole('button', { name: title }))
  expect(await screen.findByText(notice)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.of('GET /billing/5/snapshots').length).toBeGreaterThan(before)
})

it('an invoice that stands, and whose mail failed, is no success', async () => {
  const call = 'POST /billing/5/snapshots/80/erp/invoice'
  const Message = 'The invoice stands, its mail failed: The address is no address.'
  const failed = { ...snapshot, ErpState: erpState('Failed', 'Failed', Message) }
  stubCalls({ ...lists, [call]: valid(failed) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for December 2026, Vision PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Create Invoice in ERP' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Invoice' })
  await user.click(within(panel).getByRole('button', { name: 'Create Invoice' }))
  expect(await screen.findByText(Message)).toBeVisible()
  expect(screen.queryByText('The invoice has been created successfully!')).toBeNull()
})

it('a sync asks nothing, shows that it runs, and says when it is done', async () => {
  const call = 'POST /billing/5/snapshots/71/sync-status'
  let finish: (() => void) | undefined
  const waits = new Promise<void>((done) => (finish = done))
  const heard = valid({
    PaymentStatusText: 'Paid',
    PaymentStatusColor: '#28a745',
    Balance: 0,
    LastSyncedOn: '2026-11-20T15:00:00Z',
  })
  const calls = stubCalls({ ...lists, [call]: async (request) => (await waits, heard(request)) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for November 2026, Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sync Payment Status' }))
  expect(await screen.findByText('Syncing…')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  finish?.()
  expect(await screen.findByText('The payment status has been synced.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Syncing…')).toBeNull())
  expect(calls.of('GET /billing/5/snapshots').length).toBeGreaterThan(1)
})

it('a sync that fails says why', async () => {
  const reason = 'This snapshot has not been invoiced in the ERP.'
  stubCalls({ ...lists, 'POST /billing/5/snapshots/80/sync-status': refused([{ Key: '', Message: reason }]) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for December 2026, Vision PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sync Payment Status' }))
  expect(await screen.findByText(reason)).toBeVisible()
  expect(screen.getByText('Error')).toBeVisible()
})
