import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../../testing/calls'
import { row, whole } from '../../../testing/commissions'
import { attached, watchFiles } from '../../../testing/files'
import { renderRoute } from '../../../testing/renderRoute'

const address = '/commission/snapshots'
const cedar = { ...row, Id: 9, Name: 'Cedar - October 2026', AmountDue: 20.1 }
const billed = {
  ...row,
  Id: 8,
  Name: 'Birch - October 2026',
  HasBill: true,
  BillNumber: '202610-8-BRC',
  BillState: 'Sent',
}
const answers = { 'GET /commission/snapshots': page([row, cedar, billed]) }

type User = Awaited<ReturnType<typeof renderRoute>>['user']

async function choose(user: User, ...names: string[]): Promise<void> {
  for (const name of names) {
    const line = (await screen.findByRole('button', { name })).closest('tr')
    if (!line) throw new Error(`${name} stands in no row.`)
    await user.click(within(line).getByRole('checkbox'))
  }
}

it('bills the chosen statements that have no bill, and names those that are refused', async () => {
  const calls = stubCalls({
    ...answers,
    'POST /commission/runs/bills': valid([
      { StatementId: 7, Outcome: 'Queued', Message: null },
      { StatementId: 9, Outcome: 'Refused', Message: 'The rule has no ERP vendor.' },
    ]),
  })
  const { user } = await renderRoute(address)
  await choose(user, row.Name, cedar.Name, billed.Name)
  await user.click(screen.getByRole('button', { name: 'Create 2 Bills' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Bills in ERP' })
  expect(within(panel).getByText('Create 2 bills in the ERP?')).toBeVisible()
  expect(within(panel).getByText('1 other of the chosen has a bill already.')).toBeVisible()
  expect(within(panel).getByText('$328.85')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Create Bills' }))
  const notices = screen.getByRole('region', { name: 'Notices' })
  expect(
    await within(notices).findByText(/1 of 2 bills was refused\. Cedar - October 2026, .*no ERP vendor/),
  ).toBeVisible()
  expect(calls.last('POST /commission/runs/bills').body).toEqual({ StatementIds: [7, 9] })
})

it('offers no bill where all chosen have one, and downloads the lines of each', async () => {
  stubCalls({
    ...answers,
    'GET /commission/snapshots/8/csv': attached('a', 'birch.csv'),
  })
  const files = watchFiles()
  const { user } = await renderRoute(address)
  await choose(user, billed.Name)
  expect(screen.getByRole('button', { name: 'Create Bills' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['birch.csv'])
})

it('names voided invoices of a statement', async () => {
  stubCalls({ ...answers, 'GET /commission/snapshots/7': valid({ ...whole, VoidedInvoices: 2 }) })
  await renderRoute(`${address}?panel=statement.7`)
  expect(await screen.findByText('2 invoices of this statement were voided in the ERP.')).toBeVisible()
})
