import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { address, answers, counts, drafted, medical, takenUp, vision } from '../../../testing/billingRuns'
import { page, stubCalls, valid } from '../../../testing/calls'
import { renderRoute } from '../../../testing/renderRoute'
import { stubScreen } from '../../../testing/screens'

describe('at 390 px', () => {
  beforeEach(() => {
    stubScreen(true)
  })

  it('the next step stands alone and the others are in its menu; what to look at is said whole', async () => {
    stubCalls(answers)
    const { user } = await renderRoute(address)
    expect(await screen.findByText('Zero amount, No ERP customer')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Approve 1 without exceptions' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel Run' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More for November 2026' }))
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Create snapshotsApprove drafts first.', 'Cancel Run'])
  })

  it('a draft with an exception is approved from its menu, and the approval taken back there', async () => {
    const approved = { ...medical, State: 'Approved', StateText: 'Approved' }
    const calls = stubCalls({
      ...answers,
      'GET /billing-runs/4/items': page([vision, approved]),
      'POST /billing-runs/4/approve': valid(drafted),
      'POST /billing-runs/4/withdraw': valid(drafted),
    })
    const { user } = await renderRoute(address)
    await user.click(await screen.findByRole('button', { name: 'Actions for Vision PEPM, Harborline Logistics' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Approve' }))
    expect(await screen.findByText('1 draft approved.')).toBeVisible()
    expect(calls.last('POST /billing-runs/4/approve').body).toEqual({ PlanIds: [4], WithoutExceptions: false })
    await user.click(screen.getByRole('button', { name: 'Actions for Medical PEPM, Harborline Logistics' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Take Back Approval' }))
    expect(await screen.findByText('1 approval taken back.')).toBeVisible()
    expect(calls.last('POST /billing-runs/4/withdraw').body).toEqual({ PlanIds: [3], All: false })
  })

  it('the next step is named without what there is no room for', async () => {
    const Counts = { ...counts, Draft: 0, Approved: 1300, ApprovedTakenUp: 1000, WithoutExceptions: 0 }
    stubCalls({ ...answers, 'GET /billing-runs/4': valid({ ...drafted, Counts }) })
    const { user } = await renderRoute(address)
    await user.click(await screen.findByRole('button', { name: 'Create 300 snapshots and 1,000 invoices' }))
    const panel = await screen.findByRole('dialog', { name: 'Approve and Create' })
    expect(within(panel).getByRole('button', { name: 'Create 300 snapshots and 1,000 invoices' })).toBeVisible()
    expect(within(panel).getByText(/^Create 300 snapshots and 1,000 invoices of an earlier run of /)).toBeVisible()
  })

  it('who may only look has no way to approve a plan', async () => {
    stubCalls(answers)
    await renderRoute(address, { can: ['ViewBilling'] })
    await screen.findByText('Vision PEPM')
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  })

  it('says what to look at in a draft that takes up a snapshot', async () => {
    stubCalls({ ...answers, 'GET /billing-runs/4/items': page([takenUp]) })
    const { user } = await renderRoute(address)
    expect(await screen.findByText('+26.1%, Invoice only')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Details of Wellness PEPM, Harborline Logistics' }))
    expect(screen.getByText('Of an earlier run; only its invoice is created')).toBeVisible()
  })

  it('once drafts are approved, creating is the next step', async () => {
    stubCalls({
      ...answers,
      'GET /billing-runs/4': valid({ ...drafted, Counts: { ...counts, Draft: 2, Approved: 1 } }),
    })
    const { user } = await renderRoute(address)
    expect(await screen.findByRole('button', { name: 'Create 1 snapshot' })).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'More for November 2026' }))
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Approve 1 without exceptions', 'Cancel Run'])
  })
})
