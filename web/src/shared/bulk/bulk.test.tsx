import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, stubCalls, valid } from '../../testing/calls'
import { lists, outside, row } from '../../testing/invoices'
import { renderRoute } from '../../testing/renderRoute'

const result = {
  InvoiceId: 72,
  InvoiceNumber: '000072',
  EmployerGroup: row.EmployerGroup,
  BillingPlanName: 'Medical PEPM',
  BillingPeriod: '2026-11',
  InvoiceTotalDollars: 5137.5,
  Outcome: 'Waiting',
  OutcomeText: 'Waiting',
  Message: null,
}
const begun = {
  Id: 9,
  Action: 'Create',
  ActionText: 'Create in ERP',
  CreatedOn: '2026-11-23T15:00:00Z',
  FinishedOn: null,
  Done: 0,
  Failed: 0,
  Results: [{ ...result, InvoiceId: 71, InvoiceNumber: 'INV-000071' }, result],
}
const ended = {
  ...begun,
  FinishedOn: '2026-11-23T15:00:05Z',
  Done: 2,
  Failed: 1,
  Results: [
    { ...result, InvoiceId: 71, InvoiceNumber: 'INV-000071', Outcome: 'Done', OutcomeText: 'Done' },
    {
      ...result,
      Outcome: 'Refused',
      OutcomeText: 'Refused',
      Message: 'This billing plan has no ERP account or customer.',
    },
  ],
}

async function choose(names: readonly string[]) {
  const { user } = await renderRoute('/invoices')
  for (const name of names) {
    const chosen = await screen.findByRole('row', { name: new RegExp(name) })
    await user.click(within(chosen).getByRole('checkbox'))
  }
  return user
}

it('asks once what is done to the chosen invoices, and shows the result of each, what failed first', async () => {
  const answers = [begun, ended]
  const calls = stubCalls({
    ...lists,
    'POST /invoices/bulk-actions': valid(begun),
    'GET /invoices/bulk-actions/9': (request) => valid(answers.length > 1 ? answers.shift() : answers[0])(request),
  })
  const user = await choose(['INV-000071', '000072'])
  expect(screen.getByText('$10,275.00')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create in ERP' }))
  const asked = await screen.findByRole('dialog', { name: 'Create in ERP' })
  expect(asked).toHaveTextContent('Create 1 invoice in the ERP?')
  expect(asked).toHaveTextContent('1 other of the chosen is in the ERP already and stays as it is.')
  expect(within(asked).getByRole('list', { name: 'Invoices' })).toHaveTextContent(/^000072 · Harborline Logistics$/)
  await user.click(within(asked).getByRole('button', { name: 'Create in ERP' }))
  expect(calls.last('POST /invoices/bulk-actions').body).toEqual({ Action: 'Create', InvoiceIds: [71, 72] })
  expect(await screen.findByText('1 invoice was not done.', undefined, { timeout: 4000 })).toBeVisible()
  const rows = within(screen.getAllByRole('table').at(-1) as HTMLElement)
    .getAllByRole('row')
    .slice(1)
  expect(rows[0]).toHaveTextContent('000072')
  expect(rows[0]).toHaveTextContent('This billing plan has no ERP account or customer.')
  expect(rows[1]).toHaveTextContent('Done')
  expect(screen.queryByRole('button', { name: 'More for the chosen invoices' })).toBeNull()
})

it('offers the other mark for the invoices that it marked, and no others', async () => {
  const [one, two] = ended.Results
  const marks = { ...ended, Action: 'MarkCommissionPaid', ActionText: 'Mark as Commission Paid', Failed: 0 }
  const back = { ...ended, Id: 10, Action: 'MarkCommissionUnpaid', ActionText: 'Mark as Un-Paid', Failed: 0 }
  const calls = stubCalls({
    ...lists,
    'GET /invoices/bulk-actions/9': valid({ ...marks, Results: [one, { ...two, Outcome: 'Unchanged' }] }),
    'POST /invoices/bulk-actions': valid(back),
    'GET /invoices/bulk-actions/10': valid({ ...back, Results: [one] }),
  })
  const { user } = await renderRoute('/invoices?panel=bulk.9')
  await user.click(await screen.findByRole('button', { name: 'Mark as Un-Paid' }))
  expect(calls.last('POST /invoices/bulk-actions').body).toEqual({ Action: 'MarkCommissionUnpaid', InvoiceIds: [71] })
  expect(await screen.findByRole('dialog', { name: 'Mark as Un-Paid' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as Un-Paid' })).toBeNull())
})

it('says why something cannot be done to what is chosen', async () => {
  stubCalls({ ...lists, 'GET /invoices': page([outside]) })
  const user = await choose(['000072'])
  await user.click(screen.getByRole('button', { name: 'More for the chosen invoices' }))
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Update in ERPAll chosen are up to date or not in the ERP.',
    'Sync Payment StatusAll chosen are not in the ERP.',
    'Mark as Commission Paid',
    'Mark as Un-PaidAll chosen are not marked as paid.',
    'MailAll chosen are not in the ERP.',
  ])
})

it('who may not edit bills can only download', async () => {
  stubCalls(lists)
  const { user } = await renderRoute('/invoices', { can: ['ViewInvoices'] })
  await user.click(within(await screen.findByRole('row', { name: /INV-000071/ })).getByRole('checkbox'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Download' })).toBeVisible())
  expect(screen.queryByRole('button', { name: /ERP|chosen invoices/ })).toBeNull()
})
