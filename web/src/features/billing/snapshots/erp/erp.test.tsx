import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../../testing/calls'
import { groupAnswers } from '../../../../testing/groups'
import { renderRoute } from '../../../../testing/renderRoute'
import { erpState } from '../../../../testing/snapshots'
import { saidOf } from '../../../../shared/erp/ErpCalls'
import { differencesOf } from './sending'

const snapshot = {
  Id: 71,
  BillingPlan: { Id: 3, Name: 'Medical PEPM' },
  EmployerId: 5,
  CreatedOn: '2026-11-04T07:00:00Z',
  ComputedOn: '2026-11-04T07:00:00Z',
  InvoicePeriodBeginDate: '2026-10-04',
  InvoicePeriodEndDate: '2026-11-03',
  InvoiceTotalDollars: 20,
  PreviousTotalDollars: null,
  InErp: false,
  ErpInvoiceUrl: null,
  OutOfDate: false,
  ErpState: erpState('Failed', 'Failed', 'The accounting system is not available.'),
  PaymentStatusText: 'Unknown',
  PaymentStatusColor: '#6c757d',
  LineItems: [],
  LineItemSnapshots: [],
  OutsideLookBack: [],
}
const address = '/employers/5/billing/snapshots'
const list = (row: object) => ({
  ...groupAnswers(5),
  'GET /billing/5/snapshots': page([row]),
  'GET /billing/5/invoices/search': page([]),
})
const call = {
  At: '2026-11-04T07:00:00Z',
  Step: 'Create',
  StepText: 'Create',
  Outcome: 'Failed',
  OutcomeText: 'Failed, nothing was done',
  By: 'Dana Reyes',
  DocNumber: '000071',
  Message: 'Too many requests.',
  HttpStatus: 429,
  Code: '3001',
  TraceId: 'abc',
}

async function chosen(row: object, name: string, answers: object) {
  const calls = stubCalls({ ...list(row), ...answers })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'Actions for November 2026, Medical PEPM' }))
  await user.click(await screen.findByRole('menuitem', { name }))
  return { calls, user }
}

it('a failed one is sent again from its row, without a question', async () => {
  const create = 'POST /billing/5/snapshots/71/erp/invoice'
  const { calls } = await chosen(snapshot, 'Retry', { [create]: valid({ ...snapshot, InErp: true }) })
  expect(await screen.findByText('The invoice has been sent to the ERP.')).toBeVisible()
  expect(calls.of(create)).toHaveLength(1)
})

it('what was changed in the ERP is replaced only after the differences were seen', async () => {
  const update = 'POST /billing/5/snapshots/71/erp/invoice/line-items'
  const changed = { ...snapshot, InErp: true, ErpState: erpState('Changed', 'Changed in the ERP', 'Memo was changed.') }
  const answers = [refused([{ Key: 'ReplaceRevision', Message: 'Somebody has changed it.' }]), valid(changed)]
  const { calls, user } = await chosen(changed, 'Update Invoice in ERP', {
    [update]: (request: Request) => (answers.shift() ?? valid(null))(request),
    'POST /billing/5/snapshots/71/erp/differences': valid({
      Revision: 'r2',
      Differences: [{ Field: 'Memo', Ours: 'Medical, July 2026', Theirs: 'Purchase order 2291' }],
    }),
  })
  const panel = await screen.findByRole('dialog', { name: 'Update Invoice' })
  expect(within(panel).getByText(/You see what differs before anything there is replaced/)).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Update Invoice' }))
  const question = await screen.findByRole('dialog', { name: 'Changed in the ERP' })
  expect(within(question).getByText('Purchase order 2291 in the ERP, becomes Medical, July 2026')).toBeVisible()
  expect(calls.of(update)).toHaveLength(1)
  await user.click(within(question).getByRole('button', { name: 'Replace It' }))
  expect(await screen.findByText('The invoice has been updated successfully!')).toBeVisible()
  expect(calls.of(update).map(({ url }) => url.searchParams.get('ReplaceRevision'))).toEqual([null, 'r2'])
})

it('who leaves it changes nothing', async () => {
  const update = 'POST /billing/5/snapshots/71/erp/invoice/line-items'
  const changed = { ...snapshot, InErp: true, ErpState: erpState('Changed', 'Changed in the ERP') }
  const { calls, user } = await chosen(changed, 'Update Invoice in ERP', {
    [update]: refused([{ Key: 'ReplaceRevision', Message: 'Somebody has changed it.' }]),
    'POST /billing/5/snapshots/71/erp/differences': valid({ Revision: 'r2', Differences: [] }),
  })
  const panel = await screen.findByRole('dialog', { name: 'Update Invoice' })
  await user.click(within(panel).getByRole('button', { name: 'Update Invoice' }))
  const question = await screen.findByRole('dialog', { name: 'Changed in the ERP' })
  await user.click(within(question).getByRole('button', { name: 'Leave It' }))
  expect(await within(panel).findByText('Somebody has changed it.')).toBeVisible()
  await waitFor(() => expect(calls.of(update)).toHaveLength(1))
})

