import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, counts, drafted, medical, takenUp, vision, zero } from '../../../testing/billingRuns'
import { page, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'

it('what was left out still says what was unusual, and leads to the plan and the members', async () => {
  const uncovered = {
    ...zero,
    State: 'LeftOut',
    StateText: 'Left out',
    Message: 'It was not approved.',
    Exceptions: [...zero.Exceptions, { Kind: 'MembersOnNoLine', Text: '3 active members are on no line.' }],
  }
  stubCalls({
    'GET /billing-runs/4': valid({ ...drafted, State: 'Done', StateText: 'Done' }),
    'GET /billing-runs/4/items': page([uncovered]),
  })
  const { user } = await renderRoute(address)
  const row = await screen.findByRole('row', { name: /Dental PEPM/ })
  for (const text of ['It was not approved.', 'Zero amount', '3 on no line'])
    expect(within(row).getByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Details of Dental PEPM, Harborline Logistics' }))
  expect(screen.getByRole('link', { name: 'View Plan' })).toHaveAttribute(
    'href',
    '/employers/5/billing/plans?panel=plan.8',
  )
  expect(screen.getByRole('link', { name: 'View Members' })).toHaveAttribute('href', '/employers/5/members')
})

it('a run that only takes up has results and tells what it took up', async () => {
  const done = {
    ...drafted,
    State: 'Done',
    StateText: 'Done',
    Total: 1,
    Done: 1,
    Counts: { ...counts, Draft: 0, Created: 1, TakenUp: 1, InvoiceCreated: 1, Exceptions: 0 },
  }
  const invoiced = {
    ...takenUp,
    State: 'Created',
    StateText: 'Created',
    InvoiceState: 'Created',
    InvoiceStateText: 'Created in the ERP',
  }
  stubCalls({ 'GET /billing-runs/4': valid(done), 'GET /billing-runs/4/items': page([invoiced]) })
  const { user } = await renderRoute(address)
  expect(await screen.findByText('Created in the ERP')).toBeVisible()
  expect(screen.getByText('0 snapshots and 1 taken up')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Actions for Wellness PEPM, Harborline Logistics' }))
  expect((await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)).toEqual([
    'Why this amount?',
    'View ERP History',
  ])
})

it.each([
  [{ Refused: 0, InvoiceRefused: 2 }, '2 invoices were refused.'],
  [{ Refused: 1, InvoiceRefused: 1 }, '1 plan could not be billed as approved, and 1 invoice was refused.'],
])('tells plans that were not billed from invoices that were refused: %o', async (failed, title) => {
  const done = {
    ...drafted,
    State: 'Done',
    StateText: 'Done',
    Created: 2,
    Counts: { ...counts, Draft: 0, Created: 2, Exceptions: 0, ...failed },
  }
  stubCalls({ 'GET /billing-runs/4': valid(done), 'GET /billing-runs/4/items': page([]) })
  await renderRoute(address)
  expect(await screen.findByText(title)).toBeVisible()
})

it('tells the result of each plan: a way to its snapshot, or why there is none', async () => {
  const done = {
    ...drafted,
    State: 'Done',
    StateText: 'Done',
    Created: 1,
    CreatedTotalDollars: 5170,
    Counts: { ...counts, Draft: 0, Created: 1, Refused: 1, LeftOut: 1, Exceptions: 0, InvoiceCreated: 1 },
  }
  const created = {
    ...medical,
    State: 'Created',
    StateText: 'Created',
    SnapshotId: 71,
    InvoiceState: 'Created',
    InvoiceStateText: 'Created in the ERP',
  }
  const failed = {
    ...vision,
    State: 'Refused',
    StateText: 'Refused',
    Message: 'The amount has changed since the draft.',
  }
  stubCalls({ 'GET /billing-runs/4': valid(done), 'GET /billing-runs/4/items': page([failed, created]) })
  await renderRoute(address)
  expect(await screen.findByRole('link', { name: 'Medical PEPM' })).toHaveAttribute(
    'href',
    '/employers/5/billing/snapshots?row=71',
  )
  expect(screen.getByText('The amount has changed since the draft.')).toBeVisible()
  expect(screen.getByText('Created in the ERP')).toBeVisible()
  expect(screen.getByText('1 plan could not be billed as approved.')).toBeVisible()
  // Its invoices can be chosen, as on Invoices; a plan without one cannot.
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
    'Select all on this page',
    'Select Medical PEPM, Harborline Logistics',
  ])
  expect(screen.queryByRole('button', { name: 'Cancel Run' })).toBeNull()
})

it('a cancelled run tells plans from invoices, and what was never asked for from what failed', async () => {
  const Counts = {
    ...counts,
    Draft: 0,
    Created: 49,
    LeftOut: 161,
    Exceptions: 0,
    InvoiceCreated: 47,
    InvoiceLeftOut: 2,
  }
  const cancelled = {
    ...drafted,
    State: 'Cancelled',
    StateText: 'Cancelled',
    Total: 210,
    Done: 210,
    Created: 49,
    CreatedTotalDollars: 11416.56,
    Counts,
  }
  const created = {
    ...medical,
    State: 'Created',
    StateText: 'Created',
    SnapshotId: 71,
    InvoiceState: 'LeftOut',
    InvoiceStateText: 'Left out',
    InvoiceMessage: 'The run was cancelled before the invoice was created.',
  }
  stubCalls({ 'GET /billing-runs/4': valid(cancelled), 'GET /billing-runs/4/items': page([created]) })
  await renderRoute(address)
  expect(
    await screen.findByText(/What was created stays\. 2 invoices were not asked for: see Left out\./),
  ).toBeVisible()
  const strip = [...document.querySelectorAll('[data-strip] > div')].map((stat) => stat.textContent)
  expect(strip.slice(1)).toEqual(['Created$11,416.5649 snapshots', 'Failed0', 'Left out161and 2 invoices'])
  expect(screen.getByText('All plans 210')).toBeVisible()
  expect(screen.getByText('Left out 163')).toBeVisible()
})
