import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, refused, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { groupSetup } from '../../../shared/setup/queries'
import { address, fresh, lists, snapshot } from '../../../testing/snapshots'

afterEach(() => vi.useRealTimers())

it('creates a snapshot from the 4th of the month before to the 3rd', async () => {
  vi.useFakeTimers({ now: new Date('2027-01-20T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls({ ...lists, 'POST /billing/5/invoices/3/snapshots': valid({ ...snapshot, Id: 81 }) })
  const { user } = await renderRoute(address)
  await user.click(await screen.findByRole('button', { name: 'New Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Snapshot' })
  await user.click(within(panel).getByRole('combobox', { name: 'Year' }))
  expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toEqual(
    expect.arrayContaining(['2026', '2027', '2028']),
  )
  await user.keyboard('{Escape}')
  await user.click(within(panel).getByRole('combobox', { name: 'Billing Plan' }))
  await user.click(screen.getByRole('option', { name: 'Medical PEPM', hidden: true }))
  expect(within(panel).getByText('Bills 12/04/2026 to 01/03/2027.')).toBeVisible()
  expect(within(panel).queryByText(/is already there/)).toBeNull()
  await user.click(within(panel).getByRole('button', { name: 'Create Snapshot' }))
  expect(await screen.findByText('The snapshot has been created successfully!')).toBeVisible()
  expect(screen.getByText('Success!')).toBeVisible()
  expect(calls.last('POST /billing/5/invoices/3/snapshots').body).toEqual({
    EmployerId: 5,
    InvoiceId: 3,
    StartDate: '2026-12-04',
    EndDate: '2027-01-03',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.of('GET /billing/5/snapshots').length).toBeGreaterThan(1)
})

it('the first snapshot of a new group ends its checklist, and the way back to it is gone', async () => {
  const calls = stubCalls({
    ...lists,
    'POST /billing/5/invoices/3/snapshots': valid({ ...snapshot, Id: 81 }),
    'GET /employers/5/setup': valid({ IsDone: true, Steps: [] }),
  })
  const { user, client } = await renderRoute(address)
  act(() => client.setQueryData(groupSetup(5).queryKey, { IsDone: false, Steps: [] }))
  const back = await screen.findByRole('link', { name: 'Back to the checklist' })
  await user.click(await screen.findByRole('button', { name: 'New Snapshot' }))
  const panel = await screen.findByRole('dialog', { name: 'Create Snapshot' })
  await user.click(within(panel).getByRole('combobox', { name: 'Billing Plan' }))
  await user.click(screen.getByRole('option', { name: 'Medical PEPM', hidden: true }))
  expect(calls.of('GET /employers/5/setup')).toHaveLength(0)
  await user.click(within(panel).getByRole('button', { name: 'Create Snapshot' }))
  await waitFor(() => expect(back).not.toBeInTheDocument())
  expect(calls.of('GET /employers/5/setup')).toHaveLength(1)
})

it.each([
  {
    latest: snapshot,
    says: 'November 2026 is already there. A snapshot of an earlier month can only be deleted after the later ones, whose invoices are deleted in the ERP first.',
  },
  {
    latest: fresh,
    says: 'December 2026 is already there. A snapshot of an earlier month can only be deleted after the later ones.',
  },
])('says that a later month is there: $says', async ({ latest, says }) => {
  vi.useFakeTimers({ now: new Date('2026-10-20T15:00:00Z'), toFake: ['Date'] })
  const calls = stubCalls({
    ...lists,
    'GET /billing/5/snapshots': page([latest]),
    'POST /billing/5/invoices/3/snapshots': valid({ ...snapshot, Id: 81 }),
  })
  const { user } = await renderRoute(`${address}?panel=snapshot`)
  const panel = await screen.findByRole('dialog', { name: 'Create Snapshot' })
  await user.click(await within(panel).findByRole('combobox', { name: 'Billing Plan' }))
  await user.click(screen.getByRole('option', { name: 'Medical PEPM', hidden: true }))
  expect(await within(panel).findByText(/is already there/)).toBeVisible()
  expect(within(panel).getByRole('status')).toHaveTextContent(says)
  const asked = Object.fromEntries(calls.last('GET /billing/5/snapshots').url.searchParams)
  expect(asked).toMatchObject({ PlanIds: '3', PerPage: '1', OrderBy: 'InvoicePeriodEndDate', OrderDesc: 'true' })
  await user.click(within(panel).getByRole('button', { name: 'Create Snapshot' }))
  expect(await screen.findByText('The snapshot has been created successfully!')).toBeVisible()
})

it('starts at Select..., sends plan 0, and shows the errors below the fields and as a notice', async () => {
  const errors = [
    { Key: 'InvoiceId', Message: 'Please select a billing plan.' },
    { Key: 'StartDate', Message: 'A snapshot already exists for this plan and billing period.' },
  ]
  const calls = stubCalls({ ...lists, 'POST /billing/5/invoices/0/snapshots': refused(errors) })
  const { user } = await renderRoute(`${address}?panel=snapshot`)
  const panel = await screen.findByRole('dialog', { name: 'Create Snapshot' })
  const plan = await within(panel).findByRole('combobox', { name: 'Billing Plan' })
  expect(plan).toHaveAttribute('placeholder', 'Select...')
  await user.click(within(panel).getByRole('button', { name: 'Create Snapshot' }))
  expect(await within(panel).findByText('A snapshot already exists for this plan and billing period.')).toBeVisible()
  expect(within(panel).getByText('Please select a billing plan.')).toBeVisible()
  expect(calls.last('POST /billing/5/invoices/0/snapshots').body).toMatchObject({ InvoiceId: 0 })
  const notice = (await screen.findByText('Error')).parentElement
  expect(notice).toHaveTextContent('Please select a billing plan.')
})

it('leads to a new plan where the group has none', async () => {
  stubCalls({ ...lists, 'GET /billing/5/invoices/search': page([]) })
  const { user, router } = await renderRoute(`${address}?panel=snapshot`)
  const panel = await screen.findByRole('dialog', { name: 'Create Snapshot' })
  expect(await within(panel).findByText('This group has no billing plan yet.')).toBeVisible()
  await user.click(within(panel).getByRole('link', { name: 'Create Plan' }))
  expect(router.state.location.pathname).toBe('/employers/5/billing/plans')
})