it('the history tells each call in the words of the ERP', async () => {
  await chosen(snapshot, 'View ERP History', {
    'GET /billing/5/snapshots/71/erp/history': valid({ ErpState: snapshot.ErpState, Calls: [call] }),
    'GET /billing/5/snapshots/71': valid(snapshot),
  })
  const panel = await screen.findByRole('dialog', { name: 'In the ERP' })
  expect(await within(panel).findByText('The accounting system is not available.')).toBeVisible()
  const cells = within(panel)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect(cells.slice(1)).toEqual([
    'Create',
    'Failed, nothing was done',
    'Dana Reyes',
    'Too many requests. (HTTP 429, code 3001, trace abc)',
  ])
  expect(within(panel).getByRole('button', { name: 'Retry' })).toBeVisible()
})

it.each([
  [{ Message: null, HttpStatus: null, Code: null, TraceId: null }, ''],
  [{ Message: 'No.', HttpStatus: 400, Code: null, TraceId: null }, 'No. (HTTP 400)'],
  [{ Message: null, HttpStatus: 500, Code: '6000', TraceId: null }, '(HTTP 500, code 6000)'],
])('%o is told as %s', (facts, told) => {
  expect(saidOf({ ...call, ...facts })).toBe(told)
})

it('a field that one side lacks is told as nothing', () => {
  const told = (Ours: string, Theirs: string) =>
    differencesOf({ Revision: 'r', Differences: [{ Field: 'Line', Ours, Theirs }] })[0]?.value
  expect(told('A: $1.00', '')).toBe('nothing in the ERP, becomes A: $1.00')
  expect(told('', 'B: $2.00')).toBe('B: $2.00 in the ERP, becomes nothing')
})

const unknownMail = {
  ...snapshot,
  InErp: true,
  ErpState: { ...erpState('Sent', 'Sent', 'It is not known whether its mail was sent.'), IsMailUnknown: true },
}
const mailOutcome = 'POST /billing/5/snapshots/71/erp/mail-outcome'

it('a mail that a person has seen in the ERP counts as sent, and nothing is sent', async () => {
  const { calls, user } = await chosen(unknownMail, 'Mail Was Sent', { [mailOutcome]: valid(snapshot) })
  const panel = await screen.findByRole('dialog', { name: 'Mail Was Sent' })
  await user.click(within(panel).getByRole('button', { name: 'It Was Sent' }))
  expect(await screen.findByText('The mail counts as sent.')).toBeVisible()
  expect(calls.of(mailOutcome).map(({ url }) => url.searchParams.get('IsMailed'))).toEqual(['true'])
  expect(calls.of('POST /billing/5/snapshots/71/erp/invoice')).toEqual([])
})

it('a mail that a person has not found in the ERP is sent', async () => {
  const { calls, user } = await chosen(unknownMail, 'Mail It Again', {
    [mailOutcome]: valid({ ...snapshot, ErpState: erpState('Sent', 'Sent') }),
  })
  const panel = await screen.findByRole('dialog', { name: 'Mail It Again' })
  await user.click(within(panel).getByRole('button', { name: 'Mail It Again' }))
  expect(await screen.findByText('The invoice has been mailed.')).toBeVisible()
  expect(calls.of(mailOutcome).map(({ url }) => url.searchParams.get('IsMailed'))).toEqual(['false'])
})

it('what was changed in the ERP is kept at the version that was seen', async () => {
  const keep = 'POST /billing/5/snapshots/71/erp/keep'
  const changed = { ...snapshot, InErp: true, ErpState: erpState('Changed', 'Changed in the ERP', 'Memo was changed.') }
  const { calls, user } = await chosen(changed, "Keep the ERP's Version", {
    [keep]: valid({ ...changed, ErpState: erpState('Sent', 'Sent') }),
    'POST /billing/5/snapshots/71/erp/differences': valid({
      Revision: 'r2',
      Differences: [{ Field: 'Memo', Ours: 'Medical, July 2026', Theirs: 'Purchase order 2291' }],
    }),
  })
  const panel = await screen.findByRole('dialog', { name: "Keep the ERP's Version" })
  expect(within(panel).getByText('Purchase order 2291 in the ERP, Medical, July 2026 here')).toBeVisible()
  await user.click(within(panel).getByRole('button', { name: 'Keep It' }))
  expect(await screen.findByText('The invoice stays as it is in the ERP.')).toBeVisible()
  expect(calls.of(keep).map(({ url }) => url.searchParams.get('Revision'))).toEqual(['r2'])
})
