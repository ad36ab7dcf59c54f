import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { row, whole } from '../../../testing/commissions'
import { renderRoute } from '../../../testing/renderRoute'

const address = '/commission/snapshots?panel=statement.7'
const withStatement = (more: object = {}) => ({
  'GET /commission/snapshots': page([row]),
  'GET /commission/snapshots/7': valid({ ...whole, ...more }),
})
const panel = async () => within(await screen.findByRole('dialog', { name: 'Commission Statement' }))

it('a statement creates its bill where it is read, after a question', async () => {
  const calls = stubCalls({ ...withStatement(), 'POST /commission/snapshots/7/bill': valid(whole) })
  const { user } = await renderRoute(address)
  await user.click(await (await panel()).findByRole('button', { name: 'Create Bill in ERP' }))
  await user.click(await screen.findByRole('button', { name: 'Create Bill' }))
  expect(await screen.findByText('The bill has been created.')).toBeVisible()
  expect(calls.of('POST /commission/snapshots/7/bill')).toHaveLength(1)
})

it.each([
  ['one that has a bill', { HasBill: true, BillNumber: '202610-7-AC', BillState: 'Sent' }],
  ['nothing to pay', { AmountDue: 0 }],
  ['a negative amount', { AmountDue: -12.5 }],
  ['lines that are not paid any more', { UnpaidInvoices: 1 }],
])('does not offer that for %s', async (_, more) => {
  stubCalls(withStatement(more))
  await renderRoute(address)
  expect(await (await panel()).findByRole('button', { name: 'Download CSV' })).toBeVisible()
  expect((await panel()).queryByRole('button', { name: 'Create Bill in ERP' })).toBeNull()
})
